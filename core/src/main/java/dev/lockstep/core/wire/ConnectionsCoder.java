// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.wire;

import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionCounters.Volume;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.ConnectionKey.Owner;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.Network;
import dev.lockstep.core.model.connection.Standing;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.core.model.connection.TransferHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// Writes and reads the section of connections, since version 1.1. The histograms of transfers stay with the agent.
final class ConnectionsCoder {
    /// What an entry takes at least: one byte a field.
    private static final int ENTRY_BYTES = 21;

    private static final int SENDS = 1;
    private static final int OF_NEIGHBOUR = 2;

    private ConnectionsCoder() {}

    static void write(WireWriter out, List<ConnectionCounters> connections) {
        if (connections.isEmpty()) {
            return;
        }
        FeedEncoder.checkLimit(connections.size(), WireLimits.CONNECTIONS_MAX, "connections");
        int begun = out.begin(WireLayout.CONNECTIONS);
        out.varint(connections.size());
        for (ConnectionCounters each : connections) {
            write(out, each);
        }
        out.end(begun);
    }

    private static void write(WireWriter out, ConnectionCounters each) {
        ConnectionKey key = each.key();
        out.optional(key.peer());
        out.uint8(
                (key.direction() == Direction.SEND ? SENDS : 0) | (key.owner() == Owner.NEIGHBOUR ? OF_NEIGHBOUR : 0));
        out.uint8(key.channel());
        out.count(each.volume().operations(), "proxy operations");
        out.count(each.volume().steps(), "steps");
        out.count(each.volume().bytes(), "bytes");
        out.count(each.volume().restarts(), "restarts");
        out.count(each.timedSteps(), "timed steps");
        states(out, each.nanos());
        out.varint(Integer.toUnsignedLong(each.network().transports()));
        out.varint(Integer.toUnsignedLong(each.network().devices()));
        out.count(each.network().events(), "network events");
        out.count(each.network().bytes(), "network bytes");
        out.count(each.standing().operations(), "proxy operations under way");
        out.count(each.standing().steps(), "outstanding steps");
        states(out, each.standing().waiting());
    }

    private static void states(WireWriter out, StepStates states) {
        out.count(states.gpu(), "steps at the GPU");
        out.count(states.peer(), "steps at the peer");
        out.count(states.network(), "steps on the network");
        out.count(states.flush(), "steps in the flush");
    }

    static List<ConnectionCounters> read(WireReader in) throws WireException {
        int count = in.entries(WireLimits.CONNECTIONS_MAX, ENTRY_BYTES, "connections");
        List<ConnectionCounters> connections = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            connections.add(entry(in));
        }
        return connections;
    }

    private static ConnectionCounters entry(WireReader in) throws WireException {
        OptionalInt peer = in.optionalInt("peer of a connection");
        int flags = in.uint8();
        ConnectionKey key = new ConnectionKey(
                peer,
                (flags & SENDS) != 0 ? Direction.SEND : Direction.RECEIVE,
                in.uint8(),
                (flags & OF_NEIGHBOUR) != 0 ? Owner.NEIGHBOUR : Owner.SELF);
        return new ConnectionCounters(
                key,
                new Volume(in.count("proxy operations"), in.count("steps"), in.count("bytes"), in.count("restarts")),
                in.count("timed steps"),
                states(in),
                TransferHistogram.EMPTY,
                new Network(
                        (int) in.count("transports"),
                        (int) in.count("devices"),
                        in.count("network events"),
                        in.count("network bytes")),
                new Standing(in.count("proxy operations under way"), in.count("outstanding steps"), states(in)));
    }

    private static StepStates states(WireReader in) throws WireException {
        return new StepStates(in.count("state"), in.count("state"), in.count("state"), in.count("state"));
    }
}
