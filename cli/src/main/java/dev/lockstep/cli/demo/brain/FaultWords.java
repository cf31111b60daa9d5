// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.brain;

import dev.lockstep.cli.text.Units;
import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.scenario.Fault.Place;
import java.util.List;
import java.util.Locale;

/// What a fault does, in one sentence.
final class FaultWords {
    private final List<String> nodes;
    private final int gpusPerNode;

    private FaultWords(List<String> nodes, int gpusPerNode) {
        this.nodes = nodes;
        this.gpusPerNode = gpusPerNode;
    }

    static String of(Fault fault, List<String> nodes, int gpusPerNode) {
        return new FaultWords(nodes, gpusPerNode).words(fault);
    }

    private String words(Fault fault) {
        return switch (fault) {
            case Fault.LateRank late ->
                "the GPU of " + rank(late.rank()) + " computes " + times(late.factor()) + " as long";
            case Fault.LateHost late ->
                "the host of " + rank(late.rank()) + " comes " + late.delayNanos() / 1_000_000
                        + " ms late to each step";
            case Fault.LateNode late ->
                "the GPUs of " + nodes.get(late.node()) + " compute " + times(late.factor()) + " as long";
            case Fault.SlowTrend trend ->
                "the GPU of " + rank(trend.rank()) + " computes longer from step to step, up to "
                        + times(trend.factor()) + " as long";
            case Fault.SlowLink slow ->
                "the " + (slow.link() == Fault.Link.NVLINK ? "NVLink" : "network path") + " of " + place(slow.place())
                        + " keeps " + Units.percent(slow.factor()) + " of its bandwidth" + heldBy(slow);
            case Fault.SlowChannel slow ->
                "channel " + slow.channel() + " of " + rank(slow.rank()) + " keeps " + Units.percent(slow.factor())
                        + " of its bandwidth";
            case Fault.Stop stop -> stop(stop);
            case Fault.Crash crash -> "the processes of " + nodes.get(crash.node()) + " are killed";
            case Fault.Kill kill -> "the process of " + rank(kill.rank()) + " is killed";
            case Fault.StuckSetup stuck ->
                rank(stuck.rank()) + " never makes its " + stuck.role().prefix() + " communicator";
        };
    }

    private String stop(Fault.Stop stop) {
        String group = stop.role().prefix();
        return switch (stop.form()) {
            case HANG -> rank(stop.rank()) + " never enters an operation of its " + group + " group";
            case MISMATCHED_FUNCTION ->
                rank(stop.rank()) + " enters another function than its peers in its " + group + " group";
            case MISMATCHED_SIZE -> rank(stop.rank()) + " enters half the size in its " + group + " group";
            case GPU_STALL -> "the GPU of " + rank(stop.rank()) + " starts nothing any more";
            case STUCK_TRANSFER -> "no data moves any more in the " + group + " group of " + rank(stop.rank());
        };
    }

    private String place(Place place) {
        return switch (place) {
            case Place.OfRank(int rank) -> rank(rank);
            case Place.OfNode(int node) -> nodes.get(node);
            case Place.OfRail(int rail) -> "rail " + rail;
        };
    }

    private static String heldBy(Fault.SlowLink slow) {
        return slow.holder() == Fault.Holder.WIRE
                ? ""
                : ", held by " + slow.holder().words();
    }

    private String rank(int rank) {
        return "rank " + rank + " (" + nodes.get(rank / gpusPerNode) + ")";
    }

    private static String times(double factor) {
        return String.format(Locale.ROOT, "%.3g", factor).replaceFirst("\\.?0+$", "") + " times";
    }
}
