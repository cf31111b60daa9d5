// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.brain;

import dev.lockstep.core.analysis.blame.BlameSettings;
import dev.lockstep.core.analysis.hang.HangSettings;
import dev.lockstep.core.analysis.job.JobLimits;
import dev.lockstep.core.analysis.link.LinkSettings;

/// All limits and thresholds of the analysis.
public record BrainSettings(JobLimits limits, BlameSettings blame, HangSettings hang, LinkSettings link) {
    /// What fits most clusters.
    public static BrainSettings defaults() {
        return new BrainSettings(
                JobLimits.defaults(), BlameSettings.defaults(), HangSettings.defaults(), LinkSettings.defaults());
    }
}
