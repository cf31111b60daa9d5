// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.job.JobIdentity;
import java.util.List;
import java.util.Optional;

/// By which thresholds each job is judged: those of the first class that has it, or the server's own.
public final class JobClasses {
    /// The class of jobs that no other has.
    public static final String DEFAULT = "default";

    /// Classes that a file may have.
    static final int JOB_CLASSES_MAX = 64;

    private final List<JobClass> classes;
    private final BrainSettings usual;

    JobClasses(List<JobClass> classes, BrainSettings usual) {
        this.classes = List.copyOf(classes);
        this.usual = usual;
    }

    /// What holds for that job: always the same.
    public BrainSettings settings(JobIdentity job) {
        return first(job).map(JobClass::settings).orElse(usual);
    }

    /// The name of its class.
    public String name(JobIdentity job) {
        return first(job).map(JobClass::name).orElse(DEFAULT);
    }

    private Optional<JobClass> first(JobIdentity job) {
        return classes.stream().filter(each -> each.has(job)).findFirst();
    }
}
