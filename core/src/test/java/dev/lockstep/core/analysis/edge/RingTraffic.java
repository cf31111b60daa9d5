// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.edge;

import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionCounters.Volume;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.Network;
import dev.lockstep.core.model.connection.Standing;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.core.model.connection.TransferHistogram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// A ring of ranks that each send to the next one: what each tells, with a slowness put somewhere and the waits that
/// follow from it everywhere else. A step takes 100 µs on the wire and 10 µs elsewhere.
final class RingTraffic {
    static final int RANKS = 6;

    private static final long STEPS = 64;
    private static final StepStates SENDS = new StepStates(10_000, 10_000, 100_000, 0);
    private static final StepStates RECEIVES = new StepStates(10_000, 1_000, 110_000, 5_000);

    private final Map<Integer, StepStates> sends = new HashMap<>();
    private final Map<Integer, StepStates> receives = new HashMap<>();

    RingTraffic() {
        for (int rank = 0; rank < RANKS; rank++) {
            sends.put(rank, SENDS);
            receives.put(rank, RECEIVES);
        }
    }

    static int after(int rank) {
        return (rank + 1) % RANKS;
    }

    static int before(int rank) {
        return (rank + RANKS - 1) % RANKS;
    }

    /// Data of `rank` are so much longer under way. Behind it everybody waits for data, before it for room.
    RingTraffic withSlowWire(int rank, long nanos) {
        sends.compute(rank, (key, was) -> was.plus(new StepStates(0, 0, nanos, 0)));
        receives.compute(after(rank), (key, was) -> was.plus(new StepStates(0, 0, nanos, 0)));
        return othersWait(rank, nanos);
    }

    /// The host of the receiver of `rank` gives room so much later.
    RingTraffic withSlowReceiver(int rank, long nanos) {
        sends.compute(rank, (key, was) -> was.plus(new StepStates(0, nanos, 0, 0)));
        return othersWait(rank, nanos);
    }

    /// The GPU of `rank` takes and makes everything so much later.
    RingTraffic withSlowGpu(int rank, long nanos) {
        receives.compute(rank, (key, was) -> was.plus(new StepStates(nanos, 0, 0, 0)));
        sends.compute(rank, (key, was) -> was.plus(new StepStates(nanos, 0, 0, 0)));
        sends.compute(before(rank), (key, was) -> was.plus(new StepStates(0, nanos, 0, 0)));
        receives.compute(after(rank), (key, was) -> was.plus(new StepStates(0, 0, nanos, 0)));
        return this;
    }

    /// Before the sender its GPU cannot go on, and the one before that finds no room; behind the receiver data are
    /// missing.
    private RingTraffic othersWait(int rank, long nanos) {
        receives.compute(rank, (key, was) -> was.plus(new StepStates(nanos, 0, 0, 0)));
        sends.compute(before(rank), (key, was) -> was.plus(new StepStates(0, nanos / 2, 0, 0)));
        sends.compute(after(rank), (key, was) -> was.plus(new StepStates(nanos, 0, 0, 0)));
        receives.compute(after(after(rank)), (key, was) -> was.plus(new StepStates(0, 0, nanos, 0)));
        return this;
    }

    /// What a rank tells of these steps.
    List<ConnectionCounters> of(int rank) {
        return List.of(
                counters(ConnectionKey.of(after(rank), Direction.SEND, 0), sends.getOrDefault(rank, SENDS)),
                counters(ConnectionKey.of(before(rank), Direction.RECEIVE, 0), receives.getOrDefault(rank, RECEIVES)));
    }

    /// What a rank tells that sends to `peer`, so long on the wire.
    static ConnectionCounters send(int peer, long wireNanos) {
        return counters(ConnectionKey.of(peer, Direction.SEND, 0), new StepStates(10_000, 10_000, wireNanos, 0));
    }

    void tell(EdgeLog log, long nowNanos) {
        for (int rank = 0; rank < RANKS; rank++) {
            log.add(rank, of(rank), nowNanos);
        }
    }

    private static ConnectionCounters counters(ConnectionKey key, StepStates mean) {
        return new ConnectionCounters(
                key,
                new Volume(8, STEPS * 32, (STEPS * 32) << 19, 0),
                STEPS,
                new StepStates(mean.gpu() * STEPS, mean.peer() * STEPS, mean.network() * STEPS, mean.flush() * STEPS),
                TransferHistogram.EMPTY,
                new Network(Network.IB, 1 << 2, STEPS, STEPS << 19),
                Standing.NOTHING);
    }

    /// A standstill: what is under way at each rank's sending and receiving end, changed by `change` where it began.
    static Map<Integer, List<ConnectionCounters>> stopped(UnaryOperator<ConnectionCounters> change) {
        Map<Integer, List<ConnectionCounters>> byRank = new HashMap<>();
        for (int rank = 0; rank < RANKS; rank++) {
            List<ConnectionCounters> ends = new ArrayList<>();
            ends.add(change.apply(
                    standing(ConnectionKey.of(after(rank), Direction.SEND, 0), new StepStates(0, 8, 0, 0))));
            ends.add(change.apply(
                    standing(ConnectionKey.of(before(rank), Direction.RECEIVE, 0), new StepStates(0, 0, 8, 0))));
            byRank.put(rank, ends);
        }
        return byRank;
    }

    static ConnectionCounters standing(ConnectionKey key, StepStates waiting) {
        return ConnectionCounters.silent(key).with(new Standing(1, 40, waiting));
    }
}
