// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.rule;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.clue.OperationSeen;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Lays the calls of processes beside each other by `opCount` and finds the first where they part. Pointers of
/// communicators mean something in one process only, so processes are compared if each has one communicator of
/// a size, and there are no more of them than it has ranks; where the job-wide id of communicators was printed,
/// by that. A count that is missing everywhere is no gap.
public final class CallRule implements Rule {
    private static final String NUMBERING = "nccl";

    /// The only state is in the argument.
    public CallRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        Map<String, Map<String, List<OperationSeen>>> bySize = new LinkedHashMap<>();
        for (OperationSeen call : sightings.of(OperationSeen.class)) {
            if (call.numbering().equals(NUMBERING)) {
                String group = call.subject().group().orElse("");
                boolean isJobWide = group.startsWith(OperationSeen.JOB_WIDE);
                String size = group.substring(group.lastIndexOf(' ') + 1);
                bySize.computeIfAbsent(isJobWide ? group : size, each -> new LinkedHashMap<>())
                        .computeIfAbsent(process(call) + "|" + group, each -> new ArrayList<>())
                        .add(call);
            }
        }
        return bySize.entrySet().stream()
                .filter(entry ->
                        isOneCommunicator(entry.getKey(), entry.getValue().keySet()))
                .map(entry -> firstDifference(entry.getValue()))
                .flatMap(Optional::stream)
                .toList();
    }

    /// More processes than ranks are in several communicators.
    private static boolean isOneCommunicator(String key, Set<String> processes) {
        boolean isNumber = !key.isEmpty() && key.length() < 9 && key.chars().allMatch(Character::isDigit);
        return !isNumber || processes.size() <= Integer.parseInt(key);
    }

    private static String process(OperationSeen call) {
        Subject subject = call.subject();
        return subject.host().orElse("") + ":" + subject.pid().orElse(-1) + ":"
                + subject.gpu().orElse(-1);
    }

    private static Optional<Conclusion> firstDifference(Map<String, List<OperationSeen>> byCommunicator) {
        Set<String> processes = new HashSet<>();
        TreeMap<Long, List<OperationSeen>> byCount = new TreeMap<>();
        for (Map.Entry<String, List<OperationSeen>> entry : byCommunicator.entrySet()) {
            String process = entry.getKey().substring(0, entry.getKey().indexOf('|'));
            Set<Long> counts = new HashSet<>();
            boolean isNumbered = entry.getValue().stream()
                    .allMatch(call -> counts.add(call.seq().orElse(-1)));
            if (!processes.add(process) || !isNumbered) {
                return Optional.empty();
            }
            entry.getValue()
                    .forEach(call -> byCount.computeIfAbsent(call.seq().orElse(-1), count -> new ArrayList<>())
                            .add(call));
        }
        return byCount.values().stream()
                .filter(calls ->
                        calls.stream().map(CallRule::signature).distinct().count() > 1)
                .findFirst()
                .map(CallRule::parted);
    }

    private static String signature(OperationSeen call) {
        return call.op() + " " + call.sizeIn();
    }

    private static Conclusion parted(List<OperationSeen> calls) {
        boolean isOther = calls.stream().map(OperationSeen::op).distinct().count() > 1;
        Map<String, List<Subject>> bySignature = new LinkedHashMap<>();
        calls.forEach(call -> bySignature
                .computeIfAbsent(signature(call), each -> new ArrayList<>())
                .add(call.subject()));
        int most = bySignature.values().stream().mapToInt(List::size).max().orElse(0);
        List<Subject> odd = most * 2 > calls.size()
                ? bySignature.values().stream()
                        .filter(subjects -> subjects.size() < most)
                        .flatMap(List::stream)
                        .map(CallRule::withoutPointer)
                        .toList()
                : List.of();
        String count = "0x" + Long.toHexString(calls.getFirst().seq().orElse(0));
        return Conclusion.of(
                        isOther ? Signal.MISMATCH_COLLECTIVE : Signal.MISMATCH_SIZE,
                        Severity.P0,
                        isOther ? "mismatch" : "mismatch-size",
                        "processes part at opCount " + count + ": " + bySignature.keySet())
                .blaming(odd)
                .witnessedBy(calls.stream()
                        .map(call -> withoutPointer(call.subject()))
                        .toList())
                .sure(odd.isEmpty() ? 0.8 : 0.9)
                .restingOn(calls.stream().map(Exhibit::of).toList())
                .with("opcount", count)
                .with("first_divergent_opcount", count)
                .with("variants", bySignature.keySet())
                .next("the program's code before this call on both sides: a branch that only some ranks take");
    }

    private static Subject withoutPointer(Subject subject) {
        return new Subject(
                subject.rank(),
                subject.groupRank(),
                subject.host(),
                subject.pid(),
                subject.gpu(),
                subject.pci(),
                subject.device(),
                Optional.empty(),
                subject.peer());
    }
}
