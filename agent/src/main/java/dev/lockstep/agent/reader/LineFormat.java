// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader;

import dev.lockstep.core.analysis.clue.Sighting;
import java.util.List;
import java.util.function.Consumer;

/// A family of lines that may stand in any text.
public interface LineFormat {
    /// Name of the format: `nccl-log`.
    String format();

    /// Words of which one stands in every line that its reader wants; none: it wants every line. A reader that is open
    /// ({@link LineReader#isOpen}) gets every line.
    default List<String> needles() {
        return List.of();
    }

    /// A reader for one file, with its own state.
    ///
    /// @param file its name, for {@link dev.lockstep.core.analysis.clue.Source}
    /// @param out where sightings go, during the reading or at its end
    LineReader open(String file, Consumer<Sighting> out);
}
