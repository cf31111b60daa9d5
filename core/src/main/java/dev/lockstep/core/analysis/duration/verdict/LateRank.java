// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.StudiedProcess;
import dev.lockstep.core.analysis.duration.outlier.Stretch;

/// A process that the others of its job waited for.
///
/// @param delaySeconds how much later it came than its peers, for one step, while it was late
/// @param stretch when, in windows of the run
/// @param often in which share of its steps it was late, 0 to 1
/// @param confidence 0 to 1
/// @param lostGpuSeconds what it cost the others, at most: compute may overlap
public record LateRank(
        StudiedProcess process,
        double delaySeconds,
        Stretch stretch,
        double often,
        double confidence,
        double lostGpuSeconds) {
    LateRank costing(double gpuSeconds) {
        return new LateRank(process, delaySeconds, stretch, often, confidence, gpuSeconds);
    }
}
