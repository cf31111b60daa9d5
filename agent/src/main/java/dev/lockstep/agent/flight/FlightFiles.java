// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.reader.CopyBuffer;
import dev.lockstep.shm.reader.ShmAttachment;
import dev.lockstep.shm.reader.ShmReader;
import dev.lockstep.shm.reader.ShmReading;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// Reads flight records and shared-memory files, believing nothing in them.
public final class FlightFiles {
    /// Files of one directory that are looked at.
    public static final int FILES_MAX = 4096;

    private static final String SHARED_MEMORY_SUFFIX = ".lockstep";
    /// A moment after all that a clock can have said, from which the moment of an enqueue is counted back.
    private static final long LATE_NANOS = Long.MAX_VALUE >> 1;

    private final CopyBuffer buffer = new CopyBuffer();
    private final LongSupplier monotonicNanos;

    /// `monotonicNanos` is this host's CLOCK_MONOTONIC, for files of processes that live on it.
    public FlightFiles(LongSupplier monotonicNanos) {
        this.monotonicNanos = monotonicNanos;
    }

    /// The records and shared-memory files of a directory, by name.
    public static List<Path> in(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(FlightFiles::isNamedSo)
                    .limit(FILES_MAX)
                    .sorted(Comparator.naturalOrder())
                    .toList();
        }
    }

    private static boolean isNamedSo(Path file) {
        String name = String.valueOf(file.getFileName());
        return !name.startsWith(".") && (name.endsWith(SpoolEntry.SUFFIX) || name.endsWith(SHARED_MEMORY_SUFFIX));
    }

    /// Reads one file.
    ///
    /// @throws FlightFileException with one line for a person, if it cannot be read or is damaged
    public FlightRecord read(Path file) throws FlightFileException {
        Optional<FlightFacts> facts = facts(file);
        GpuIndex gpus = busId -> facts.map(known -> known.gpu(busId)).orElse(GpuIndex.UNKNOWN.of(busId));
        try (ShmReader reader = attach(file, gpus)) {
            return read(file, reader, facts);
        }
    }

    private Optional<FlightFacts> facts(Path file) throws FlightFileException {
        long end;
        try (ShmReader reader = attach(file, GpuIndex.UNKNOWN)) {
            end = reader.header().fileBytes();
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long bytes = channel.size() - end;
            if (bytes <= 0) {
                return Optional.empty();
            }
            if (bytes > FactsText.BYTES_MAX) {
                throw new FlightFileException(file + " has " + bytes + " bytes more than its header says");
            }
            ByteBuffer text = ByteBuffer.allocate((int) bytes);
            int read = 0;
            while (text.hasRemaining() && read >= 0) {
                read = channel.read(text, end + text.position());
            }
            return Optional.of(FactsText.parse(new String(text.array(), 0, text.position(), StandardCharsets.UTF_8)));
        } catch (FlightFileException e) {
            throw new FlightFileException(file + " is damaged: " + e.getMessage());
        } catch (IOException e) {
            throw new FlightFileException(file + " cannot be read: " + e.getMessage());
        }
    }

    private ShmReader attach(Path file, GpuIndex gpus) throws FlightFileException {
        return switch (ShmReader.attach(file, buffer, gpus)) {
            case ShmAttachment.Ready(ShmReader reader) -> reader;
            case ShmAttachment.NoFile() -> throw new FlightFileException("there is no file " + file);
            case ShmAttachment.TooShort(long bytes) ->
                throw new FlightFileException(file + " is no flight record: it has only " + bytes + " bytes");
            case ShmAttachment.UnderConstruction() ->
                throw new FlightFileException(
                        file + " is not finished: its process died while it began, or begins now");
            case ShmAttachment.WrongMagic(long _) ->
                throw new FlightFileException(file + " is no flight record and no shared-memory file");
            case ShmAttachment.UnsupportedVersion(int major, int minor) ->
                throw new FlightFileException(file + " has layout " + major + "." + minor + ": use a newer lockstep");
            case ShmAttachment.Damaged(ShmDamage damage, String detail) ->
                throw damaged(file, new ShmReading.Damaged(damage, detail));
        };
    }

    private static FlightFileException damaged(Path file, ShmReading.Damaged damaged) {
        return damaged.damage() == ShmDamage.UNREADABLE
                ? new FlightFileException(file + " cannot be read: " + damaged.detail())
                : new FlightFileException(
                        file + " is damaged (" + damaged.damage().reason() + "): " + damaged.detail());
    }

    private FlightRecord read(Path file, ShmReader reader, Optional<FlightFacts> facts) throws FlightFileException {
        boolean lives = facts.isEmpty() && reader.writerLives();
        Optional<Long> takenAt = facts.map(known -> known.seenDead().monotonicNanos())
                .or(() -> lives ? Optional.of(monotonicNanos.getAsLong()) : Optional.empty());
        long now = takenAt.orElse(LATE_NANOS);
        reader.skipOverwrittenOperations();
        ShmReading.Fresh known = fresh(file, reader.read(now));
        List<OperationRecord> operations = operations(file, reader);
        ShmReading.Fresh reading = lives ? known : fresh(file, reader.readLast(now));
        return new FlightRecord(
                file,
                reader.header(),
                lives ? FlightRecord.Writer.LIVES : FlightRecord.Writer.GONE,
                reading.state(),
                facts,
                takenAt,
                reading.snapshot(),
                inFlight(reading.snapshot(), now),
                operations);
    }

    private static ShmReading.Fresh fresh(Path file, ShmReading reading) throws FlightFileException {
        return switch (reading) {
            case ShmReading.Fresh fresh -> fresh;
            case ShmReading.Damaged damaged -> throw damaged(file, damaged);
        };
    }

    /// The second time gets past a record whose writer died before it had written it.
    private static List<OperationRecord> operations(Path file, ShmReader reader) throws FlightFileException {
        List<OperationRecord> operations = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Optional<ShmReading.Damaged> damaged = reader.readOperations(operations::add);
            if (damaged.isPresent()) {
                throw damaged(file, damaged.get());
            }
        }
        return operations;
    }

    private static List<FlightRecord.InFlight> inFlight(ProcessSnapshot process, long now) {
        List<FlightRecord.InFlight> all = new ArrayList<>();
        for (CommunicatorSnapshot communicator : process.communicators()) {
            for (OperationInFlight operation : communicator.inFlight()) {
                long enqueued = now - operation.ageNanos();
                all.add(new FlightRecord.InFlight(communicator.identity(), operation, enqueued));
            }
        }
        all.sort(Comparator.comparingLong(FlightRecord.InFlight::enqueuedMonotonicNanos));
        return all;
    }
}
