// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.analysis.job.JobState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Compares GPUs of which only durations are known, as from Inspector's files. Everybody waits for the late
/// one, in one communicator or another, and it for nobody: over some steps it is the one with the least time
/// in kernels beyond transfers. Own delay is then how much less it waited than its peers.
final class Clockless {
    /// Of the peers, this share waits less than the reference.
    private static final double REFERENCE_QUANTILE = 0.67;

    private final BlameSettings settings;
    private final Ledger ledger;
    private @Nullable Crew crew;
    private double[] waited = new double[0];
    private long since;
    private long rows;

    Clockless(BlameSettings settings, Ledger ledger) {
        this.settings = settings;
        this.ledger = ledger;
    }

    void closed() {
        rows++;
    }

    /// The crew of all GPUs, if none of them has a clock, with the time since the last call as one more span.
    Optional<Crew> examine(JobState job, long nowNanos) {
        if (!ledger.isClockless() || nowNanos - since < settings.spanNanosMin()) {
            return Optional.ofNullable(crew);
        }
        List<Seat> seats = ledger.live();
        Crew now = crew;
        if (now == null || !now.isOf(seats, job.shape())) {
            now = new Crew(job, seats, job.shape(), 0);
            crew = now;
            waited = waits(seats);
        } else if (rows > 0) {
            double[] waits = waits(seats);
            now.remember(span(now, waits, (float) (nowNanos - since)));
            waited = waits;
        }
        since = nowNanos;
        rows = 0;
        return Optional.of(now);
    }

    private static double[] waits(List<Seat> seats) {
        return seats.stream().mapToDouble(Seat::waitNanos).toArray();
    }

    private JudgedSpan span(Crew of, double[] waits, float lengthNanos) {
        int size = waits.length;
        float[] excess = Peers.unknown(size);
        float[] computing = Peers.unknown(size);
        float[] scratch = new float[size];
        for (int[] stage : of.peers().stages()) {
            for (int i = 0; i < stage.length; i++) {
                scratch[i] = (float) (waits[stage[i]] - waited[stage[i]]);
            }
            float reference = Robust.quantile(scratch, stage.length, REFERENCE_QUANTILE);
            for (int place : stage) {
                excess[place] = reference - (float) (waits[place] - waited[place]);
                computing[place] = Math.max(lengthNanos - reference, 0);
            }
        }
        float[] unknown = Peers.unknown(size);
        return new JudgedSpan(unknown, excess, unknown, unknown, computing, lengthNanos);
    }
}
