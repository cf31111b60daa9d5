// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import dev.lockstep.core.analysis.duration.outlier.Stretch;
import java.util.List;

/// Data that moves slowly while nobody comes late.
///
/// @param affected communicators whose transfers take longer than before, or than those of their like
/// @param suspects the processes that all of them have in common, less those whose other transfers are as ever
/// @param factor how many times as long the transfers of the smallest affected communicator take
/// @param isFromBegin it was so from the begin on: told by comparison with communicators of the same shape
/// @param lostGpuSeconds what it cost all ranks of the job, at most: those of other communicators wait for these
public record SlowPath(
        List<StudiedCommunicator> affected,
        List<StudiedProcess> suspects,
        double factor,
        Stretch stretch,
        boolean isFromBegin,
        double confidence,
        double lostGpuSeconds) {
    public SlowPath {
        affected = List.copyOf(affected);
        suspects = List.copyOf(suspects);
    }

    /// Whether the affected communicators cross the network.
    public boolean isBetweenNodes() {
        return affected.stream().anyMatch(StudiedCommunicator::isBetweenNodes);
    }
}
