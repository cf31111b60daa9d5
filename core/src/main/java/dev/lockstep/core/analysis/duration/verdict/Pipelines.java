// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.Groups;
import dev.lockstep.core.analysis.duration.PointToPoint;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import java.util.HashSet;
import java.util.Set;

/// Which processes hand their work on to each other, as stages of a pipeline do: those that send to few peers, and
/// those of communicators without any collective.
final class Pipelines {
    private final StudiedJob job;
    private final Groups groups;

    Pipelines(StudiedJob job) {
        this.job = job;
        this.groups = new Groups(job.processes().size());
        job.communicators().forEach(this::join);
    }

    private void join(StudiedCommunicator communicator) {
        communicator.pointToPoint().forEach((rank, each) -> {
            if (each.isPipeline()) {
                each.peers().stream().forEach(peer -> join(communicator, rank, peer));
            }
        });
        boolean isSilent = communicator.series().isEmpty()
                && communicator.pointToPoint().values().stream().noneMatch(PointToPoint::hasPeers);
        if (isSilent && communicator.ranks() < job.ranks()) {
            int first = communicator.processes().firstKey();
            communicator.processes().keySet().forEach(rank -> join(communicator, first, rank));
        }
    }

    private void join(StudiedCommunicator communicator, int rank, int peer) {
        StudiedProcess one = communicator.processes().get(rank);
        StudiedProcess other = communicator.processes().get(peer);
        if (one != null && other != null) {
            groups.join(job.processes().indexOf(one), job.processes().indexOf(other));
        }
    }

    /// Whether there is any.
    boolean isAny() {
        return groups.all().size() < job.processes().size();
    }

    /// One and the same process for all of a pipeline.
    int firstOf(int process) {
        return groups.of(process);
    }

    /// Whether a communicator has several stages of one pipeline, which do not do the same.
    boolean isAcross(StudiedCommunicator communicator) {
        Set<Integer> seen = new HashSet<>();
        return communicator.processes().values().stream()
                .anyMatch(process -> !seen.add(groups.of(job.processes().indexOf(process))));
    }
}
