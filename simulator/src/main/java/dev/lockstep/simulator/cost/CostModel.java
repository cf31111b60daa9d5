// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.cost;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.scenario.Fabric;
import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.scenario.Fault.Link;
import dev.lockstep.simulator.topology.Communicator;
import dev.lockstep.simulator.topology.RankLayout;
import java.util.Optional;

/// Transfer times without noise: latency per hop plus bytes over bandwidth, by algorithm, protocol
/// and the slowest link class on the way.
public final class CostModel {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Fabric fabric;
    private final RankLayout layout;
    private final PathFactors factors;

    public CostModel(Fabric fabric, RankLayout layout, PathFactors factors) {
        this.fabric = fabric;
        this.layout = layout;
        this.factors = factors;
    }

    /// A collective at a step.
    ///
    /// @param sizeBytes as nccl-tests count it
    public Transfer collective(
            NcclFunction function, Choice choice, long sizeBytes, Communicator communicator, int step) {
        double busBytes = sizeBytes * wireFactor(function, choice, communicator);
        double efficiency = efficiency(choice.protocol());
        double inside = busBytes / (fabric.nvlinkBytesPerSecond() * efficiency);
        double latency = hops(function, choice, communicator) * hopNanos(choice, communicator);
        double slowInside =
                inside / factors.slowest(communicator, Link.NVLINK, step).factor();
        if (communicator.nodes() == 1) {
            return Transfer.even(Math.round(latency + slowInside * NANOS_PER_SECOND));
        }
        double rails = communicator.ranksPerNode();
        double between = busBytes / (fabric.networkBytesPerSecond() * rails * efficiency);
        PathFactors.Slowest slowest = factors.slowest(communicator, Link.NETWORK, step);
        Optional<Fault.SlowChannel> channel = factors.slowChannel(communicator, step);
        if (channel.isPresent() && channel.get().channel() < choice.channels()) {
            long even = Math.round(latency + Math.max(slowInside, between) * NANOS_PER_SECOND);
            double lagging =
                    latency + Math.max(slowInside, between / channel.get().factor()) * NANOS_PER_SECOND;
            return new Transfer(Math.round(lagging), even, channel.get().channel(), fabric.channels());
        }
        double healthy = Math.max(slowInside, between);
        double slow = Math.max(slowInside, between / slowest.factor());
        return new Transfer(
                Math.round(latency + slow * NANOS_PER_SECOND),
                Math.round(latency + healthy * NANOS_PER_SECOND),
                slowest.rail(),
                communicator.ranksPerNode());
    }

    /// One Send with its Recv at a step.
    public long pointToPoint(long bytes, int sender, int receiver, int step) {
        boolean crosses = layout.node(sender) != layout.node(receiver);
        Link link = crosses ? Link.NETWORK : Link.NVLINK;
        double factor = Math.min(factors.of(sender, link, step), factors.of(receiver, link, step));
        double bandwidth = crosses ? fabric.networkBytesPerSecond() : fabric.nvlinkBytesPerSecond();
        long latency = crosses ? fabric.networkLatencyNanos() : fabric.nvlinkLatencyNanos();
        return latency * 2 + Math.round(bytes / (bandwidth * factor) * NANOS_PER_SECOND);
    }

    /// Bytes on the busiest link per byte of the operation. Switches that reduce halve AllReduce.
    private static double wireFactor(NcclFunction function, Choice choice, Communicator communicator) {
        double factor = function.busFactor(communicator.ranks());
        boolean inSwitch =
                choice.algorithm().startsWith("NVLS") || choice.algorithm().startsWith("COLLNET");
        return inSwitch && function == NcclFunction.ALL_REDUCE ? factor * 0.6 : factor;
    }

    private static double efficiency(String protocol) {
        return switch (protocol) {
            case Choice.LL -> 0.45;
            case Choice.LL128 -> 0.88;
            default -> 1;
        };
    }

    private static double hops(NcclFunction function, Choice choice, Communicator communicator) {
        int ranks = communicator.ranks();
        return switch (choice.algorithm()) {
            case "RING" -> function == NcclFunction.ALL_REDUCE ? 2.0 * (ranks - 1) : ranks - 1;
            case "TREE", "NVLS_TREE" -> 2.0 * log2(communicator.nodes()) + 2;
            case "PAT" -> log2(ranks) + 1.0;
            default -> 4;
        };
    }

    /// Rings over several nodes cross the network once a node, the rest are hops inside.
    private double hopNanos(Choice choice, Communicator communicator) {
        double protocol = switch (choice.protocol()) {
            case Choice.LL -> 0.7;
            case Choice.LL128 -> 1;
            default -> 1.6;
        };
        double inside = fabric.nvlinkLatencyNanos();
        double between = communicator.nodes() > 1 ? fabric.networkLatencyNanos() : inside;
        boolean ring = choice.algorithm().equals("RING");
        double crossing = ring ? 1.0 / communicator.ranksPerNode() : 1;
        return protocol * (between * crossing + inside * (1 - crossing));
    }

    private static int log2(int value) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, value - 1));
    }
}
