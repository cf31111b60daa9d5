// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.input;

import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.core.analysis.clue.ReaderNote;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Reads all inputs, several at once, and keeps what was seen in the order of the files.
public final class Reading {
    private Reading() {}

    /// Everything that all files say. A file that cannot be read is a note, not an end.
    public static List<Sighting> all(Inputs inputs) {
        List<Sighting> seen = new ArrayList<>();
        IntStream.range(0, inputs.size())
                .parallel()
                .mapToObj(index -> one(inputs, index))
                .toList()
                .forEach(seen::addAll);
        if (inputs.beyondLimit() > 0) {
            seen.add(new ReaderNote(Source.of("-"), "limit", Map.of("files", inputs.beyondLimit())));
        }
        return seen;
    }

    private static List<Sighting> one(Inputs inputs, int index) {
        try {
            return Scan.read(inputs.open(index));
        } catch (IOException | UncheckedIOException e) {
            return List.of(new ReaderNote(
                    Source.of("input " + index + ": " + e.getMessage()), "unreadable", Map.of("files", 1L)));
        }
    }
}
