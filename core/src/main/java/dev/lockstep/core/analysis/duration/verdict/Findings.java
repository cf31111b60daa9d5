// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.duration.SizeSeries;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import dev.lockstep.core.analysis.duration.outlier.Stretch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// States late ranks and slow paths as findings, with the sentences that a person reads.
final class Findings {
    private static final String CANNOT_TELL_WHY =
            "whether its GPU or its host is slow cannot be told: these files hold no clock";

    private final StudiedJob job;
    private final StepTimes times;
    private final Coverage coverage;

    Findings(StudiedJob job, StepTimes times, Coverage coverage) {
        this.job = job;
        this.times = times;
        this.coverage = coverage;
    }

    List<Finding> of(List<LateRank> late, List<Echo> echoes, List<SlowPath> paths) {
        List<Finding> findings = new ArrayList<>();
        byCause(late).forEach(together -> findings.add(late(together, echoes)));
        paths.forEach(path -> findings.add(slow(path)));
        return findings;
    }

    /// The late ranks of a node of which all ranks are late are one cause.
    private List<List<LateRank>> byCause(List<LateRank> late) {
        Map<String, List<LateRank>> byHost = new LinkedHashMap<>();
        late.forEach(each -> byHost.computeIfAbsent(each.process().host(), h -> new ArrayList<>())
                .add(each));
        List<List<LateRank>> causes = new ArrayList<>();
        byHost.forEach((host, ranks) -> {
            if (isWholeNode(host, ranks)) {
                causes.add(ranks);
            } else {
                ranks.forEach(each -> causes.add(List.of(each)));
            }
        });
        return causes;
    }

    private boolean isWholeNode(String host, List<LateRank> late) {
        long ofHost = job.processes().stream()
                .filter(process -> process.host().equals(host))
                .count();
        return late.size() > 1 && late.size() == ofHost && job.hosts().size() > 1;
    }

    private Finding late(List<LateRank> together, List<Echo> echoes) {
        boolean isNode = together.size() > 1;
        StudiedProcess first = together.getFirst().process();
        double delay =
                together.stream().mapToDouble(LateRank::delaySeconds).average().orElse(0);
        double lost = together.stream().mapToDouble(LateRank::lostGpuSeconds).sum();
        double confidence =
                together.stream().mapToDouble(LateRank::confidence).min().orElse(0);
        Stretch stretch = together.getFirst().stretch();
        List<String> facts = new ArrayList<>();
        facts.add(isNode ? nodeSentence(first, together) : rankSentence(together.getFirst()));
        facts.add(String.format(
                Locale.ROOT,
                "%s %s later than %s peers in each step%s, %s",
                isNode ? "they come" : "it comes",
                Words.seconds(delay),
                isNode ? "their" : "its",
                shareOfStep(delay),
                Words.when(stretch, times)));
        facts.add("it cost the other ranks at most " + Words.gpuSeconds(lost) + shareOfRun(lost));
        if (!isNode) {
            facts.addAll(shortestSentences(first));
        }
        echoes.stream().filter(Echo::isDirect).forEach(echo -> facts.add(victims(echo)));
        echoes.stream().filter(echo -> !echo.isDirect()).forEach(echo -> facts.add(echo(echo)));
        facts.add(CANNOT_TELL_WHY);
        return new Finding(
                isNode ? FindingKind.SLOW_NODE : FindingKind.STRAGGLER_GPU,
                key(),
                isNode ? List.of(Entity.ofNode(first.host())) : List.of(entity(first)),
                Severity.P1,
                confidence,
                onset(stretch),
                delay,
                "seconds a step",
                evidence(first.members().getFirst().communicator(), delays(together), facts),
                "Look at " + (isNode ? "node " + first.host() : "the GPU and host of " + job.label(first))
                        + ": clocks, throttling, data loading, neighbours on the host; then move it out of the job.");
    }

    private static String nodeSentence(StudiedProcess first, List<LateRank> together) {
        return "node " + first.host() + " is late: all of its " + together.size()
                + " ranks come late to their collectives";
    }

    private String rankSentence(LateRank late) {
        StudiedProcess process = late.process();
        List<String> labels = process.members().stream()
                .map(member -> member.communicator().label())
                .toList();
        return job.label(process) + " (" + process + ") is late in "
                + (labels.size() == 1 ? labels.getFirst() : "all its communicators: " + String.join(", ", labels));
    }

    private String shareOfStep(double delay) {
        return times.isStepKnown() && times.stepSeconds().isPresent()
                ? String.format(
                        Locale.ROOT,
                        " (%.0f %% of a step)",
                        100 * delay / times.stepSeconds().getAsDouble())
                : "";
    }

    private String shareOfRun(double lost) {
        double all = times.runSeconds().orElse(0) * job.processes().size();
        return all > 0
                ? String.format(Locale.ROOT, ", %.0f %% of the job's GPU time", 100 * Math.min(1, lost / all))
                : "";
    }

    private List<String> shortestSentences(StudiedProcess process) {
        long shortest = 0;
        long full = 0;
        for (StudiedProcess.Member member : process.members()) {
            for (SizeSeries series : member.communicator().series()) {
                if (SizeSeries.isAligned(series.function())) {
                    shortest += series.shortest(member.rank());
                    full += series.fullRows();
                }
            }
        }
        return full == 0
                ? List.of()
                : List.of("it came last to " + shortest + " of " + full + " collectives that all ranks told of");
    }

    private String victims(Echo echo) {
        return "victims in " + echo.communicator().label() + ": " + Ranks.list(job, echo.waiting()) + " wait "
                + Words.seconds(echo.waitSeconds()) + " a step";
    }

    private String echo(Echo echo) {
        return "echo in " + echo.communicator().label() + ": " + Ranks.list(job, echo.waitedFor())
                + (echo.waitedFor().size() == 1 ? " comes late because it waited" : " come late because they waited")
                + " elsewhere, and " + Ranks.list(job, echo.waiting()) + " wait "
                + Words.seconds(echo.waitSeconds()) + " a step: victims, not culprits";
    }

    private Map<Integer, Double> delays(List<LateRank> late) {
        Map<Integer, Double> delays = new HashMap<>();
        late.forEach(each -> job.worldRank(each.process()).ifPresent(rank -> delays.put(rank, each.delaySeconds())));
        return delays;
    }

    private Finding slow(SlowPath path) {
        String where = String.join(
                ", ", path.affected().stream().map(StudiedCommunicator::label).toList());
        String whose = Ranks.list(job, path.suspects());
        boolean isOne = path.suspects().size() == 1;
        List<String> facts = new ArrayList<>();
        facts.add("data moves slowly over the " + (path.isBetweenNodes() ? "network path" : "GPU links") + " of "
                + (isOne ? whose : "one of " + whose) + ", and no rank is late");
        facts.add(String.format(
                Locale.ROOT,
                "transfers of %s take %.1f times as long %s",
                where,
                path.factor(),
                path.isFromBegin()
                        ? "as those of communicators of the same shape, all the time"
                        : "as before, " + Words.when(path.stretch(), times)));
        facts.add(
                isOne
                        ? "that rank is what the affected communicators have in common"
                        : "that is what the affected communicators have in common, less the ranks whose other"
                                + " transfers are as ever; these files cannot tell which of them");
        facts.add("it cost at most " + Words.gpuSeconds(path.lostGpuSeconds()) + shareOfRun(path.lostGpuSeconds()));
        return new Finding(
                FindingKind.SLOW_LINK,
                key(),
                path.suspects().stream().map(this::entity).toList(),
                Severity.P1,
                path.confidence(),
                onset(path.stretch()),
                path.factor(),
                "times its usual transfer",
                evidence(path.affected().getFirst(), Map.of(), facts),
                path.isBetweenNodes()
                        ? "Look at the NIC, its cable and the switch port of " + whose
                                + ": error counters, speed, retries."
                        : "Look at NVLink and PCIe of " + whose + ": error counters, link speed and width.");
    }

    private Evidence evidence(StudiedCommunicator communicator, Map<Integer, Double> byRank, List<String> facts) {
        long instances =
                communicator.series().stream().mapToLong(SizeSeries::fullRows).sum();
        String collective = communicator.series().stream()
                .findFirst()
                .map(series -> series.function().ncclName())
                .orElse("");
        return new Evidence(
                communicator.key().id(),
                collective,
                OptionalLong.empty(),
                instances,
                coverage.ofOperations() * coverage.ofRanks(),
                byRank,
                facts);
    }

    private Entity entity(StudiedProcess process) {
        OptionalInt rank = job.worldRank(process);
        OptionalInt commRank = rank.isPresent()
                ? OptionalInt.empty()
                : OptionalInt.of(process.members().getFirst().rank());
        return new Entity(Optional.of(process.host()), Optional.empty(), rank, commRank, Optional.empty());
    }

    private JobKey key() {
        return new JobKey(job.id(), "");
    }

    private long onset(Stretch stretch) {
        return (long) (times.windowBegin(stretch.from()).orElse(0) * 1e9);
    }
}
