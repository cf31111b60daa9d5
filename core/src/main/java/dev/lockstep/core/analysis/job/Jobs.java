// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.ProcessKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// All jobs. A process belongs to the job of its incarnation; while it has none, to the processes with which
/// it shares communicators, which become one job as soon as that is seen.
public final class Jobs {
    private record Shared(String jobId, CommunicatorKey communicator) {}

    /// What is said of a process under another job's name says nothing about it there.
    private record Claimed(String jobId, ProcessKey process) {}

    private final JobLimits limits;
    private final Refusals refusals;
    private final Function<JobIdentity, List<Detector>> detectors;
    private final Map<JobKey, JobState> byKey = new LinkedHashMap<>();
    private final Map<Claimed, JobState> byProcess = new HashMap<>();
    private final Map<Shared, JobState> byCommunicator = new HashMap<>();

    /// No jobs yet. Each one that comes gets detectors of its own from `detectors`.
    public Jobs(JobLimits limits, Refusals refusals, Function<JobIdentity, List<Detector>> detectors) {
        this.limits = limits;
        this.refusals = refusals;
        this.detectors = detectors;
    }

    /// Takes in one batch.
    public void accept(NodeFeed feed, long nowNanos) {
        for (ProcessFeed process : feed.processes()) {
            Optional<JobState> job = jobOf(feed.node(), process, nowNanos);
            if (job.isPresent()) {
                job.get().accept(feed, process, nowNanos);
            }
        }
    }

    /// All jobs, in the order in which they were heard of.
    public Collection<JobState> all() {
        return Collections.unmodifiableCollection(byKey.values());
    }

    /// Forgets jobs of which nothing was heard for long.
    public void forget(long nowNanos) {
        List<JobState> forgotten = new ArrayList<>();
        Iterator<JobState> all = byKey.values().iterator();
        while (all.hasNext()) {
            JobState job = all.next();
            if (job.isForgotten(nowNanos)) {
                all.remove();
                forgotten.add(job);
            }
        }
        if (!forgotten.isEmpty()) {
            byProcess.values().removeAll(forgotten);
            byCommunicator.values().removeAll(forgotten);
        }
    }

    private Optional<JobState> jobOf(String node, ProcessFeed process, long nowNanos) {
        JobIdentity identity = new JobIdentity(process.jobId(), node, process.worldSize());
        Claimed claimed = new Claimed(process.jobId(), process.key());
        JobState job = byProcess.get(claimed);
        JobState told = job;
        if (process.incarnation().isPresent()) {
            told = told(new JobKey(process.jobId(), process.incarnation().get()), identity, job, nowNanos);
        }
        for (CommunicatorFeed communicator : process.communicators()) {
            told = joined(process, communicator, told);
        }
        if (told == null) {
            told = open(unnamed(process), identity, nowNanos);
        }
        if (told == null) {
            refusals.count(Refusals.Reason.JOBS_MAX);
            return Optional.empty();
        }
        if (told != job) {
            byProcess.put(claimed, told);
        }
        if (told != job || !told.knows(process)) {
            for (CommunicatorFeed communicator : process.communicators()) {
                byCommunicator.put(new Shared(process.jobId(), CommunicatorKey.of(communicator.identity())), told);
            }
        }
        return Optional.of(told);
    }

    /// The job of an incarnation. What was gathered about its processes before it was known goes over to it.
    private @Nullable JobState told(JobKey key, JobIdentity identity, @Nullable JobState before, long nowNanos) {
        JobState job = byKey.get(key);
        if (before == null || before == job) {
            return job != null ? job : open(key, identity, nowNanos);
        }
        if (job != null) {
            return merge(job, before);
        }
        byKey.remove(before.key());
        before.rename(key);
        byKey.put(key, before);
        return before;
    }

    /// The job after a look at one communicator of a process: another one that has it is the same, unless
    /// that place in it is taken, as by an earlier life of the job.
    private @Nullable JobState joined(ProcessFeed process, CommunicatorFeed feed, @Nullable JobState job) {
        if (process.incarnation().isPresent()) {
            return job;
        }
        CommunicatorKey key = CommunicatorKey.of(feed.identity());
        JobState other = byCommunicator.get(new Shared(process.jobId(), key));
        int commRank = feed.identity().commRank().orElse(-1);
        if (other == null || other == job || !hasRoom(other, key, commRank, process.key())) {
            return job;
        }
        return job == null ? other : merge(other, job);
    }

    private static boolean hasRoom(JobState job, CommunicatorKey key, int commRank, ProcessKey process) {
        Optional<MemberState> there = job.communicator(key).flatMap(communicator -> communicator.member(commRank));
        return there.isEmpty() || there.get().process().key().equals(process);
    }

    private JobState merge(JobState into, JobState from) {
        into.absorb(from);
        byKey.remove(from.key());
        byProcess.replaceAll((key, job) -> job == from ? into : job);
        byCommunicator.replaceAll((key, job) -> job == from ? into : job);
        return into;
    }

    private @Nullable JobState open(JobKey key, JobIdentity identity, long nowNanos) {
        if (byKey.size() >= limits.jobsMax()) {
            return null;
        }
        JobState job =
                new JobState(key, identity, new JobState.Parts(limits, refusals, detectors.apply(identity)), nowNanos);
        byKey.put(key, job);
        return job;
    }

    /// A name for a job whose incarnation is not known: the lowest of the first process' communicators, or
    /// the process.
    private JobKey unnamed(ProcessFeed process) {
        String first = process.communicators().stream()
                .map(communicator -> CommunicatorKey.of(communicator.identity()))
                .sorted()
                .findFirst()
                .map(key -> key.id() + "." + key.hashOrdinal())
                .orElse(process.key().bootId() + "." + process.key().processId() + "."
                        + process.key().startTicks());
        JobKey key = new JobKey(process.jobId(), first);
        int lives = 1;
        while (byKey.containsKey(key)) {
            key = new JobKey(process.jobId(), first + "+" + lives++);
        }
        return key;
    }
}
