// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hardware;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.MemberState;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.HardwareFact.Kind;
import dev.lockstep.core.feed.ProcessLife;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Jobs that stand still where logs or RAS of one node told of what ends a process: a GPU that is lost, memory that is
/// full, a link that gave up. That node is named, at once and not after the time of a hang; a stop that is found anyway
/// gets its name, so there is one incident. Where several nodes told, or operations went on since, nobody is named.
public final class ToldStops {
    /// Nothing of the job moved for so long.
    static final long STILL_NANOS = 15_000_000_000L;

    /// Operations that end so long after the error was heard of were on their way.
    static final long AFTER_NANOS = 30_000_000_000L;

    private static final double SURE = 0.85;
    private static final double SECOND = 1e9;

    /// What no process survives, by the signals of `lockstep diagnose`.
    private static final Set<String> FATAL = Set.of(
            "gpu.fallen_off_bus",
            "gpu.xid",
            "gpu.nvlink",
            "gpu.wedged",
            "net.completion_error",
            "resource.oom",
            "resource.shm");

    /// Calls that failed for these reasons; other reasons may be the peers'.
    private static final Set<String> FATAL_CALLS =
            Set.of("init.failure application", "init.failure cuda", "init.failure gpu", "init.failure gpu_fabric");

    private final Hardware hardware;

    /// On the hardware that all jobs share.
    public ToldStops(Hardware hardware) {
        this.hardware = hardware;
    }

    /// What was found, with names where nodes told of the reason, and with a stop that nobody else has found yet.
    public List<Finding> judge(JobState job, List<Finding> found, long nowNanos) {
        Map<String, List<HardwareFact>> told = told(job, nowNanos);
        if (told.size() != 1 || job.hasEnded()) {
            return found;
        }
        String node = told.keySet().iterator().next();
        List<HardwareFact> errors = told.getOrDefault(node, List.of());
        long moved = moved(job);
        OptionalLong heard = hardware.of(node, nowNanos)
                .map(known -> known.lastGrown(errors, nowNanos))
                .orElse(OptionalLong.empty());
        if (heard.isEmpty() || moved > heard.getAsLong() + AFTER_NANOS) {
            return found;
        }
        String sentence = sentence(node, errors);
        if (found.stream().anyMatch(finding -> finding.kind().isStop())) {
            return found.stream()
                    .map(finding -> named(finding, job, node, sentence))
                    .toList();
        }
        if (!stands(job, moved, nowNanos)) {
            return found;
        }
        List<Finding> more = new ArrayList<>(found);
        more.add(stop(job, node, sentence, moved, nowNanos));
        return more;
    }

    /// Nodes of the job that told of such errors lately.
    private Map<String, List<HardwareFact>> told(JobState job, long nowNanos) {
        Set<String> nodes = new TreeSet<>();
        job.processes().stream().map(ProcessState::node).forEach(nodes::add);
        Map<String, List<HardwareFact>> told = new TreeMap<>();
        for (String node : nodes) {
            hardware.of(node, nowNanos).ifPresent(known -> {
                List<HardwareFact> errors = known.facts(fact -> isFatal(fact, job) && known.grown(fact, nowNanos) > 0);
                if (!errors.isEmpty()) {
                    told.put(node, errors);
                }
            });
        }
        return told;
    }

    private static boolean isFatal(HardwareFact fact, JobState job) {
        String device = fact.device();
        boolean isOfJob = device.equals(HardwareFact.JOB)
                || device.equals(HardwareFact.JOB + job.key().jobId());
        String kind = fact.text().split(" ", 2)[0];
        return fact.kind() == Kind.JOB_ERROR && isOfJob && (FATAL.contains(kind) || FATAL_CALLS.contains(fact.text()));
    }

    /// When anything of the job moved last.
    private static long moved(JobState job) {
        long moved = Long.MIN_VALUE;
        for (CommunicatorState communicator : job.communicators()) {
            for (MemberState member : communicator.members()) {
                moved = Math.max(moved, member.movedNanos());
            }
        }
        return moved;
    }

    private static boolean stands(JobState job, long moved, long nowNanos) {
        boolean isWaiting = job.communicators().stream()
                .flatMap(communicator -> communicator.members().stream())
                .anyMatch(member -> member.process().life() == ProcessLife.RUNNING
                        && !member.ended()
                        && !member.inFlight().isEmpty());
        return isWaiting && nowNanos - moved >= STILL_NANOS;
    }

    private static String sentence(String node, List<HardwareFact> errors) {
        List<String> kinds =
                errors.stream().map(HardwareFact::text).distinct().sorted().toList();
        return "a log or RAS on " + node + " told of " + String.join(", ", kinds);
    }

    private static Finding named(Finding finding, JobState job, String node, String sentence) {
        boolean isOther = !finding.culprits().isEmpty()
                && finding.culprits().stream()
                        .noneMatch(culprit -> culprit.node().orElse("").equals(node));
        if (!finding.kind().isStop() || isOther) {
            return finding;
        }
        boolean isUnnamed = finding.culprits().isEmpty();
        List<String> facts = new ArrayList<>(finding.evidence().facts());
        if (isUnnamed) {
            facts.addFirst(node + " stopped the job: " + sentence);
        }
        return new Finding(
                finding.kind(),
                finding.job(),
                isUnnamed ? List.of(culprit(job, node)) : finding.culprits(),
                finding.severity(),
                Math.max(finding.confidence(), SURE),
                finding.onsetWallNanos(),
                finding.magnitude(),
                finding.unit(),
                with(finding.evidence(), facts),
                isUnnamed ? nextStep(node) : finding.nextStep());
    }

    private static Evidence with(Evidence before, List<String> facts) {
        return new Evidence(
                before.comm(),
                before.collective(),
                before.sequence(),
                before.instances(),
                before.coverage(),
                before.secondsByRank(),
                facts);
    }

    private static Finding stop(JobState job, String node, String sentence, long moved, long nowNanos) {
        long still = nowNanos - moved;
        List<String> facts = List.of(
                node + " stopped the job: " + sentence,
                "nothing of the job has moved for %.0f s".formatted(still / SECOND));
        return new Finding(
                FindingKind.HANG_UNKNOWN,
                job.key(),
                List.of(culprit(job, node)),
                Severity.P0,
                SURE,
                JobNodes.wallNanos(job, node) - still,
                still / SECOND,
                "s",
                new Evidence("", "", OptionalLong.empty(), 1, 1, Map.of(), facts),
                nextStep(node));
    }

    private static String nextStep(String node) {
        return "Read the job's log and dmesg of " + node + "; drain the node before the job starts again.";
    }

    /// The rank, where the job has only one there.
    private static Entity culprit(JobState job, String node) {
        List<Entity> ranks = job.communicators().stream()
                .flatMap(communicator -> communicator.members().stream())
                .filter(member -> member.process().node().equals(node)
                        && member.worldRank().isPresent())
                .map(MemberState::entity)
                .distinct()
                .toList();
        return ranks.size() == 1 ? ranks.getFirst() : Entity.ofNode(node);
    }
}
