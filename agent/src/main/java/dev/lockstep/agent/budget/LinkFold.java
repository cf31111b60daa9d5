// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.budget;

import dev.lockstep.agent.snapshot.FoldedSeries;
import dev.lockstep.core.metric.SeriesCost;
import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.Network;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Which links of one communicator are shown one by one; the others are one for each direction. What was decided of a
/// link holds, and so does the network that its first steps went over, because both are in its labels.
final class LinkFold {
    /// What a series of links counts.
    private record Link(OptionalInt peer, Direction direction, String transport, String nic) {
        static Link of(ConnectionCounters first) {
            Network network = first.network();
            return new Link(first.key().peer(), first.key().direction(), network.transportLabel(), network.nicLabel());
        }
    }

    /// What holds of a connection since its first steps.
    private record Decided(Network network, boolean isOwn) {}

    private final GpuFold gpu;
    private final boolean areOneByOne;
    private final Map<ConnectionKey, Decided> decided = new HashMap<>();
    private final Map<Link, Boolean> own = new HashMap<>();
    private final Map<Direction, Boolean> others = new EnumMap<>(Direction.class);
    private int cost;

    /// `areOneByOne` is false where peers mean nothing: of operations of neighbours nobody knows the communicator.
    LinkFold(GpuFold gpu, boolean areOneByOne) {
        this.gpu = gpu;
        this.areOneByOne = areOneByOne;
    }

    /// Finds room for what is new in a reading.
    void admit(List<ConnectionCounters> connections) {
        for (ConnectionCounters each : connections) {
            if (each.volume().steps() > 0 && !decided.containsKey(each.key())) {
                boolean isOwn = own.computeIfAbsent(Link.of(each), this::decide);
                decided.put(each.key(), new Decided(each.network(), isOwn));
            }
        }
    }

    private boolean decide(Link link) {
        boolean isOwn = areOneByOne && link.peer().isPresent() && gpu.budget().takesOwn(SeriesCost.LINK);
        cost += isOwn ? SeriesCost.LINK : 0;
        if (!isOwn) {
            gpu.count(areOneByOne ? FoldedSeries.LINK : FoldedSeries.NONE);
            others.computeIfAbsent(link.direction(), _ -> takesOther());
        }
        return isOwn;
    }

    private boolean takesOther() {
        boolean isTaken = gpu.budget().takesFolded(SeriesCost.LINK);
        cost += isTaken ? SeriesCost.LINK : 0;
        return isTaken;
    }

    /// What is shown of a reading.
    List<ConnectionCounters> show(List<ConnectionCounters> connections) {
        List<ConnectionCounters> visible = new ArrayList<>();
        Map<Direction, ConnectionCounters> sums = new EnumMap<>(Direction.class);
        for (ConnectionCounters each : connections) {
            Decided known = decided.get(each.key());
            if (known == null) {
                continue;
            }
            Direction direction = each.key().direction();
            if (known.isOwn()) {
                visible.add(each.over(known.network()));
            } else if (others.getOrDefault(direction, false)) {
                ConnectionCounters one =
                        each.as(ConnectionKey.others(direction)).over(Network.UNTOLD);
                sums.merge(direction, one, ConnectionCounters::plus);
            }
        }
        visible.addAll(sums.values());
        return visible;
    }

    /// Gives all its room back, and says how much it was.
    void release() {
        gpu.budget().giveBack(cost);
        cost = 0;
    }
}
