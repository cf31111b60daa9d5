// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.job.JobIdentity;
import dev.lockstep.server.config.JobClassSettings.Range;
import java.util.Optional;
import java.util.function.Predicate;

/// Jobs that are judged by the same thresholds. What it does not ask for fits each job.
record JobClass(
        String name,
        Optional<Predicate<String>> jobId,
        Optional<Predicate<String>> node,
        Optional<Range> ranks,
        BrainSettings settings) {
    boolean has(JobIdentity job) {
        return jobId.stream().allMatch(like -> like.test(job.jobId()))
                && node.stream().allMatch(like -> like.test(job.node()))
                && ranks.stream()
                        .allMatch(range -> job.worldSize().isPresent()
                                && range.has(job.worldSize().getAsInt()));
    }
}
