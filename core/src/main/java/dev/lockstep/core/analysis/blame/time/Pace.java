// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame.time;

import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.SeriesDelta;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// About how long a step of a job takes, from what one of its ranks calls: as long as from call to call on the
/// communicator that it uses least often, which is commonly the one over all ranks; of several over all ranks, the one
/// that it uses most often, since another may be for checkpoints or evaluations. What happens within one step is
/// one piece of evidence, however many operations are in it.
public final class Pace {
    /// A communicator that was silent for so long is no part of a step.
    private static final long DORMANT_NANOS = 30_000_000_000L;

    private static final int DORMANT_GAPS = 4;
    /// A step that takes so many times as long as those before is no such step.
    private static final int SILENT_GAPS = 3;

    private static final class Calls {
        private static final int READINGS = 4;
        private static final long CALLS_MIN = 3;

        private final long[] times = new long[READINGS];
        private final long[] totals = new long[READINGS];
        private final int ranks;
        private long total;
        private int readings;

        private Calls(int ranks) {
            this.ranks = ranks;
        }

        void add(long calls, long nowNanos) {
            total += calls;
            int slot = readings++ % READINGS;
            times[slot] = nowNanos;
            totals[slot] = total;
        }

        /// From call to call; 0 if it is not used any more. One that was hardly ever used may have steps as long as the
        /// job is known.
        long gapNanos(long sinceNanos, long nowNanos) {
            if (readings == 0) {
                return 0;
            }
            int newest = (readings - 1) % READINGS;
            int oldest = readings <= READINGS ? 0 : readings % READINGS;
            long silence = nowNanos - times[newest];
            if (total < CALLS_MIN || newest == oldest) {
                return silence > DORMANT_NANOS ? 0 : nowNanos - sinceNanos;
            }
            if (totals[newest] == totals[oldest]) {
                return 0;
            }
            long gap = (times[newest] - times[oldest]) / (totals[newest] - totals[oldest]);
            if (silence > Math.max(DORMANT_NANOS, DORMANT_GAPS * gap)) {
                return 0;
            }
            return silence > SILENT_GAPS * gap ? silence : gap;
        }
    }

    private final Map<CommunicatorKey, Calls> calls = new HashMap<>();
    private long sinceNanos = Long.MAX_VALUE;
    private int ranksMost;

    /// Of a job of which nothing was called yet.
    public Pace() {}

    /// What the rank called since the last time.
    public void accept(List<CommunicatorFeed> feeds, long nowNanos) {
        sinceNanos = Math.min(sinceNanos, nowNanos);
        for (CommunicatorFeed feed : feeds) {
            int ranks = feed.identity().ranks().orElse(0);
            ranksMost = Math.max(ranksMost, ranks);
            long more = feed.series().stream().mapToLong(SeriesDelta::calls).sum();
            if (more > 0 || !calls.containsKey(CommunicatorKey.of(feed.identity()))) {
                calls.computeIfAbsent(CommunicatorKey.of(feed.identity()), key -> new Calls(ranks))
                        .add(more, nowNanos);
            }
        }
    }

    /// How long a step takes, as far as it can be told; 0 if nothing is called.
    public long stepNanos(long nowNanos) {
        long ofAll = Long.MAX_VALUE;
        long ofOthers = 0;
        for (Calls each : calls.values()) {
            long gap = each.gapNanos(sinceNanos, nowNanos);
            if (each.ranks < ranksMost) {
                ofOthers = Math.max(ofOthers, gap);
            } else if (gap > 0) {
                ofAll = Math.min(ofAll, gap);
            }
        }
        return ofAll == Long.MAX_VALUE ? ofOthers : Math.max(ofAll, ofOthers);
    }
}
