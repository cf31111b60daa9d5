// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.clue.GroupProgress;
import dev.lockstep.core.analysis.clue.OperationSeen;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Decides which form a hang of one group has. In this order: ranks at different numbers, ranks with different
/// operations or sizes, ranks that were never handed the operation, all are in it, it cannot be told.
///
/// @param ranksSeen world ranks that said anything at all
/// @param waitingSomewhere ranks that wait in some group and so are nobody's cause
/// @param ranksOfJob number of ranks of the job, 0 if unknown
record HangForms(WatchedGroup group, Set<Integer> ranksSeen, Set<Integer> waitingSomewhere, int ranksOfJob) {
    private static final String INCIDENT = "hang";

    /// Operations in which every rank brings the same size.
    private static final Set<String> EVEN = Set.of(
            "ALLREDUCE",
            "ALLGATHER",
            "_ALLGATHER_BASE",
            "REDUCE_SCATTER",
            "_REDUCE_SCATTER_BASE",
            "REDUCE",
            "BROADCAST",
            "BARRIER",
            "ALLREDUCE_COALESCED");

    Conclusion judge() {
        Map<Integer, Long> at = group.waitsAt();
        TreeSet<Long> numbers = new TreeSet<>(at.values());
        if (numbers.size() > 1) {
            return apart(at, numbers);
        }
        List<OperationSeen> operations = group.operations();
        Conclusion mismatch = mismatch(operations);
        if (mismatch != null) {
            return mismatch;
        }
        OptionalLong seq = numbers.isEmpty() ? OptionalLong.empty() : OptionalLong.of(numbers.first());
        Set<Integer> absent = seq.isPresent() ? group.notEntered(seq.getAsLong()) : Set.of();
        TreeSet<Integer> missing = new TreeSet<>(absent);
        missing.removeAll(waitingSomewhere);
        if (!missing.isEmpty() && !group.isSeveralGroups()) {
            return notEntered(missing, seq.getAsLong());
        }
        return isEverybody()
                ? allEntered()
                : unknown("who is missing, if anybody, cannot be told: "
                        + (group.waitingRanks().size() == 1
                                ? "only one rank's log is here"
                                : "other ranks may not be in this input"));
    }

    /// Ranks wait at different numbers. In one group the one that is behind has not done what the others have done.
    private Conclusion apart(Map<Integer, Long> at, TreeSet<Long> numbers) {
        TreeSet<Integer> behind = ranksAt(at, numbers.first());
        boolean isOneGroup = !group.key().isEmpty() && !group.isSeveralGroups();
        if (isOneGroup && behind.size() * 2 <= at.size()) {
            Set<Integer> culprits = behind;
            return described(
                            Signal.HANG_GPU_STALL,
                            "others of the group have completed operation " + numbers.first() + ", in which "
                                    + words(culprits) + " still waits: its GPU did not get on")
                    .blaming(subjects(culprits))
                    .with("culprit_ranks", behind)
                    .sure(0.7);
        }
        String gap = "number differs by " + (numbers.last() - numbers.first())
                + ": either ranks are out of step or these are different process groups"
                + (group.key().isEmpty() ? "; this version prints no group" : "");
        return unknown(gap).with("observations", new TreeMap<>(at));
    }

    private static TreeSet<Integer> ranksAt(Map<Integer, Long> at, long number) {
        TreeSet<Integer> ranks = new TreeSet<>();
        at.forEach((rank, seq) -> {
            if (seq == number) {
                ranks.add(rank);
            }
        });
        return ranks;
    }

    private @Nullable Conclusion mismatch(List<OperationSeen> operations) {
        Map<String, TreeSet<Integer>> byOp = new TreeMap<>();
        Map<String, TreeSet<Integer>> bySize = new TreeMap<>();
        for (OperationSeen operation : operations) {
            int rank = operation.subject().rank().orElse(-1);
            byOp.computeIfAbsent(operation.op(), op -> new TreeSet<>()).add(rank);
            if (EVEN.contains(operation.op()) && !operation.sizeIn().isEmpty()) {
                bySize.computeIfAbsent(operation.sizeIn(), size -> new TreeSet<>())
                        .add(rank);
            }
        }
        boolean isNamed = !group.key().isEmpty() || waitingAtOneNumber();
        if (byOp.size() > 1 && isNamed) {
            return outliers(Signal.MISMATCH_COLLECTIVE, byOp, "operations");
        }
        return bySize.size() > 1 && isNamed ? outliers(Signal.MISMATCH_SIZE, bySize, "numel_in") : null;
    }

    private boolean waitingAtOneNumber() {
        return group.waitsAt().values().stream().distinct().count() == 1;
    }

    private Conclusion outliers(Signal signal, Map<String, TreeSet<Integer>> by, String fact) {
        Map.Entry<String, TreeSet<Integer>> majority = by.entrySet().stream()
                .max(Map.Entry.comparingByValue((one, other) -> Integer.compare(one.size(), other.size())))
                .orElseThrow();
        TreeSet<Integer> outliers = new TreeSet<>();
        int all = 0;
        for (Map.Entry<String, TreeSet<Integer>> entry : by.entrySet()) {
            all += entry.getValue().size();
            if (!entry.getKey().equals(majority.getKey())) {
                outliers.addAll(entry.getValue());
            }
        }
        boolean isClear = majority.getValue().size() * 2 > all;
        Conclusion conclusion = described(
                        signal,
                        "ranks are in the same step with different "
                                + (signal == Signal.MISMATCH_SIZE ? "sizes" : "operations") + ": " + by)
                .with(fact, by)
                .with(fact + ".majority", majority.getKey())
                .sure(isClear ? 0.95 : 0.8);
        if (!isClear) {
            return conclusion;
        }
        String outlier = by.keySet().stream()
                .filter(each -> !each.equals(majority.getKey()))
                .findFirst()
                .orElse("");
        return conclusion
                .with(fact + ".outlier", outlier)
                .with("outlier_ranks", outliers)
                .blaming(subjects(outliers))
                .next("what ranks " + outliers + " fed into this step: batch, padding, branch of the program");
    }

    private Conclusion notEntered(TreeSet<Integer> absent, long seq) {
        TreeSet<Integer> witnesses = new TreeSet<>(group.waitingRanks());
        List<Exhibit> evidence = new ArrayList<>();
        for (int rank : absent) {
            GroupProgress state = group.progress().get(rank);
            if (state != null) {
                evidence.add(Exhibit.of(state));
            }
        }
        Conclusion conclusion = described(
                        Signal.HANG_RANK_NOT_ENTERED,
                        words(absent) + " never issued operation " + seq + ", in which " + words(witnesses) + " wait")
                .blaming(subjects(absent))
                .with("culprit_ranks", absent)
                .with("where", "host side of the missing ranks")
                .sure(0.9)
                .next("py-spy dump of the processes of " + words(absent)
                        + ": they are in other code (evaluation, checkpoint, data loading, an exception)");
        evidence.addAll(conclusion.evidence());
        return conclusion.restingOn(evidence.stream().distinct().toList());
    }

    /// All ranks are known to be in it if their number is known, or if all that said anything stand in it without a
    /// gap.
    private boolean isEverybody() {
        Set<Integer> ranks = group.waitingRanks();
        if (ranksOfJob > 1) {
            return ranks.size() >= ranksOfJob;
        }
        boolean isWithoutGap =
                ranks.size() > 1 && IntStream.range(0, ranks.size()).allMatch(ranks::contains);
        return isWithoutGap && new HashSet<>(ranksSeen).equals(new HashSet<>(ranks));
    }

    private Conclusion allEntered() {
        return described(
                        Signal.HANG_ALL_ENTERED,
                        "all " + group.waitingRanks().size()
                                + " ranks issued the operation and nothing completes: device or network")
                .with("where", "device-or-network")
                .with("culprit_ranks", "[]")
                .sure(0.7)
                .next("ibqueryerrors, dmesg | grep -i xid and nvidia-smi on all nodes")
                .next("Flight Recorder dumps of all ranks (TORCH_NCCL_TRACE_BUFFER_SIZE=20000)");
    }

    private Conclusion unknown(String why) {
        return described(Signal.HANG_UNKNOWN, "a collective does not come back; " + why)
                .with("detail", why)
                .sure(0.5)
                .next("the logs of all ranks, or Flight Recorder dumps of all ranks "
                        + "(TORCH_NCCL_TRACE_BUFFER_SIZE=20000 TORCH_NCCL_DUMP_ON_TIMEOUT=1)");
    }

    /// The facts that every form has.
    private Conclusion described(Signal signal, String sentence) {
        List<Exhibit> evidence = new ArrayList<>();
        group.operations().forEach(operation -> evidence.add(Exhibit.of(operation)));
        group.progress().values().forEach(state -> evidence.add(Exhibit.of(state)));
        Conclusion conclusion = Conclusion.of(signal, Severity.P0, INCIDENT + "|" + group.key(), sentence)
                .restingOn(evidence)
                .witnessedBy(witnesses())
                .with("waiting_ranks", group.waitingRanks());
        if (!group.key().isEmpty()) {
            conclusion = conclusion.with("pg", group.title()).with("pg_guid", group.guid());
        }
        if (!group.operations().isEmpty()) {
            OperationSeen first = group.operations().getFirst();
            conclusion = conclusion.with("op", first.op());
            conclusion =
                    first.seq().isPresent() ? conclusion.with("seq", first.seq().getAsLong()) : conclusion;
        }
        OptionalLong queued = group.queued();
        conclusion = queued.isPresent() ? conclusion.with("outstanding", queued.getAsLong()) : conclusion;
        boolean isFirst = group.progress().values().stream()
                .anyMatch(state -> state.waiting() && state.completed().orElse(0) < 0);
        return isFirst ? conclusion.with("phase", "first operation of the group (transport set-up)") : conclusion;
    }

    private List<Subject> witnesses() {
        List<Subject> subjects = new ArrayList<>();
        for (int rank : group.waitingRanks()) {
            GroupProgress state = group.progress().get(rank);
            OperationSeen operation = group.waiting().get(rank);
            if (state != null) {
                subjects.add(state.subject());
            } else if (operation != null) {
                subjects.add(operation.subject());
            }
        }
        group.operations().stream()
                .map(OperationSeen::subject)
                .filter(subject -> subject.rank().isEmpty())
                .forEach(subjects::add);
        return subjects;
    }

    private static List<Subject> subjects(Collection<Integer> ranks) {
        return ranks.stream().map(Subject::ofRank).toList();
    }

    private static String words(Collection<Integer> ranks) {
        return (ranks.size() == 1 ? "rank " : "ranks ")
                + String.join(", ", ranks.stream().map(String::valueOf).toList());
    }
}
