// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame.time;

import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.OperationColumns;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/// Whether kernels that wait for others run beside a job's computation. Whoever waits in such a kernel computes under
/// it unseen, so that its idle time shrinks while it waits: by how much one is later than others cannot be read from
/// idle times then. It shows where a rank has no idle time at a place in its step at which others have much, or it had
/// at other times.
public final class Cover {
    private static final int PROCESSES_MAX = 64;
    private static final int PLACES_MAX = 256;
    /// So little of what others have is none.
    private static final double NONE_PART = 0.1;
    /// What is shorter is no computation.
    private static final float COMPUTING_MIN = 200_000;

    private static final double FADING = 0.995;
    private static final double PROCESS_FADING = 0.9;
    private static final double COVERED_MIN = 0.12;
    private static final double QUANTILE = 0.75;

    private static final class Seen {
        private double covered;
        private double all;
    }

    private final Map<CommunicatorKey, float[]> peaks = new HashMap<>();
    private final Map<ProcessKey, Seen> processes = new HashMap<>();

    /// Of a job of which nothing was seen.
    public Cover() {}

    /// What a process did.
    ///
    /// @param periods after how many operations a communicator does the same again, 0 if that is not known
    public void accept(ProcessFeed feed, ToLongFunction<CommunicatorKey> periods) {
        Seen seen = processes.get(feed.key());
        if (seen == null) {
            if (processes.size() >= PROCESSES_MAX) {
                return;
            }
            seen = new Seen();
            processes.put(feed.key(), seen);
        }
        seen.covered *= PROCESS_FADING;
        seen.all *= PROCESS_FADING;
        for (CommunicatorFeed communicator : feed.communicators()) {
            CommunicatorKey key = CommunicatorKey.of(communicator.identity());
            for (OperationColumns columns : communicator.operations()) {
                boolean isExchange = columns.function().isPointToPoint();
                long period = isExchange ? 1 : periods.applyAsLong(key);
                if (period > 0 && period <= PLACES_MAX) {
                    add(peaks.computeIfAbsent(key, unseen -> new float[PLACES_MAX + 1]), columns, period, seen);
                }
            }
        }
    }

    private static void add(float[] of, OperationColumns columns, long period, Seen seen) {
        boolean isExchange = columns.function().isPointToPoint();
        long startBefore = OperationColumns.NONE;
        for (int i = 0; i < columns.count(); i++) {
            long start = columns.startNanos()[i];
            if (isExchange && start == startBefore) {
                // Everybody with everybody.
                return;
            }
            startBefore = start;
            long idle = columns.idleNanos()[i];
            boolean isSingle = isExchange && !columns.isFused(i);
            if (idle == OperationColumns.NONE || !columns.isTimed(i) || columns.ordinal()[i] < 0 || isSingle) {
                continue;
            }
            int place = isExchange ? PLACES_MAX : (int) (columns.ordinal()[i] % period);
            float peak = Math.max((float) (of[place] * FADING), (float) idle);
            of[place] = peak;
            if (peak >= COMPUTING_MIN) {
                seen.all += peak;
                seen.covered += idle < NONE_PART * peak ? peak : 0;
            }
        }
    }

    /// Whether it is so for a good part of the job.
    public boolean isCovered() {
        double[] parts = processes.values().stream()
                .filter(seen -> seen.all > 0)
                .mapToDouble(seen -> seen.covered / seen.all)
                .toArray();
        Arrays.sort(parts);
        return parts.length > 1 && parts[(int) (QUANTILE * (parts.length - 1))] >= COVERED_MIN;
    }
}
