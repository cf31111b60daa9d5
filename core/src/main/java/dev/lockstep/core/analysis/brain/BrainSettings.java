// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.brain;

import dev.lockstep.core.analysis.job.JobLimits;

/// All limits and thresholds of the analysis.
public record BrainSettings(JobLimits limits) {
    /// What fits most clusters.
    public static BrainSettings defaults() {
        return new BrainSettings(JobLimits.defaults());
    }
}
