// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.all;

import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.text.JournalExport;
import dev.lockstep.agent.reader.text.TextLines;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.clue.Clue;
import dev.lockstep.core.analysis.clue.ReaderNote;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Reads one input with whatever understands it.
public final class Scan {
    /// Most sightings that are kept of one file; more are counted by format in a note.
    public static final int SIGHTINGS_MAX = 20_000;

    private Scan() {}

    /// Everything that is seen in the file, bounded by {@link #SIGHTINGS_MAX}.
    ///
    /// @throws IOException if the file cannot be read
    public static List<Sighting> read(InputFile file) throws IOException {
        Kept kept = new Kept();
        for (FileReader reader : AllReaders.ofFiles()) {
            if (reader.recognises(file)) {
                reader.read(file, kept.of(reader.format()));
                return kept.all(file.name());
            }
        }
        if (isBinary(file.head()) && !JournalExport.isOne(file.head())) {
            return List.of(new ReaderNote(Source.of(file.name()), ReaderNote.Kind.UNKNOWN, Map.of("no text", 1L)));
        }
        readLines(file, kept);
        return kept.all(file.name());
    }

    private static void readLines(InputFile file, Kept kept) throws IOException {
        LineReaders readers = new LineReaders(file.name(), kept::of);
        TextLines lines = new TextLines(readers, readers);
        try (InputStream stream = JournalExport.isOne(file.head()) ? new JournalExport(file.open()) : file.open()) {
            lines.read(stream);
        }
        readers.end();
        if (lines.joined() > 0) {
            kept.always(malformed(file, lines.joined() + " lines were hard-wrapped; re-joined")
                    .with("lines_joined", lines.joined()));
        }
        if (lines.cut() > 0) {
            kept.always(malformed(file, lines.cut() + " lines were too long; their ends were not read")
                    .with("lines_cut", lines.cut()));
        }
    }

    private static Clue malformed(InputFile file, String words) {
        return Clue.context(Signal.TELEMETRY_MALFORMED, Severity.INFO, Subject.NONE, Source.of(file.name()), words)
                .of("text of " + file.name());
    }

    private static boolean isBinary(byte[] head) {
        for (byte each : head) {
            if (each == 0) {
                return true;
            }
        }
        return false;
    }

    private static final class Kept {
        private final List<Sighting> sightings = new ArrayList<>();
        private final Map<String, Long> dropped = new TreeMap<>();

        /// Takes what readers of this format see.
        Consumer<Sighting> of(String format) {
            return sighting -> {
                if (sightings.size() < SIGHTINGS_MAX) {
                    sightings.add(sighting);
                } else {
                    dropped.merge(format, 1L, Long::sum);
                }
            };
        }

        /// Keeps what is said of the file as a whole, beyond the limit too.
        void always(Sighting sighting) {
            sightings.add(sighting);
        }

        List<Sighting> all(String name) {
            if (!dropped.isEmpty()) {
                sightings.add(new ReaderNote(Source.of(name), ReaderNote.Kind.OVER_LIMIT, dropped));
            }
            return sightings;
        }
    }
}
