// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.network;

import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.simulator.scenario.Fault.Holder;

/// How a step's time is shared out over its states. A healthy step has most of it on the network; what the
/// whole operation waits for late ranks, each step waits for data. What a slow path costs depends on what holds it:
///
/// | held by | at the slow rank | at a neighbour of it | elsewhere |
/// |---|---|---|---|
/// | the wire | on the wire | on the wire | no data |
/// | its GPU | its data are neither made nor taken | a send has no room, a receive no data | half of each |
/// | its host | a receive is not asked for, a send has no data | a send has no room, a receive no data | half of each |
///
/// Elsewhere some wait for data that come late and some for room that is given late, as data go round.
final class StepShares {
    private static final double SENDS_GPU = 0.2;
    private static final double SENDS_PEER = 0.1;
    private static final double RECEIVES_POST = 0.02;
    private static final double RECEIVES_FLUSH = 0.05;
    private static final double RECEIVES_GPU = 0.13;

    private StepShares() {}

    /// Where the slow path is, seen from a connection.
    enum Where {
        /// It is the rank's own.
        HERE,
        /// It is that of its peer.
        AT_PEER,
        /// It is somebody else's.
        ELSEWHERE
    }

    /// The slowest path of a communicator.
    ///
    /// @param left what it leaves of the bandwidth
    record Slowness(double left, Holder holder, Where where) {
        static final Slowness NONE = new Slowness(1, Holder.WIRE, Where.ELSEWHERE);
    }

    /// Nanoseconds of one step by state.
    ///
    /// @param nanos of the step, `waited` of them for late ranks
    static StepStates of(Direction direction, double nanos, double waited, Slowness slowness) {
        double moving = (nanos - waited) * slowness.left();
        StepStates lost = lost(direction, nanos - waited - moving, slowness);
        if (direction == Direction.SEND) {
            double gpu = SENDS_GPU * moving;
            double peer = SENDS_PEER * moving;
            double network = moving - gpu - peer;
            return states(nanos, gpu + waited + lost.gpu(), peer + lost.peer(), network + lost.network(), 0);
        }
        double gpu = RECEIVES_GPU * moving;
        double flush = RECEIVES_FLUSH * moving;
        double post = RECEIVES_POST * moving;
        double network = moving - gpu - flush - post;
        return states(nanos, gpu + lost.gpu(), post + lost.peer(), network + waited + lost.network(), flush);
    }

    /// What a slow path costs, where it is waited for.
    private static StepStates lost(Direction direction, double nanos, Slowness slowness) {
        boolean sends = direction == Direction.SEND;
        long all = (long) nanos;
        StepStates noData = sends ? new StepStates(all, 0, 0, 0) : new StepStates(0, 0, all, 0);
        StepStates noRoom = sends ? new StepStates(0, all, 0, 0) : new StepStates(all, 0, 0, 0);
        if (slowness.holder() == Holder.WIRE) {
            return slowness.where() == Where.ELSEWHERE ? noData : new StepStates(0, 0, all, 0);
        }
        return switch (slowness.where()) {
            case HERE -> {
                boolean isItsGpu = slowness.holder() == Holder.SENDER || sends;
                yield isItsGpu ? new StepStates(all, 0, 0, 0) : new StepStates(0, all, 0, 0);
            }
            case AT_PEER -> sends ? noRoom : noData;
            case ELSEWHERE -> half(noData).plus(half(noRoom));
        };
    }

    private static StepStates half(StepStates of) {
        return new StepStates(of.gpu() / 2, of.peer() / 2, of.network() / 2, of.flush() / 2);
    }

    /// Rounded down, so that a step never takes longer than it has.
    private static StepStates states(double nanos, double gpu, double peer, double network, double flush) {
        long others = (long) gpu + (long) peer + (long) flush;
        return new StepStates((long) gpu, (long) peer, Math.min((long) network, (long) nanos - others), (long) flush);
    }
}
