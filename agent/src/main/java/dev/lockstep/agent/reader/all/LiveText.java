// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.all;

import dev.lockstep.agent.reader.text.RawLines;
import dev.lockstep.agent.reader.text.TextLines;
import dev.lockstep.core.analysis.clue.Sighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/// Reads a text while it grows, by the formats of lines that jobs write. What readers know of it is bounded, and
/// forgotten at {@link #end}; what is seen goes out at once or then. One thread.
public final class LiveText {
    private static final LineReaders.Chosen JOBS = LineReaders.Chosen.of(AllReaders.ofJobs());

    private final LineReaders readers;
    private final TextLines lines;

    /// A text of which nothing was read yet.
    public LiveText(String name, Consumer<Sighting> out) {
        readers = new LineReaders(JOBS, name, format -> out);
        lines = new TextLines(readers, readers);
    }

    /// Reads the first bytes of an array: whole lines, which go on where those before ended.
    public void add(byte[] bytes, int length) {
        try {
            lines.read(RawLines.of(bytes, length));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// Nothing more is read; says what had to wait for it.
    public void end() {
        readers.end();
    }
}
