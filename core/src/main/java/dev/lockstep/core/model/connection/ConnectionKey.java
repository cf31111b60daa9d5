// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.connection;

import java.util.Comparator;
import java.util.OptionalInt;

/// Which connection of a communicator: its peer there, absent for all that found no room, its channel, and whose
/// operations they are.
public record ConnectionKey(OptionalInt peer, Direction direction, int channel, Owner owner)
        implements Comparable<ConnectionKey> {
    private static final Comparator<ConnectionKey> ORDER = Comparator.comparing(ConnectionKey::owner)
            .thenComparingInt(key -> key.peer().orElse(Integer.MAX_VALUE))
            .thenComparing(ConnectionKey::direction)
            .thenComparingInt(ConnectionKey::channel);

    /// Whose operations go over a connection.
    public enum Owner {
        /// The process that tells of it.
        SELF,
        /// A neighbour's, whose data this process sends and receives (PXN). The communicator is not known here.
        NEIGHBOUR
    }

    /// A connection of the process itself.
    public static ConnectionKey of(int peer, Direction direction, int channel) {
        return new ConnectionKey(OptionalInt.of(peer), direction, channel, Owner.SELF);
    }

    /// All those of a direction that are not told one by one.
    public static ConnectionKey others(Direction direction) {
        return new ConnectionKey(OptionalInt.empty(), direction, 0, Owner.SELF);
    }

    @Override
    public int compareTo(ConnectionKey that) {
        return ORDER.compare(this, that);
    }
}
