// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.cost;

import dev.lockstep.simulator.scenario.Decoy;
import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.scenario.Fault.Link;
import dev.lockstep.simulator.scenario.Fault.Place;
import dev.lockstep.simulator.scenario.Fault.SlowLink;
import dev.lockstep.simulator.topology.Communicator;
import dev.lockstep.simulator.topology.RankLayout;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What slow links leave of the bandwidth at a step.
public final class PathFactors {
    private final RankLayout layout;
    private final List<SlowLink> slow;
    private final List<Fault.SlowChannel> channels;
    private final List<Decoy.Congestion> congestions;

    /// Of a cluster that nothing congests.
    public PathFactors(RankLayout layout, List<Fault> faults) {
        this(layout, faults, List.of());
    }

    /// Of a cluster with slow links and congestions.
    public PathFactors(RankLayout layout, List<Fault> faults, List<Decoy> decoys) {
        this.layout = layout;
        this.channels = faults.stream()
                .filter(Fault.SlowChannel.class::isInstance)
                .map(Fault.SlowChannel.class::cast)
                .toList();
        this.congestions = decoys.stream()
                .filter(Decoy.Congestion.class::isInstance)
                .map(Decoy.Congestion.class::cast)
                .toList();
        this.slow = faults.stream()
                .filter(SlowLink.class::isInstance)
                .map(SlowLink.class::cast)
                .toList();
    }

    /// The share of its bandwidth that slow links leave to the path of `rank` between nodes, congestion aside.
    public double ofNetwork(int rank, int step) {
        return of(rank, Link.NETWORK, step) / ofAll(step);
    }

    /// What holds up the path of `rank` between nodes; the wire where nothing does.
    public Fault.Holder holderAt(int rank, int step) {
        return slow.stream()
                .filter(fault -> fault.link() == Link.NETWORK && isActive(fault, step) && touches(fault, rank))
                .min(Comparator.comparingDouble(SlowLink::factor))
                .map(SlowLink::holder)
                .orElse(Fault.Holder.WIRE);
    }

    /// The share of its bandwidth that the link of `rank` has.
    double of(int rank, Link link, int step) {
        double factor = link == Link.NETWORK ? ofAll(step) : 1;
        for (SlowLink fault : slow) {
            if (fault.link() == link && isActive(fault, step) && touches(fault, rank)) {
                factor = Math.min(factor, fault.factor());
            }
        }
        return factor;
    }

    /// The slowest path of a communicator.
    Slowest slowest(Communicator communicator, Link link, int step) {
        if (slow.isEmpty() && congestions.isEmpty()) {
            return Slowest.NONE;
        }
        double all = link == Link.NETWORK ? ofAll(step) : 1;
        double least = all;
        BitSet rails = new BitSet();
        for (int i = 0; i < communicator.ranks(); i++) {
            double factor = of(communicator.worldRank(i), link, step);
            if (factor < all) {
                rails.set(i % communicator.ranksPerNode());
            }
            least = Math.min(least, factor);
        }
        boolean oneOfSeveral = rails.cardinality() == 1 && communicator.ranksPerNode() > 1;
        return new Slowest(least, oneOfSeveral ? rails.nextSetBit(0) : -1);
    }

    /// The slow channel of a communicator over the network; absent if none is.
    Optional<Fault.SlowChannel> slowChannel(Communicator communicator, int step) {
        for (Fault.SlowChannel fault : channels) {
            boolean isActive = step >= fault.fromStep() && step < fault.toStep();
            if (isActive && communicator.commRank(fault.rank()) >= 0) {
                return Optional.of(fault);
            }
        }
        return Optional.empty();
    }

    private double ofAll(int step) {
        double factor = 1;
        for (Decoy.Congestion congestion : congestions) {
            if (step >= congestion.from() && step < congestion.to()) {
                factor *= congestion.factor();
            }
        }
        return factor;
    }

    private static boolean isActive(SlowLink fault, int step) {
        return step >= fault.fromStep() && step < fault.toStep();
    }

    private boolean touches(SlowLink fault, int rank) {
        return switch (fault.place()) {
            case Place.OfRank(int slowRank) -> rank == slowRank;
            case Place.OfNode(int node) -> layout.node(rank) == node;
            case Place.OfRail(int rail) -> layout.localRank(rank) == rail;
        };
    }

    /// @param rail the only rail that is slow, -1 if all are alike
    record Slowest(double factor, int rail) {
        static final Slowest NONE = new Slowest(1, -1);
    }
}
