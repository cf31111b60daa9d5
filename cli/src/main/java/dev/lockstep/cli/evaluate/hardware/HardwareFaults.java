// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.hardware;

import dev.lockstep.cli.evaluate.cases.CaseBuilder;
import dev.lockstep.cli.evaluate.cases.CaseKind;
import dev.lockstep.cli.evaluate.cases.ClusterShape;
import dev.lockstep.cli.evaluate.cases.Culprit;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.simulator.feed.FeedSettings.Connections;
import dev.lockstep.simulator.topology.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Faults of devices: each has to be named with kind, culprit and device.
final class HardwareFaults {
    private static final List<Integer> DOUBLE = List.of(100);
    private static final List<Integer> IS_OR_IS_NOT = List.of(0);
    private static final int NODES_TO_COMPARE = 3;
    private static final int RANKS_MAX = 64;
    private static final int STOP_SECONDS = 200;
    private static final int QUIET_SECONDS = 160;

    private HardwareFaults() {}

    /// In the order of the report. What a path is seen by comes twice: with what each step waited for, and without.
    static List<CaseKind> all() {
        List<CaseKind> all = new ArrayList<>();
        for (String symptom : List.of("flapping-nic", "lossy-link", "pcie-downgrade")) {
            all.add(path(symptom, Connections.COUNTED));
            all.add(path(symptom, Connections.TIMED));
        }
        all.add(slow("slow-rail", HardwareFaults::hasRails, made -> rail(made, Connections.COUNTED)));
        all.add(slow("slow-rail+steps", HardwareFaults::hasRails, made -> rail(made, Connections.TIMED)));
        all.add(slow("slow-edge-sender+steps", HardwareFaults::hasEdges, HardwareFaults::sender));
        all.add(slow("slow-edge-receiver+steps", HardwareFaults::hasEdges, HardwareFaults::receiver));
        all.add(slow("nvlink-degraded", HardwareFaults::loadsNvlink, HardwareFaults::nvlink));
        all.add(slow("throttled-gpu", HardwareFaults::isSmall, HardwareFaults::throttled));
        all.add(is("xid-hang", HardwareFaults::isSmall, HardwareFaults::xidHang));
        all.add(is("odd-firmware", HardwareFaults::hasPeers, HardwareFaults::oddFirmware));
        return all;
    }

    private static CaseKind slow(String name, Predicate<ClusterShape> fits, Consumer<CaseBuilder> recipe) {
        return new CaseKind(name, true, DOUBLE, fits, recipe);
    }

    private static CaseKind is(String name, Predicate<ClusterShape> fits, Consumer<CaseBuilder> recipe) {
        return new CaseKind(name, true, IS_OR_IS_NOT, fits, recipe);
    }

    private static CaseKind path(String symptom, Connections connections) {
        String name = connections == Connections.TIMED ? symptom + "+steps" : symptom;
        return slow(name, HardwareFaults::loadsNetwork, made -> {
            int rank = made.rank();
            Culprit path = new Culprit.OfPath(rank, made.members(rank, Role.DATA));
            link(made, "rank=" + rank, connections, path, told(made, rank, symptom));
            tells(made, symptom, rank);
        });
    }

    private static boolean isSmall(ClusterShape shape) {
        return shape.ranks() <= RANKS_MAX;
    }

    private static boolean loadsNetwork(ClusterShape shape) {
        return isSmall(shape) && shape.loadsNetwork();
    }

    private static boolean hasPeers(ClusterShape shape) {
        return isSmall(shape) && shape.nodes() >= NODES_TO_COMPARE;
    }

    private static boolean hasEdges(ClusterShape shape) {
        return loadsNetwork(shape) && shape.nodes() >= NODES_TO_COMPARE;
    }

    /// Data groups that cross nodes, several of them.
    private static boolean hasRails(ClusterShape shape) {
        return hasEdges(shape) && shape.pipeline() == 1 && shape.tensor() > 1;
    }

    /// Tensor groups inside nodes, and no more rails in a data group than that the network stays its slowest part.
    private static boolean loadsNvlink(ClusterShape shape) {
        return isSmall(shape) && shape.tensor() > 1 && shape.nodes() > 1 && shape.gpus() <= 2 * shape.tensor();
    }

    private static void link(CaseBuilder made, String where, Connections connections, Culprit culprit, String fact) {
        made.telling(settings -> settings.withConnections(connections))
                .fault(
                        "slow-link %s from=%d factor=%s".formatted(where, made.from(), 1 / (2 * made.factor())),
                        Set.of(FindingKind.SLOW_LINK),
                        new Culprit.WithFact(culprit, fact));
    }

    /// Adds what the devices of these ranks tell from the moment of the fault on, and their agents that tell it.
    private static void tells(CaseBuilder made, String symptom, int... ranks) {
        for (int rank : ranks) {
            made.line("hardware: %s rank=%d from=%d".formatted(symptom, rank, made.from()));
        }
        made.delivery(ToldDevices.of(made));
    }

    /// How the evidence begins: `mlx5_1:1 of sim-node-3 `.
    private static String told(CaseBuilder made, int rank, String symptom) {
        int gpus = made.shape().gpus();
        String device = ToldDevices.device(symptom, rank, gpus);
        return device + " of sim-node-" + made.shape().node(rank) + " ";
    }

    private static void rail(CaseBuilder made, Connections connections) {
        int rail = made.draw(made.shape().gpus());
        int[] ranks = new int[made.shape().nodes()];
        for (int node = 0; node < ranks.length; node++) {
            ranks[node] = node * made.shape().gpus() + rail;
        }
        Culprit culprit = new Culprit.OfRail(rail, made.shape().gpus(), ranks.length);
        link(made, "rail=" + rail, connections, culprit, told(made, ranks[0], "lossy-link"));
        tells(made, "lossy-link", ranks);
    }

    private static void sender(CaseBuilder made) {
        int rank = made.rank();
        Culprit culprit = new Culprit.WithFact(new Culprit.OfRank(rank), "and its GPU holds it");
        link(made, "rank=" + rank + " held=sender", Connections.TIMED, culprit, told(made, rank, "narrow-gpu"));
        tells(made, "narrow-gpu", rank);
    }

    private static void receiver(CaseBuilder made) {
        int rank = made.rank();
        String fact = "and the receiver's host holds it";
        link(made, "rank=" + rank + " held=receiver", Connections.TIMED, new Culprit.OfRank(rank), fact);
    }

    private static void nvlink(CaseBuilder made) {
        int rank = made.rank();
        made.fault(
                "slow-link rank=%d link=nvlink from=%d factor=0.4".formatted(rank, made.from()),
                Set.of(FindingKind.SLOW_LINK),
                new Culprit.WithFact(
                        new Culprit.OfNode(made.shape().node(rank), made.shape().gpus()),
                        told(made, rank, "nvlink-degraded")));
        tells(made, "nvlink-degraded", rank);
    }

    private static void throttled(CaseBuilder made) {
        int rank = made.rank();
        made.fault(
                "late-rank rank=%d from=%d factor=2".formatted(rank, made.from()),
                Set.of(FindingKind.STRAGGLER_GPU),
                new Culprit.WithFact(new Culprit.OfRank(rank), told(made, rank, "throttled-gpu")));
        tells(made, "throttled-gpu", rank);
    }

    private static void xidHang(CaseBuilder made) {
        int rank = made.rank();
        Role role = made.collectiveRole();
        made.seconds(STOP_SECONDS)
                .fault(
                        "gpu-stall rank=%d group=%s operation=%d from=%d"
                                .formatted(rank, role.prefix(), made.operation(role), made.from()),
                        Set.of(FindingKind.HANG_NOT_STARTED),
                        new Culprit.WithFact(
                                new Culprit.OfRank(rank), told(made, rank, "xid") + "has fallen off the bus (Xid 79)"));
        tells(made, "xid", rank);
    }

    private static void oddFirmware(CaseBuilder made) {
        int rank = made.rank();
        made.seconds(QUIET_SECONDS)
                .steps(QUIET_SECONDS)
                .expect(
                        Set.of(FindingKind.ODD_HARDWARE),
                        new Culprit.OfDevice(
                                made.shape().node(rank),
                                ToldDevices.device(
                                        "odd-firmware", rank, made.shape().gpus())))
                .line("hardware: odd-firmware rank=" + rank)
                .delivery(ToldDevices.of(made));
    }
}
