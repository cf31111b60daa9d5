// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader;

import dev.lockstep.core.analysis.clue.Sighting;
import java.util.function.Consumer;

/// A family of lines that may stand in any text.
public interface LineFormat {
    /// Name of the format: `nccl-log`.
    String format();

    /// A reader for one file, with its own state.
    ///
    /// @param file its name, for {@link dev.lockstep.core.analysis.clue.Source}
    /// @param out where sightings go, during the reading or at its end
    LineReader open(String file, Consumer<Sighting> out);
}
