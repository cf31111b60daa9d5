// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader;

import dev.lockstep.core.analysis.clue.Sighting;
import java.io.IOException;
import java.util.function.Consumer;

/// Reads files of one format as a whole. Stateless: one object serves all files and threads.
public interface FileReader {
    /// Name of the format: `fr-dump`.
    String format();

    /// Whether this file is of the format, by its content; the name may only help. Looks at no more than the head.
    boolean recognises(InputFile file);

    /// Reads it. What is broken becomes a clue, never an exception; memory is bounded whatever the file's length.
    ///
    /// @throws IOException if the file itself cannot be read
    void read(InputFile file, Consumer<Sighting> out) throws IOException;
}
