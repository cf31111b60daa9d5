// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.own;

import dev.lockstep.agent.flight.FlightFileException;
import dev.lockstep.agent.flight.FlightFiles;
import dev.lockstep.agent.flight.FlightSpool;
import dev.lockstep.agent.reader.FileReader;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.core.analysis.clue.ReaderNote;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.shm.ShmLayout;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.function.Consumer;

/// Reads our own flight records, and shared-memory files that nobody copied in time. Such a file is read by its name,
/// and an input may be packed, so it is unpacked into the temporary folder; in that copy a process that lives cannot be
/// told from one that died, and nobody asks for the time.
public final class FlightRecordReader implements FileReader {
    /// Stateless.
    public FlightRecordReader() {}

    @Override
    public String format() {
        return "flight-record";
    }

    @Override
    public boolean recognises(InputFile file) {
        byte[] head = file.head();
        return head.length > ShmLayout.Header.MAGIC + Long.BYTES
                && ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getLong(ShmLayout.Header.MAGIC)
                        == ShmLayout.MAGIC;
    }

    @Override
    public void read(InputFile file, Consumer<Sighting> out) throws IOException {
        Path copy = Files.createTempFile("lockstep-diagnose", ".flight");
        try {
            if (copied(file, copy)) {
                out.accept(RecordBuilder.of(Source.of(file.name()), new FlightFiles(() -> 0).read(copy)));
            } else {
                out.accept(unread(file, "it has more bytes than a flight record can have"));
            }
        } catch (FlightFileException e) {
            String why = String.valueOf(e.getMessage()).replace(copy + " ", "");
            out.accept(unread(file, "the flight record " + why));
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    /// False if it is too long.
    private static boolean copied(InputFile file, Path copy) throws IOException {
        try (InputStream in = file.open()) {
            byte[] bytes = in.readNBytes((int) FlightSpool.RECORD_BYTES_MAX + 1);
            Files.copy(new ByteArrayInputStream(bytes), copy, StandardCopyOption.REPLACE_EXISTING);
            return bytes.length <= FlightSpool.RECORD_BYTES_MAX;
        }
    }

    private static ReaderNote unread(InputFile file, String why) {
        return new ReaderNote(Source.of(file.name()), ReaderNote.Kind.UNREADABLE, Map.of(why, 1L));
    }
}
