// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.brain;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.JobSight;
import dev.lockstep.core.analysis.blame.StragglerDetector;
import dev.lockstep.core.analysis.drift.DriftDetector;
import dev.lockstep.core.analysis.hang.HangDetector;
import dev.lockstep.core.analysis.hang.JobSights;
import dev.lockstep.core.analysis.hang.SightDetector;
import dev.lockstep.core.analysis.hardware.Hardware;
import dev.lockstep.core.analysis.hardware.OddDetector;
import dev.lockstep.core.analysis.hardware.ToldStops;
import dev.lockstep.core.analysis.hardware.WearDetector;
import dev.lockstep.core.analysis.job.Detector;
import dev.lockstep.core.analysis.job.JobIdentity;
import dev.lockstep.core.analysis.job.JobLimits;
import dev.lockstep.core.analysis.job.JobState;
import dev.lockstep.core.analysis.job.Jobs;
import dev.lockstep.core.analysis.job.ProcessState;
import dev.lockstep.core.analysis.job.RecentInstances;
import dev.lockstep.core.analysis.job.Refusals;
import dev.lockstep.core.analysis.link.LinkDetector;
import dev.lockstep.core.feed.NodeFeed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Judges all jobs. Pure: what it knows comes from the batches, and time is an argument. For one thread; jobs
/// may be split over several brains, since none knows of another.
public final class Brain {
    private final Refusals refusals = new Refusals();
    private final Jobs jobs;
    private final Hardware hardware = new Hardware();
    private final ToldStops told = new ToldStops(hardware);
    private final Function<JobIdentity, BrainSettings> settings;

    /// One with all detectors.
    public Brain(BrainSettings settings) {
        this(settings.limits(), job -> settings, Brain::everything);
    }

    /// One with the detectors that `detectors` makes for each job.
    public Brain(BrainSettings settings, Function<BrainSettings, List<Detector>> detectors) {
        this(settings.limits(), job -> settings, (own, hardware) -> detectors.apply(own));
    }

    private Brain(
            JobLimits limits,
            Function<JobIdentity, BrainSettings> settings,
            BiFunction<BrainSettings, Hardware, List<Detector>> detectors) {
        this.settings = settings;
        this.jobs = new Jobs(limits, refusals, job -> detectors.apply(settings.apply(job), hardware));
    }

    /// One with all detectors that judges each job by the thresholds which `settings` has for it, always the same ones.
    public static Brain byJob(JobLimits limits, Function<JobIdentity, BrainSettings> settings) {
        return new Brain(limits, settings, Brain::everything);
    }

    /// All detectors there are, new ones for one job, which share the hardware.
    private static List<Detector> everything(BrainSettings settings, Hardware hardware) {
        return List.of(
                new HangDetector(settings.hang()),
                new SightDetector(settings.hang()),
                new StragglerDetector(settings.blame()),
                new LinkDetector(settings.link()),
                new OddDetector(hardware),
                new WearDetector(hardware),
                new DriftDetector(),
                new RecentInstances());
    }

    /// Takes in one batch of one agent.
    ///
    /// @param nowNanos a clock of the caller that never steps
    public void accept(NodeFeed feed, long nowNanos) {
        jobs.accept(feed, nowNanos);
        hardware.accept(feed, nowNanos);
    }

    /// Every finding that holds now, weighed by what the hardware of its culprits suffers. It also forgets jobs that
    /// are over for long.
    public List<Finding> examine(long nowNanos) {
        jobs.forget(nowNanos);
        hardware.forget(nowNanos);
        List<Finding> findings = new ArrayList<>();
        for (JobState job : jobs.all()) {
            List<Finding> found = told.judge(job, job.examine(nowNanos), nowNanos);
            if (!found.isEmpty()) {
                Set<String> nodes =
                        job.processes().stream().map(ProcessState::node).collect(Collectors.toSet());
                found.forEach(finding -> findings.add(hardware.weigh(finding, nodes, nowNanos)));
            }
        }
        return findings;
    }

    /// How each job is seen, for those who must not take silence for health.
    public Map<JobKey, JobSight> sights(long nowNanos) {
        Map<JobKey, JobSight> sights = new HashMap<>();
        jobs.all()
                .forEach(job -> sights.put(
                        job.key(),
                        JobSights.of(
                                job, nowNanos, settings.apply(job.identity()).hang())));
        return sights;
    }

    /// What is known now.
    public BrainView view() {
        return new BrainView(jobs.all().stream().map(JobPicture::of).toList(), refusals.byReason());
    }
}
