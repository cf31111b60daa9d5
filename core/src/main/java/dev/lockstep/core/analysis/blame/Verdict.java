// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.MemberState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Turns those who are late into findings: a node if most of its GPUs are, the workload if they are all of
/// one role, else each by itself.
final class Verdict {
    /// Of a node's GPUs, that part must be late for the node to be blamed.
    private static final double NODE_PART = 0.75;
    /// Of the ranks that play one part in their communicators, that part must be late for the workload to be
    /// blamed.
    private static final double ROLE_PART = 0.8;
    /// What many nodes have in common is no node's fault.
    private static final int NODES_OF_ROLE_MIN = 2;
    /// Two may be late by chance.
    private static final int ROLE_RANKS_MIN = 3;
    /// Own delays that differ by more than this factor are not one cause.
    private static final double ALIKE = 1.5;
    /// That part at each end may differ more.
    private static final double BEYOND_PART = 0.1;
    /// Work that explains that part of a delay is its cause.
    private static final double WORK_PART = 0.5;
    /// Of what a rank exchanges, only what it takes in and gives back grows with its work; as much is its own and does
    /// not.
    private static final double WORK_BY_TRAFFIC = 2;

    private static final int RANKS_SHOWN = 16;
    private static final double UNSURE = 0.6;
    private static final String COVERED = "Kernels wait beside the computation there, so that it may be later than its"
            + " peers by less than that, however little.";

    private final JobState job;
    private final CommunicatorState anchor;
    private final Crew crew;
    private final List<Late> late;

    Verdict(JobState job, CommunicatorState anchor, Crew crew, List<Late> late) {
        this.job = job;
        this.anchor = anchor;
        this.crew = crew;
        this.late = new ArrayList<>(late);
    }

    List<Finding> findings() {
        if (late.isEmpty()) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        blameRoles(NODES_OF_ROLE_MIN, findings);
        blameLoad(findings);
        nodes().forEach((node, seats) -> blameNode(node, seats, findings));
        blameRoles(1, findings);
        late.stream().filter(one -> !one.isWithNode()).forEach(one -> findings.add(rank(one)));
        return findings;
    }

    /// Findings of several crews: if most GPUs of a node are in them, each in another crew, it is the node.
    static List<Finding> byNode(List<Finding> findings, List<Seat> seats) {
        Map<String, Long> gpus = seats.stream()
                .collect(Collectors.groupingBy(seat -> seat.member().process().node(), Collectors.counting()));
        Map<String, List<Finding>> byNode = findings.stream()
                .filter(finding -> isRank(finding))
                .collect(Collectors.groupingBy(Verdict::node, TreeMap::new, Collectors.toList()));
        List<Finding> joined = new ArrayList<>(findings);
        byNode.forEach((node, here) -> {
            if (here.size() < 2 || here.size() < NODE_PART * gpus.getOrDefault(node, 0L)) {
                return;
            }
            joined.removeAll(here);
            boolean isNamed = joined.stream()
                    .anyMatch(finding -> finding.kind() == FindingKind.SLOW_NODE && node.equals(node(finding)));
            if (!isNamed) {
                joined.add(ofNode(node, here));
            }
        });
        return joined;
    }

    private static boolean isRank(Finding finding) {
        return finding.kind() == FindingKind.STRAGGLER_GPU || finding.kind() == FindingKind.STRAGGLER_HOST;
    }

    private static String node(Finding finding) {
        return finding.culprits().stream()
                .flatMap(culprit -> culprit.node().stream())
                .findFirst()
                .orElse("");
    }

    private static Finding ofNode(String node, List<Finding> here) {
        Finding worst = here.stream()
                .max(Comparator.comparingDouble(Finding::magnitude))
                .orElseThrow();
        return new Finding(
                FindingKind.SLOW_NODE,
                worst.job(),
                List.of(Entity.ofNode(node)),
                worst.severity(),
                worst.confidence(),
                worst.onsetWallNanos(),
                worst.magnitude(),
                worst.unit(),
                worst.evidence(),
                nextOfNode(node));
    }

    private static String nextOfNode(String node) {
        return "Look at what all GPUs of node " + node
                + " share (power, cooling, host load), and drain it if it stays.";
    }

    private Map<String, List<Integer>> nodes() {
        Map<String, List<Integer>> nodes = new TreeMap<>();
        for (int place = 0; place < crew.seats().size(); place++) {
            nodes.computeIfAbsent(seat(place).member().process().node(), key -> new ArrayList<>())
                    .add(place);
        }
        return nodes;
    }

    private void blameNode(String node, List<Integer> places, List<Finding> findings) {
        List<Late> here =
                late.stream().filter(one -> places.contains(one.place())).toList();
        if (here.size() < 2 || here.size() < NODE_PART * places.size()) {
            return;
        }
        late.removeAll(here);
        String fact = "%d of %d GPUs of the node come late.".formatted(here.size(), places.size());
        findings.add(finding(
                FindingKind.SLOW_NODE, here, List.of(Entity.ofNode(node)), Severity.P1, fact, nextOfNode(node)));
    }

    /// If those that are late are all ranks of one number in the communicators of one kind, their part of the
    /// work is larger.
    ///
    /// @param nodesMin on so many nodes: the ranks of one node may play one part too, and then it is the node
    private void blameRoles(int nodesMin, List<Finding> findings) {
        Map<String, List<Integer>> parts = new HashMap<>();
        for (int place = 0; place < crew.seats().size(); place++) {
            for (Share share : seat(place).shares()) {
                parts.computeIfAbsent(part(share), key -> new ArrayList<>()).add(place);
            }
        }
        Comparator<String> largestFirst = Comparator.comparingInt(
                        (String part) -> -parts.getOrDefault(part, List.of()).size())
                .thenComparing(part -> part);
        parts.keySet().stream().sorted(largestFirst).forEach(part -> {
            List<Integer> places = parts.getOrDefault(part, List.of());
            List<Late> here =
                    late.stream().filter(one -> places.contains(one.place())).toList();
            boolean isPart = here.size() >= ROLE_RANKS_MIN && here.size() >= ROLE_PART * places.size();
            if (isPart && areAlike(here) && countNodes(here) >= nodesMin) {
                List<Late> alike = here.stream()
                        .filter(one -> one.share() <= ALIKE * high(here))
                        .toList();
                late.removeAll(alike);
                findings.add(workload(alike, "All ranks that are " + part + " come late alike."));
            }
        });
    }

    private long countNodes(List<Late> here) {
        return here.stream()
                .map(one -> seat(one.place()).member().process().node())
                .distinct()
                .count();
    }

    private void blameLoad(List<Finding> findings) {
        List<Late> loaded = late.stream().filter(this::hasMoreWork).toList();
        late.removeAll(loaded);
        if (!loaded.isEmpty()) {
            findings.add(workload(loaded, "They move more data than their peers."));
        }
    }

    /// Kind and size of a communicator, and the rank in it.
    private String part(Share share) {
        CommunicatorState communicator = job.communicator(share.communicator()).orElseThrow();
        String kind = communicator.role().map(role -> role.label()).orElse(communicator.ranks() + " ranks");
        return "number " + share.commRank() + " of " + communicator.ranks() + " in " + kind;
    }

    /// Of many, the least and the most late are so by chance, or for a cause of their own.
    private static boolean areAlike(List<Late> here) {
        double[] shares = sortedShares(here);
        return high(here) <= ALIKE * shares[(int) (BEYOND_PART * shares.length)];
    }

    private static double high(List<Late> here) {
        double[] shares = sortedShares(here);
        return shares[shares.length - 1 - (int) (BEYOND_PART * shares.length)];
    }

    private static double[] sortedShares(List<Late> here) {
        return here.stream().mapToDouble(Late::share).sorted().toArray();
    }

    /// Whether it sends and receives more than its peers do, about as much as it is late.
    private boolean hasMoreWork(Late one) {
        for (Share share : seat(one.place()).shares()) {
            CommunicatorState communicator =
                    job.communicator(share.communicator()).orElseThrow();
            long own = communicator
                    .member(share.commRank())
                    .map(MemberState::sizeBytes)
                    .orElse(0L);
            long[] others = communicator.members().stream()
                    .mapToLong(MemberState::sizeBytes)
                    .sorted()
                    .toArray();
            long middle = others[(others.length - 1) / 2];
            double moreWork = middle == 0 ? 0 : WORK_BY_TRAFFIC * (own / (double) middle - 1);
            boolean isMore = moreWork > 0 && moreWork >= WORK_PART * one.share();
            if (others.length > 1 && isMore && communicator.traffic().hasAllToAll()) {
                return true;
            }
        }
        return false;
    }

    private Finding workload(List<Late> here, String fact) {
        return finding(
                FindingKind.IMBALANCE,
                here,
                here.stream().limit(RANKS_SHOWN).map(one -> entity(one)).toList(),
                Severity.P2,
                fact,
                "The work is split unevenly: look at the model's layout, not at the hardware.");
    }

    private Finding rank(Late one) {
        Entity entity = entity(one);
        FindingKind kind = one.isHost() ? FindingKind.STRAGGLER_HOST : FindingKind.STRAGGLER_GPU;
        String node = entity.node().orElse("?");
        String fact = one.isHost()
                ? "Its host hands operations to NCCL late; its GPU waits for them."
                : "Its GPU computes longer than those of its peers.";
        String next = one.isHost()
                ? "Look at the host of node " + node + ": data loading, other processes, garbage collection."
                : "Look at clocks, power and temperature of that GPU on node " + node + ", and drain it if it stays.";
        return finding(kind, List.of(one), List.of(entity), Severity.P1, fact, next);
    }

    private Finding finding(
            FindingKind kind, List<Late> here, List<Entity> culprits, Severity severity, String fact, String next) {
        Late worst = here.stream().max(Comparator.comparingDouble(Late::share)).orElseThrow();
        long since = here.stream().mapToLong(Late::sinceNanos).max().orElse(0);
        MemberState member = seat(worst.place()).member();
        CommunicatorKey comm = anchor.key();
        Map<Integer, Double> delays = new HashMap<>();
        here.stream()
                .limit(RANKS_SHOWN)
                .forEach(one -> seat(one.place())
                        .member()
                        .worldRank()
                        .ifPresent(rank -> delays.put(rank, one.delayNanos() / 1e9)));
        Evidence evidence = new Evidence(
                comm.id(),
                "",
                OptionalLong.empty(),
                worst.spans(),
                crew.coverage(anchor.ranks()),
                delays,
                worst.isSure() ? List.of(delay(worst), fact) : List.of(delay(worst), COVERED));
        return new Finding(
                kind,
                job.key(),
                culprits,
                severity,
                confidence(worst),
                member.process().wallNanos() - since,
                worst.share(),
                "share of what its peers compute",
                evidence,
                next);
    }

    private static String delay(Late worst) {
        return String.format(
                Locale.ROOT,
                "Own delay %.1f ms a span, %.0f %% of what its peers compute, in %.0f %% of %d spans.",
                worst.delayNanos() / 1e6,
                100 * worst.share(),
                100 * worst.steadiness(),
                worst.spans());
    }

    /// The more spans, the surer; with ranks unseen, the culprit may still be another.
    private double confidence(Late worst) {
        if (!worst.isSure()) {
            return UNSURE;
        }
        double seen = 1 - 0.5 / worst.spans();
        return seen * (0.7 + 0.3 * crew.coverage(anchor.ranks()));
    }

    private Entity entity(Late one) {
        return seat(one.place()).member().entity();
    }

    private Seat seat(int place) {
        return crew.seats().get(place);
    }
}
