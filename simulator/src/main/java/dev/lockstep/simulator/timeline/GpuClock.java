// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.simulator.random.Draw;
import dev.lockstep.simulator.scenario.Hosts;

/// The clock of one GPU (`globaltimer`): nanoseconds in steps of 32, off by some milliseconds and
/// running a little fast or slow, not in step with any other.
public final class GpuClock {
    /// What GPU clocks show, but for their offset, when the job starts, unless told otherwise.
    public static final long EPOCH_NANOS = 1_796_000_000_000_000_000L;

    private static final long TICK_NANOS = 32;

    private final long offsetNanos;
    private final double drift;

    /// The clock of a rank's GPU.
    ///
    /// @param epochNanos what it shows at the job's start, but for its offset
    public static GpuClock of(Cluster cluster, int rank, long epochNanos) {
        Hosts hosts = cluster.scenario().hosts();
        double offset = cluster.noise().uniform(Draw.CLOCK_OFFSET, rank, 0, 0) * 2 - 1;
        double drift = cluster.noise().uniform(Draw.CLOCK_DRIFT, rank, 0, 0) * 2 - 1;
        return new GpuClock(
                epochNanos + Math.round(offset * hosts.clockOffsetNanos()), drift * hosts.clockDriftPpm() * 1e-6);
    }

    private GpuClock(long offsetNanos, double drift) {
        this.offsetNanos = offsetNanos;
        this.drift = drift;
    }

    /// What it shows at a moment of true time.
    public long at(long trueNanos) {
        long shown = offsetNanos + trueNanos + Math.round(trueNanos * drift);
        return shown - Math.floorMod(shown, TICK_NANOS);
    }
}
