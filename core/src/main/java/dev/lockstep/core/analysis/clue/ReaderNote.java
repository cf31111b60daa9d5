// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.clue;

import java.util.Map;

/// What of the input nobody has seen, and why.
///
/// @param counts how much of it: by format of what was left out of a file, by reason of files
public record ReaderNote(Source source, Kind kind, Map<String, Long> counts) implements Sighting {
    /// Why it was not seen.
    public enum Kind {
        /// More was found in the file than is kept of one.
        OVER_LIMIT,
        /// More files were given than are read in one run.
        FILES_OVER_LIMIT,
        /// It could not be opened or read to its end.
        UNREADABLE,
        /// A running job was not asked, lest it crashes.
        NOT_ASKED,
        /// It is no text, and of no format that is known.
        UNKNOWN
    }

    public ReaderNote {
        counts = Map.copyOf(counts);
    }
}
