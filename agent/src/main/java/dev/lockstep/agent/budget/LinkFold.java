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
    private record Link(OptionalInt peer, Direction direction, String transport, String nic) {}

    private final GpuFold gpu;
    private final boolean areOneByOne;
    private final Map<ConnectionKey, Network> networks = new HashMap<>();
    private final Map<Link, Boolean> shown = new HashMap<>();
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
            if (each.volume().steps() > 0) {
                networks.computeIfAbsent(each.key(), _ -> each.network());
                shown.computeIfAbsent(linkOf(each), this::decide);
            }
        }
    }

    private Link linkOf(ConnectionCounters of) {
        Network network = networks.getOrDefault(of.key(), of.network());
        return new Link(of.key().peer(), of.key().direction(), network.transportLabel(), network.nicLabel());
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
            if (!networks.containsKey(each.key())) {
                continue;
            }
            Direction direction = each.key().direction();
            if (shown.getOrDefault(linkOf(each), false)) {
                visible.add(each.over(networks.getOrDefault(each.key(), Network.UNTOLD)));
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
