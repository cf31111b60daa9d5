// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

import java.util.Optional;
import java.util.OptionalInt;

/// A rank makes or leaves a communicator.
///
/// @param subject host, pid, GPU, `group` = commId where printed (the pointer of one process otherwise) and the rank in
/// the communicator as `groupRank`
/// @param ranks size of the communicator; absent if damaged
public record CommunicatorInit(
        Subject subject, OptionalInt ranks, Stage stage, Optional<Moment> moment, Source source, String excerpt)
        implements Sighting {
    /// How far it came.
    public enum Stage {
        /// `Init START`.
        STARTED,
        /// `Init COMPLETE`.
        COMPLETED,
        /// `Destroy COMPLETE`.
        DESTROYED,
        /// `Abort COMPLETE`.
        ABORTED
    }
}
