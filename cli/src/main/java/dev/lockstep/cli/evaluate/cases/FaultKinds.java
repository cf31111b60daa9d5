// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate.cases;

import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.simulator.topology.Role;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Everything that has to be named.
public final class FaultKinds {
    private static final List<Integer> ALL_STRENGTHS = List.of(5, 20, 100);
    private static final List<Integer> STRONG = List.of(20, 100);
    private static final List<Integer> IS_OR_IS_NOT = List.of(0);
    private static final List<Integer> DOUBLE = List.of(100);
    private static final int STOP_SECONDS = 200;

    private FaultKinds() {}

    /// In the order of the report.
    public static List<CaseKind> all() {
        return List.of(
                slow("late-rank", ALL_STRENGTHS, ClusterShape::isAny, FaultKinds::lateRank),
                slow("late-host", ALL_STRENGTHS, ClusterShape::isAny, FaultKinds::lateHost),
                slow("late-node", ALL_STRENGTHS, ClusterShape::isSpread, FaultKinds::lateNode),
                slow("slow-trend", STRONG, ClusterShape::isAny, FaultKinds::slowTrend),
                slow("slow-path", ALL_STRENGTHS, ClusterShape::loadsNetwork, FaultKinds::slowPath),
                slow("slow-channel", STRONG, ClusterShape::loadsNetwork, FaultKinds::slowChannel),
                slow("two-late-ranks", STRONG, ClusterShape::isSpread, FaultKinds::twoLateRanks),
                slow("late-rank+late-host", DOUBLE, ClusterShape::isSpread, FaultKinds::lateRankAndHost),
                slow("late-rank+slow-path", DOUBLE, ClusterShape::loadsNetwork, FaultKinds::lateRankAndPath),
                slow(
                        "late-rank+moving-imbalance",
                        DOUBLE,
                        ClusterShape::isAny,
                        lateWith("moving-imbalance share=0.1 factor=2")),
                slow(
                        "late-rank+host-pauses",
                        DOUBLE,
                        ClusterShape::isAny,
                        lateWith("host-pauses share=0.1 delay=300ms")),
                slow("late-rank+congestion", DOUBLE, ClusterShape::isSpread, lateWith("congestion from=5 factor=0.4")),
                slow("late-rank+lost-batches", STRONG, ClusterShape::isAny, FaultKinds::lateWithLostBatches),
                slow("late-rank+lost-records", STRONG, ClusterShape::isAny, FaultKinds::lateWithLostRecords),
                slow("late-rank+heavy-stage", DOUBLE, shape -> shape.pipeline() > 1, FaultKinds::lateInHeavyStage),
                stop("hang", ClusterShape::isAny, stopping("hang", FindingKind.HANG_NOT_ENTERED)),
                stop(
                        "mismatched-function",
                        ClusterShape::isAny,
                        stopping("mismatched-function", FindingKind.HANG_MISMATCH)),
                stop("mismatched-size", ClusterShape::isAny, stopping("mismatched-size", FindingKind.HANG_MISMATCH)),
                stop("gpu-stall", ClusterShape::isAny, stopping("gpu-stall", FindingKind.HANG_NOT_STARTED)),
                stop("stuck-transfer", ClusterShape::isAny, FaultKinds::stuckTransfer),
                stop("stuck-setup", ClusterShape::isAny, FaultKinds::stuckSetup),
                stop("crash", ClusterShape::isSpread, FaultKinds::crash),
                stop("kill", ClusterShape::isAny, FaultKinds::kill),
                stop("node-lost", ClusterShape::isSpread, FaultKinds::nodeLost),
                stop("hang-after-checkpoint", ClusterShape::isAny, FaultKinds::hangAfterCheckpoint),
                stop("late-rank-then-hang", ClusterShape::isSpread, FaultKinds::lateThenHang));
    }

    private static CaseKind slow(
            String name, List<Integer> strengths, Predicate<ClusterShape> fits, Consumer<CaseBuilder> recipe) {
        return new CaseKind(name, true, strengths, fits, recipe);
    }

    private static CaseKind stop(String name, Predicate<ClusterShape> fits, Consumer<CaseBuilder> recipe) {
        return new CaseKind(name, true, IS_OR_IS_NOT, fits, made -> recipe.accept(made.seconds(STOP_SECONDS)));
    }

    private static void lateRank(CaseBuilder made) {
        late(made, made.rank(), made.factor());
    }

    private static void late(CaseBuilder made, int rank, double factor) {
        made.fault(
                "late-rank rank=%d from=%d factor=%s".formatted(rank, made.from(), factor),
                Set.of(FindingKind.STRAGGLER_GPU),
                new Culprit.OfRank(rank));
    }

    private static void lateHost(CaseBuilder made) {
        lateHost(made, made.rank(), made.factor() - 1);
    }

    private static void lateHost(CaseBuilder made, int rank, double share) {
        long delay = Math.round(made.shape().computeNanos() * share);
        made.fault(
                "late-host rank=%d from=%d delay=%dns".formatted(rank, made.from(), delay),
                Set.of(FindingKind.STRAGGLER_HOST),
                new Culprit.OfRank(rank));
    }

    private static void lateNode(CaseBuilder made) {
        int node = made.node();
        made.fault(
                "late-node node=%d from=%d factor=%s".formatted(node, made.from(), made.factor()),
                Set.of(FindingKind.SLOW_NODE),
                new Culprit.OfNode(node, made.shape().gpus()));
    }

    private static void slowTrend(CaseBuilder made) {
        int rank = made.rank();
        made.fault(
                "slow-trend rank=%d from=%d to=%d factor=%s"
                        .formatted(rank, made.from(), made.from() + 10, made.factor()),
                Set.of(FindingKind.STRAGGLER_GPU),
                new Culprit.OfRank(rank));
    }

    private static void slowPath(CaseBuilder made) {
        path(made, made.rank(), made.factor());
    }

    private static void path(CaseBuilder made, int rank, double factor) {
        made.fault(
                "slow-link rank=%d from=%d factor=%s".formatted(rank, made.from(), 1 / factor),
                Set.of(FindingKind.SLOW_LINK),
                new Culprit.OfPath(rank, made.members(rank, Role.DATA)));
    }

    private static void slowChannel(CaseBuilder made) {
        int channel = 1 + made.draw(15);
        made.fault(
                "slow-channel rank=%d channel=%d from=%d factor=%s"
                        .formatted(made.rank(), channel, made.from(), 1 / made.factor()),
                Set.of(FindingKind.SLOW_CHANNEL),
                new Culprit.OfChannel(channel));
    }

    private static void twoLateRanks(CaseBuilder made) {
        int rank = made.rank();
        late(made, rank, made.factor());
        late(made, elsewhere(made, rank), made.factor());
    }

    private static void lateRankAndHost(CaseBuilder made) {
        int rank = made.rank();
        late(made, rank, made.factor());
        lateHost(made, elsewhere(made, rank), made.factor() - 1);
    }

    private static void lateRankAndPath(CaseBuilder made) {
        int rank = made.rank();
        late(made, rank, made.factor());
        path(made, elsewhere(made, rank), 2 * made.factor());
    }

    /// A rank on another node.
    private static int elsewhere(CaseBuilder made, int rank) {
        int ranks = made.shape().ranks();
        return (rank + made.shape().gpus() * (1 + made.draw(made.shape().nodes() - 1))) % ranks;
    }

    private static Consumer<CaseBuilder> lateWith(String decoy) {
        return made -> lateRank(made.decoy(decoy));
    }

    private static void lateWithLostBatches(CaseBuilder made) {
        lateRank(made.delivery(Delivery.losing(0.05, made.noise())));
    }

    private static void lateWithLostRecords(CaseBuilder made) {
        lateRank(made.telling(settings -> settings.losing(0.2)));
    }

    private static void lateInHeavyStage(CaseBuilder made) {
        lateRank(made.decoy("heavy-stage stage=%d factor=1.2"
                .formatted(made.draw(made.shape().pipeline()))));
    }

    private static Consumer<CaseBuilder> stopping(String word, FindingKind kind) {
        return made -> stop(made, word, kind, made.rank());
    }

    private static void stop(CaseBuilder made, String word, FindingKind kind, int rank) {
        Role role = made.collectiveRole();
        made.fault(at(made, word, rank, role), Set.of(kind), new Culprit.OfRank(rank));
    }

    private static String at(CaseBuilder made, String word, int rank, Role role) {
        return "%s rank=%d group=%s operation=%d from=%d"
                .formatted(word, rank, role.prefix(), made.operation(role), made.from());
    }

    private static void stuckTransfer(CaseBuilder made) {
        int rank = made.rank();
        Role role = made.collectiveRole();
        made.fault(
                at(made, "stuck-transfer", rank, role),
                Set.of(FindingKind.HANG_ALL_ENTERED),
                made.communicator(rank, role));
    }

    private static void stuckSetup(CaseBuilder made) {
        int rank = made.rank();
        Role role = made.collectiveRole();
        made.fault(
                "stuck-setup rank=%d group=%s".formatted(rank, role.prefix()),
                Set.of(FindingKind.HANG_SETUP),
                new Culprit.OfRank(rank));
    }

    private static void crash(CaseBuilder made) {
        int node = made.node();
        made.fault(
                "crash node=%d from=%d".formatted(node, made.from()),
                Set.of(FindingKind.PROCESS_GONE),
                new Culprit.OfNode(node, made.shape().gpus()));
    }

    private static void kill(CaseBuilder made) {
        int rank = made.rank();
        made.fault(
                "kill rank=%d from=%d".formatted(rank, made.from()),
                Set.of(FindingKind.PROCESS_GONE),
                new Culprit.OfRank(rank));
    }

    private static void nodeLost(CaseBuilder made) {
        int node = made.node();
        made.fault(
                        "crash node=%d from=%d".formatted(node, made.from()),
                        Set.of(FindingKind.PROCESS_GONE, FindingKind.HANG_NOT_ENTERED),
                        new Culprit.OfNode(node, made.shape().gpus()))
                .delivery(Delivery.silentWhenGone(node));
    }

    private static void hangAfterCheckpoint(CaseBuilder made) {
        made.decoy("checkpoint from=4 every=1000 for=%ds rank=%d".formatted(20 + made.draw(20), made.rank()));
        made.seconds(STOP_SECONDS + 60);
        stop(made, "hang", FindingKind.HANG_NOT_ENTERED, made.rank());
    }

    private static void lateThenHang(CaseBuilder made) {
        int rank = made.rank();
        made.fault(
                "late-rank rank=%d from=5 factor=2".formatted(rank),
                Set.of(FindingKind.STRAGGLER_GPU),
                new Culprit.OfRank(rank));
        int other = elsewhere(made, rank);
        Role role = made.collectiveRole();
        made.fault(
                "hang rank=%d group=%s operation=%d from=25".formatted(other, role.prefix(), made.operation(role)),
                Set.of(FindingKind.HANG_NOT_ENTERED),
                new Culprit.OfRank(other));
    }
}
