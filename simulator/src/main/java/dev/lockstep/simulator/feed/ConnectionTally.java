// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.feed;

import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionCounters.Volume;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.Network;
import dev.lockstep.core.model.connection.Standing;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.core.model.connection.TransferHistogram;
import dev.lockstep.simulator.network.Moment;
import dev.lockstep.simulator.network.Moment.What;
import dev.lockstep.simulator.network.NetworkPart;
import dev.lockstep.simulator.network.NetworkPlan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What went over the connections of one communicator since it was told.
final class ConnectionTally {
    private final Map<ConnectionKey, ConnectionCounters> counters = new TreeMap<>();

    /// An operation's part that has ended.
    ///
    /// @param isTimed whether its steps are
    void add(NetworkPart part, boolean isTimed) {
        ConnectionKey key = ConnectionKey.of(part.peer(), part.direction(), part.channel());
        long bytes = part.stepBytes() * NetworkPlan.STEPS;
        ConnectionCounters more = new ConnectionCounters(
                key,
                new Volume(1, NetworkPlan.STEPS, bytes, 0),
                isTimed ? NetworkPlan.STEPS : 0,
                isTimed ? states(part) : StepStates.NONE,
                TransferHistogram.EMPTY,
                new Network(Network.IB, 1 << part.device(), NetworkPlan.STEPS, bytes),
                Standing.NOTHING);
        counters.merge(key, more, ConnectionCounters::plus);
    }

    /// All steps are alike.
    private static StepStates states(NetworkPart part) {
        boolean sends = part.direction() == Direction.SEND;
        long peerFrom = sends ? at(part, What.PEER) : at(part, What.START);
        long network = at(part, What.NETWORK);
        long networkTo = sends ? at(part, What.STOP) : at(part, What.FLUSH);
        long gpu = sends ? peerFrom - at(part, What.START) : at(part, What.STOP) - at(part, What.GPU);
        long flush = sends ? 0 : at(part, What.GPU) - networkTo;
        return new StepStates(
                NetworkPlan.STEPS * gpu,
                NetworkPlan.STEPS * (network - peerFrom),
                NetworkPlan.STEPS * (networkTo - network),
                NetworkPlan.STEPS * flush);
    }

    private static long at(NetworkPart part, What what) {
        for (Moment moment : part.moments()) {
            if (moment.what() == what && moment.step() == 0) {
                return moment.trueNanos();
            }
        }
        throw new IllegalStateException("a step without " + what);
    }

    List<ConnectionCounters> take() {
        List<ConnectionCounters> taken = List.copyOf(counters.values());
        counters.clear();
        return taken;
    }
}
