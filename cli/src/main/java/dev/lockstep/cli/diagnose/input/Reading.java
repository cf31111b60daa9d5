// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.input;

import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.core.analysis.clue.ReaderNote;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Source;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.ZipException;

/// Reads all inputs, several at once, and keeps what was seen in the order of the files.
public final class Reading {
    private Reading() {}

    /// Everything that all files say. A file that cannot be read is a note, not an end.
    public static List<Sighting> all(Inputs inputs) {
        List<Sighting> seen = new ArrayList<>(inputs.notes());
        IntStream.range(0, inputs.size())
                .parallel()
                .mapToObj(index -> one(inputs, index))
                .toList()
                .forEach(seen::addAll);
        if (inputs.beyondLimit() > 0) {
            seen.add(new ReaderNote(
                    Source.of("-"), ReaderNote.Kind.FILES_OVER_LIMIT, Map.of("files", inputs.beyondLimit())));
        }
        return seen;
    }

    private static List<Sighting> one(Inputs inputs, int index) {
        try {
            return Scan.read(inputs.open(index));
        } catch (IOException e) {
            return List.of(
                    new ReaderNote(Source.of(inputs.name(index)), ReaderNote.Kind.UNREADABLE, Map.of(reason(e), 1L)));
        }
    }

    /// Without the file's name, which stands before it.
    private static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "it is gone";
            case AccessDeniedException _ -> "this user may not read it";
            case EOFException _, ZipException _ -> "its gzip is broken or was cut off; unpack what can be unpacked";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default -> String.valueOf(failure.getMessage());
        };
    }
}
