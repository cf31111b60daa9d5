// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.connection;

/// What went over a connection since its communicator was made, or between two readings.
///
/// All steps are in `volume`; only `timedSteps` of them have their times in `nanos` and in `transfers`, as the job asks
/// (one of 32 by default), so that a mean is `nanos` over `timedSteps`. `restarts` is how often NCCL started a step
/// that was under way already, since the network did not take it.
public record ConnectionCounters(
        ConnectionKey key,
        Volume volume,
        long timedSteps,
        StepStates nanos,
        TransferHistogram transfers,
        Network network,
        Standing standing) {
    /// Operations begun, steps ended, their bytes, and repeated starts.
    public record Volume(long operations, long steps, long bytes, long restarts) {
        /// Nothing.
        public static final Volume NONE = new Volume(0, 0, 0, 0);

        /// Both together.
        public Volume plus(Volume that) {
            return new Volume(
                    operations + that.operations, steps + that.steps, bytes + that.bytes, restarts + that.restarts);
        }

        /// What came since `earlier`.
        public Volume since(Volume earlier) {
            return new Volume(
                    Since.since(operations, earlier.operations),
                    Since.since(steps, earlier.steps),
                    Since.since(bytes, earlier.bytes),
                    Since.since(restarts, earlier.restarts));
        }
    }

    /// Nothing yet on that connection.
    public static ConnectionCounters silent(ConnectionKey key) {
        return new ConnectionCounters(
                key, Volume.NONE, 0, StepStates.NONE, TransferHistogram.EMPTY, Network.UNTOLD, Standing.NOTHING);
    }

    /// Both together, under the key of this one.
    public ConnectionCounters plus(ConnectionCounters that) {
        return new ConnectionCounters(
                key,
                volume.plus(that.volume),
                timedSteps + that.timedSteps,
                nanos.plus(that.nanos),
                transfers.plus(that.transfers),
                network.plus(that.network),
                standing.plus(that.standing));
    }

    /// What came since `earlier`; what is under way is as it is now.
    public ConnectionCounters since(ConnectionCounters earlier) {
        return new ConnectionCounters(
                key,
                volume.since(earlier.volume),
                Since.since(timedSteps, earlier.timedSteps),
                nanos.since(earlier.nanos),
                transfers.since(earlier.transfers),
                network.since(earlier.network),
                standing);
    }

    /// The same under another key.
    public ConnectionCounters as(ConnectionKey other) {
        return new ConnectionCounters(other, volume, timedSteps, nanos, transfers, network, standing);
    }

    /// The same over another network.
    public ConnectionCounters over(Network other) {
        return new ConnectionCounters(key, volume, timedSteps, nanos, transfers, other, standing);
    }

    /// The same with other things under way.
    public ConnectionCounters with(Standing now) {
        return new ConnectionCounters(key, volume, timedSteps, nanos, transfers, network, now);
    }

    /// Whether nothing came and nothing is under way.
    public boolean isSilent() {
        return volume.equals(Volume.NONE) && standing.equals(Standing.NOTHING);
    }
}
