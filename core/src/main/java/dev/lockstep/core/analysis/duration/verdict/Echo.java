// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration.verdict;

import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.StudiedProcess;
import java.util.List;

/// A communicator in which ranks wait because somebody is late.
///
/// @param isDirect a late rank is in it; if not, its own late comers only pass on what they waited elsewhere
/// @param waiting its ranks that wait
/// @param waitedFor its ranks that hardly wait
/// @param waitSeconds how long each of those that wait does so, for one step
public record Echo(
        StudiedCommunicator communicator,
        boolean isDirect,
        List<StudiedProcess> waiting,
        List<StudiedProcess> waitedFor,
        double waitSeconds) {
    public Echo {
        waiting = List.copyOf(waiting);
        waitedFor = List.copyOf(waitedFor);
    }
}
