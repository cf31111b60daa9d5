// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.role;

import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.SeriesKey;
import java.util.Collection;

/// Which kinds of operations a communicator has carried. An AlltoAll is seen as such or, since it is grouped Send and
/// Recv, by its Send to oneself.
public record Traffic(boolean hasCollectives, boolean hasPointToPoint, boolean hasAllToAll) {
    /// Nothing was seen yet.
    public static final Traffic NONE = new Traffic(false, false, false);

    /// The traffic of these series.
    public static Traffic of(Collection<SeriesKey> series) {
        Traffic traffic = NONE;
        for (SeriesKey key : series) {
            traffic = traffic.plus(of(key));
        }
        return traffic;
    }

    private static Traffic of(SeriesKey key) {
        return switch (key.function()) {
            case SEND, RECV -> new Traffic(false, true, key.kind() == OperationKind.SELF);
            case ALL_TO_ALL -> new Traffic(false, false, true);
            case ALL_GATHER, ALL_REDUCE, BROADCAST, GATHER, REDUCE, REDUCE_SCATTER, SCATTER ->
                new Traffic(true, false, false);
            case OTHER -> NONE;
        };
    }

    /// That and what a series is of; the same object where that adds nothing.
    public Traffic with(SeriesKey key) {
        Traffic more = plus(of(key));
        return more.equals(this) ? this : more;
    }

    /// Both together.
    public Traffic plus(Traffic that) {
        return new Traffic(
                hasCollectives || that.hasCollectives,
                hasPointToPoint || that.hasPointToPoint,
                hasAllToAll || that.hasAllToAll);
    }

    private boolean isNone() {
        return equals(NONE);
    }

    /// Whether a communicator of that role carries such traffic.
    boolean suits(Role role) {
        return switch (role) {
            case TENSOR, DATA, EXPERT_DATA, EMBEDDING -> !hasPointToPoint && !hasAllToAll;
            case PIPELINE -> isNone() || (hasPointToPoint && !hasAllToAll);
            case EXPERT -> isNone() || hasAllToAll || hasPointToPoint;
            case CONTEXT -> !hasAllToAll;
            case WORLD, SEVERAL -> true;
        };
    }
}
