// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.edge.StuckEdge;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.Detector;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.model.connection.ConnectionCounters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Finds out that a job stands still and who holds the others up, in the forms of docs/detectors/hang.md. It
/// looks twice before it is sure: nothing that moves is a hang.
public final class HangDetector implements Detector {
    /// Ranks of which a finding gives figures.
    private static final int FIGURES_MAX = 16;
    private static final double SURE = 0.95;
    private static final double NEARLY_SURE = 0.85;
    private static final double UNSURE = 0.5;
    private static final double SECOND = 1e9;

    private final HangSettings settings;
    private final Habits habits = new Habits();
    private final PauseMeter pauses = new PauseMeter();
    private Set<String> before = Set.of();

    /// For one job.
    public HangDetector(HangSettings settings) {
        this.settings = settings;
    }

    @Override
    public void accept(JobState job, ProcessState process, ProcessFeed feed, long nowNanos) {
        habits.accept(feed);
    }

    @Override
    public List<Finding> examine(JobState job, long nowNanos) {
        if (!look(job, nowNanos)) {
            before = Set.of();
            return List.of();
        }
        Standstill standstill = Standstill.of(job, nowNanos, settings);
        long longest = Math.round(pauses.longestNanos() * settings.pauseFactor());
        long stopNanos = Math.max(settings.stopNanos(), longest);
        List<Verdict> verdicts = new Judgement(standstill, new WaitGraph(standstill, habits), stopNanos).verdicts();
        Set<String> now = new TreeSet<>();
        List<Finding> findings = new ArrayList<>();
        for (Verdict verdict : verdicts) {
            now.add(verdict.key());
            boolean isHard = verdict.isHard() && before.contains(verdict.key());
            if (isHard || verdict.stuckNanos() >= settings.suspectNanos()) {
                findings.add(finding(standstill, verdict, isHard, stopNanos));
            }
        }
        before = now;
        return findings;
    }

    /// Whether anything stands for long enough to be looked at closely.
    private boolean look(JobState job, long nowNanos) {
        long moved = Long.MIN_VALUE;
        long wait = 0;
        boolean isIncomplete = false;
        for (CommunicatorState communicator : job.communicators()) {
            isIncomplete |= SetupWaits.mayWait(communicator, nowNanos, settings);
            for (MemberState member : communicator.eachMember()) {
                moved = Math.max(moved, member.movedNanos());
                long stuck = Seat.stuckNanos(member, nowNanos);
                if (stuck > wait && !member.ended() && isSeen(member.process(), nowNanos)) {
                    wait = stuck;
                }
            }
        }
        pauses.look(moved, wait >= settings.suspectNanos() ? wait : 0);
        return !job.hasEnded() && (wait >= settings.stillNanos() || isIncomplete);
    }

    private boolean isSeen(ProcessState process, long nowNanos) {
        return process.life() == ProcessLife.RUNNING && nowNanos - process.heardNanos() <= settings.unseenNanos();
    }

    private static double confidence(Verdict verdict, boolean isHard) {
        if (!isHard) {
            return UNSURE;
        }
        boolean isCertain = verdict.remark().isEmpty() && verdict.kind() != FindingKind.HANG_UNKNOWN;
        return isCertain ? SURE : NEARLY_SURE;
    }

    private Finding finding(Standstill standstill, Verdict verdict, boolean isHard, long stopNanos) {
        return new Finding(
                verdict.kind(),
                standstill.job().key(),
                verdict.culprits().stream().map(Actor::entity).toList(),
                Severity.P0,
                confidence(verdict, isHard),
                onsetWallNanos(verdict),
                verdict.held().size(),
                "ranks",
                evidence(standstill, verdict, stopNanos),
                HangSentence.nextStep(verdict));
    }

    /// By the clock of the node that waits longest.
    private static long onsetWallNanos(Verdict verdict) {
        return verdict.held().stream()
                        .flatMap(actor -> actor.process().stream())
                        .mapToLong(ProcessState::wallNanos)
                        .max()
                        .orElse(verdict.stuckNanos())
                - verdict.stuckNanos();
    }

    private static Optional<StuckEdge> stuckEdge(CommunicatorState communicator) {
        Map<Integer, List<ConnectionCounters>> byRank = new TreeMap<>();
        communicator.members().forEach(member -> byRank.put(member.commRank(), member.connections()));
        return StuckEdge.in(byRank);
    }

    private Evidence evidence(Standstill standstill, Verdict verdict, long stopNanos) {
        Wait wait = verdict.at();
        List<String> facts = new ArrayList<>();
        facts.add(HangSentence.title(verdict));
        if (!verdict.remark().isEmpty()) {
            facts.add(verdict.remark());
        }
        if (verdict.kind() == FindingKind.HANG_MISMATCH) {
            HangSentence.entered(wait, verdict.culprits()).ifPresent(facts::add);
            List<Actor> others = wait.waiters().stream()
                    .filter(actor -> !verdict.culprits().contains(actor))
                    .toList();
            HangSentence.entered(wait, others).ifPresent(facts::add);
        }
        if (verdict.kind() == FindingKind.HANG_ALL_ENTERED) {
            stuckEdge(wait.communicator()).ifPresent(edge -> facts.add(edge.sentence()));
        }
        facts.add("the longest wait is %.0f s; it is a hang from %.0f s on"
                .formatted(verdict.stuckNanos() / SECOND, Math.min(stopNanos, verdict.hardAfterNanos()) / SECOND));
        boolean startsUnknown = standstill.seats().getOrDefault(wait.communicator(), List.of()).stream()
                .anyMatch(seat -> !seat.tellsStarts());
        if (startsUnknown) {
            facts.add("start unknown: NCCL does not report when the GPU begins there");
        }
        return new Evidence(
                wait.communicator().key().id(),
                wait.operation().map(HangSentence::function).orElse(""),
                wait.operation()
                        .map(operation -> OptionalLong.of(operation.sequence().orElse(operation.ordinal())))
                        .orElse(OptionalLong.empty()),
                1,
                coverage(standstill),
                figures(standstill, verdict),
                facts);
    }

    private double coverage(Standstill standstill) {
        int seen = 0;
        int all = 0;
        for (Actor actor : standstill.actors()) {
            all++;
            seen += actor.isOver() || standstill.isSeen(actor) ? 1 : 0;
        }
        int expected = Math.max(all, standstill.job().worldSize().orElse(0));
        return expected == 0 ? 1 : (double) seen / expected;
    }

    /// How long culprits have not moved and how long others wait.
    private static Map<Integer, Double> figures(Standstill standstill, Verdict verdict) {
        Map<Integer, Double> seconds = new LinkedHashMap<>();
        for (Actor culprit : verdict.culprits()) {
            if (culprit.entity().rank().isPresent()
                    && seconds.size() < FIGURES_MAX
                    && !culprit.seats().isEmpty()) {
                double still = (standstill.nowNanos() - culprit.movedNanos()) / SECOND;
                seconds.put(culprit.entity().rank().getAsInt(), still);
            }
        }
        for (Actor actor : verdict.held()) {
            if (actor.entity().rank().isPresent() && seconds.size() < 2 * FIGURES_MAX) {
                seconds.putIfAbsent(actor.entity().rank().getAsInt(), actor.stuckNanos(standstill.nowNanos()) / SECOND);
            }
        }
        return seconds;
    }
}
