// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.analysis.Finding;
import java.util.List;

/// Looks for one kind of trouble in one job. Each job has detectors of its own, which may remember what they saw and
/// are
/// forgotten with it.
public interface Detector {
    /// What holds now. Called about each second, after what came in was taken into the job's state.
    List<Finding> examine(JobState job, long nowNanos);
}
