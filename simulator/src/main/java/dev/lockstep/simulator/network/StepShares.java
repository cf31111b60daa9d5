// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.network;

import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.StepStates;

/// How a step's time is shared out over its states. A healthy step has most of it on the network; what the
/// whole operation waits for late ranks, each step waits for data; what a slow path costs is on the wire there,
/// and a wait for data everywhere else.
final class StepShares {
    private static final double SENDS_GPU = 0.2;
    private static final double SENDS_PEER = 0.1;
    private static final double RECEIVES_POST = 0.02;
    private static final double RECEIVES_FLUSH = 0.05;
    private static final double RECEIVES_GPU = 0.13;

    private StepShares() {}

    /// Nanoseconds of one step by state.
    ///
    /// @param nanos of the step, `waited` of them for late ranks
    /// @param left what slow paths of the communicator leave of the bandwidth
    /// @param isSlow whether this is a slow path
    static StepStates of(Direction direction, double nanos, double waited, double left, boolean isSlow) {
        double moving = (nanos - waited) * left;
        double lost = (nanos - waited) - moving;
        double wire = isSlow ? lost : 0;
        double starved = waited + (isSlow ? 0 : lost);
        if (direction == Direction.SEND) {
            double gpu = SENDS_GPU * moving + starved;
            double peer = SENDS_PEER * moving;
            return states(nanos, gpu, peer, moving - SENDS_GPU * moving - peer + wire, 0);
        }
        double gpu = RECEIVES_GPU * moving;
        double flush = RECEIVES_FLUSH * moving;
        double post = RECEIVES_POST * moving;
        return states(nanos, gpu, post, moving - gpu - flush - post + wire + starved, flush);
    }

    /// Rounded down, so that a step never takes longer than it has.
    private static StepStates states(double nanos, double gpu, double peer, double network, double flush) {
        long others = (long) gpu + (long) peer + (long) flush;
        return new StepStates((long) gpu, (long) peer, Math.min((long) network, (long) nanos - others), (long) flush);
    }
}
