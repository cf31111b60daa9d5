// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.edge;

import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.StepStates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The network edge at which an operation stopped first, when all ranks have entered it and nothing moves. What stopped
/// later waits for it: before it nobody has room, behind it nobody has data.
///
/// @param from rank in the communicator that sends
/// @param to rank that receives
/// @param steps of the operation that had not ended there
public record StuckEdge(int from, int to, int channel, Holder holder, long steps) {
    private record Lane(int from, int to, int channel) {}

    private record Ring(int rank, int channel) {}

    private record End(int rank, ConnectionCounters told) {
        int from() {
            return sends() ? rank : told.key().peer().orElseThrow();
        }

        int to() {
            return sends() ? told.key().peer().orElseThrow() : rank;
        }

        boolean sends() {
            return told.key().direction() == Direction.SEND;
        }

        int channel() {
            return told.key().channel();
        }

        long steps() {
            return told.standing().steps();
        }

        StepStates waiting() {
            return told.standing().waiting();
        }

        Lane lane() {
            return new Lane(from(), to(), channel());
        }

        StuckEdge heldBy(Holder holder) {
            return new StuckEdge(from(), to(), channel(), holder, steps());
        }
    }

    /// Looks at what each rank of one communicator told last.
    public static Optional<StuckEdge> in(Map<Integer, List<ConnectionCounters>> byRank) {
        List<End> ends = new ArrayList<>();
        byRank.forEach((rank, connections) -> connections.stream()
                .filter(each -> each.key().owner() == ConnectionKey.Owner.SELF
                        && each.key().peer().isPresent()
                        && each.standing().steps() > 0)
                .forEach(each -> ends.add(new End(rank, each))));
        return onTheWire(ends).or(() -> atAGpu(ends)).or(() -> atAReceiver(ends));
    }

    /// Data that were handed to the network and never confirmed. Of several channels of the edge, the one with most
    /// before it stopped first.
    private static Optional<StuckEdge> onTheWire(List<End> ends) {
        return only(ends.stream()
                        .filter(end -> end.sends() && end.waiting().network() > 0)
                        .toList())
                .map(end -> end.heldBy(Holder.WIRE));
    }

    /// A GPU that has what it needs, does not take it and makes nothing.
    private static Optional<StuckEdge> atAGpu(List<End> ends) {
        Set<Ring> making = ends.stream()
                .filter(out -> out.sends() && out.waiting().gpu() > 0)
                .map(out -> new Ring(out.from(), out.channel()))
                .collect(Collectors.toSet());
        return only(ends.stream()
                        .filter(end -> !end.sends()
                                && end.waiting().gpu() > 0
                                && making.contains(new Ring(end.to(), end.channel())))
                        .toList())
                .map(end -> end.heldBy(Holder.GPU));
    }

    /// Data that find no room at a receiver that has asked for none.
    private static Optional<StuckEdge> atAReceiver(List<End> ends) {
        Set<Lane> idle = ends.stream()
                .filter(in -> !in.sends() && in.waiting().sum() == 0)
                .map(End::lane)
                .collect(Collectors.toSet());
        return only(ends.stream()
                        .filter(end -> end.sends() && end.waiting().peer() > 0 && idle.contains(end.lane()))
                        .toList())
                .map(end -> end.heldBy(Holder.RECEIVER));
    }

    /// The channel with most before it, if all these are channels of one edge.
    private static Optional<End> only(List<End> ends) {
        boolean isOne = ends.stream()
                        .map(end -> Map.entry(end.from(), end.to()))
                        .distinct()
                        .count()
                == 1;
        return isOne ? ends.stream().max(Comparator.comparingLong(End::steps)) : Optional.empty();
    }

    /// One sentence for a person.
    public String sentence() {
        return "the network edge from communicator rank %d to %d stopped first, on channel %d with %d steps to go; %s holds it"
                .formatted(from, to, channel, steps, holder.words());
    }
}
