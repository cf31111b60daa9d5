// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import dev.lockstep.shm.reader.ShmReader;
import dev.lockstep.shm.reader.ShmReading;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The directory in which the agent keeps the flight records of processes that died: for each life of a process the
/// shared-memory file as it was left, and behind it what the agent knows ({@link FactsText}).
///
/// It never holds more than its {@link SpoolLimits}. What it keeps, removes and fails to keep is counted, and said in
/// the log once. One thread writes; the counts may be read by any.
public final class FlightSpool {
    /// Bytes of a record; a file that is larger is none of the plugin's.
    public static final long RECORD_BYTES_MAX = 16L << 20;

    /// Records of one user within an hour, a spool's worth: a job that dies in a loop does not write the same all day.
    static final int RECORDS_AN_HOUR_MAX = 128;

    private static final Logger LOG = System.getLogger(FlightSpool.class.getName());
    private static final Duration BETWEEN_TIDYING = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final SpoolDirectory directory;
    private final SpoolLimits limits;
    private final Map<String, Long> kept = new TreeMap<>();
    private final Map<String, Long> removed = new TreeMap<>();
    private final Map<String, Long> failed = new TreeMap<>();
    private final Map<Long, Integer> keptThisHour = new HashMap<>();
    private long hourBegan;
    private Instant tidied = Instant.MIN;
    private volatile SpoolCounts counts = SpoolCounts.NONE;

    /// A spool in a directory, which is made when there is something to keep.
    public FlightSpool(Path directory, SpoolLimits limits) {
        this.directory = new SpoolDirectory(directory);
        this.limits = limits;
        for (Ending ending : Ending.values()) {
            kept.put(ending.word(), 0L);
        }
        publish(0, 0);
    }

    /// What it did and what it holds.
    public SpoolCounts counts() {
        return counts;
    }

    /// Keeps the record of a life, unless there is one already. `reader` has the file open, so that it need not have
    /// its name any more. Gives the record's file; absent where none could be kept.
    public Optional<Path> keep(Life life, ShmReader reader, FlightFacts facts) {
        Path file = directory.path().resolve(life.fileName());
        if (Files.exists(file)) {
            return Optional.of(file);
        }
        if (!mayKeep(life.userId(), facts.seenDead().monotonicNanos())) {
            return fail(
                    life, "too_many", "more than " + RECORDS_AN_HOUR_MAX + " of uid " + life.userId() + " in an hour");
        }
        try {
            byte[] text = FactsText.of(facts).getBytes(StandardCharsets.UTF_8);
            long bytes = reader.header().fileBytes() + text.length;
            if (bytes > Math.min(RECORD_BYTES_MAX, limits.bytesMax())) {
                return fail(life, "too_large", bytes + " bytes");
            }
            directory.make();
            makeRoom(bytes, facts.seenDead().wall());
            Optional<ShmReading.Damaged> damaged = write(file, reader, text);
            if (damaged.isPresent()) {
                return fail(life, "damaged", damaged.get().detail());
            }
        } catch (IOException e) {
            return fail(life, "unwritable", e + "; give the agent's user a directory with room");
        }
        count(kept, facts.ending().word());
        publish(counts.records() + 1, counts.bytes() + sizeOf(file));
        LOG.log(
                Level.INFO,
                "flight_record={0} pid={1} ending={2}",
                file,
                String.valueOf(life.processId()),
                facts.ending().word());
        return Optional.of(file);
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException gone) {
            return 0;
        }
    }

    private boolean mayKeep(long userId, long nowNanos) {
        if (nowNanos - hourBegan >= HOUR.toNanos()) {
            hourBegan = nowNanos;
            keptThisHour.clear();
        }
        return keptThisHour.merge(userId, 1, Integer::sum) <= RECORDS_AN_HOUR_MAX;
    }

    private Optional<Path> fail(Life life, String reason, String detail) {
        if (!failed.containsKey(reason)) {
            LOG.log(
                    Level.WARNING,
                    "no flight record: reason={0} pid={1} directory={2} {3}",
                    reason,
                    String.valueOf(life.processId()),
                    directory.path(),
                    detail);
        }
        count(failed, reason);
        return Optional.empty();
    }

    private static Optional<ShmReading.Damaged> write(Path file, ShmReader reader, byte[] text) throws IOException {
        Path unfinished = file.resolveSibling("." + file.getFileName());
        try {
            Optional<ShmReading.Damaged> damaged = writeTo(unfinished, reader, text);
            if (damaged.isEmpty()) {
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return damaged;
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static Optional<ShmReading.Damaged> writeTo(Path file, ShmReader reader, byte[] text) throws IOException {
        Files.deleteIfExists(file);
        try (FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")))) {
            Optional<ShmReading.Damaged> damaged = reader.copyTo(channel);
            channel.position(reader.header().fileBytes());
            ByteBuffer rest = ByteBuffer.wrap(text);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            return damaged;
        }
    }

    /// Removes what is too old, at most once a minute.
    public void tidy(Instant now) {
        if (tidied.isAfter(now.minus(BETWEEN_TIDYING)) && !tidied.isAfter(now)) {
            return;
        }
        tidied = now;
        try {
            makeRoom(0, now);
        } catch (IOException unreadable) {
            // The next record that cannot be kept says so.
            return;
        }
    }

    /// Makes room for a record of so many bytes; 0 is none.
    private void makeRoom(long bytes, Instant now) throws IOException {
        List<SpoolEntry> entries = new ArrayList<>(directory.entries(now));
        Instant oldest = now.minus(limits.ageMax());
        for (SpoolEntry entry : List.copyOf(entries)) {
            if (entry.keptAt().isBefore(oldest)) {
                remove(entry, entries, "age");
            }
        }
        int recordsMax = bytes > 0 ? limits.recordsMax() - 1 : limits.recordsMax();
        while (entries.size() > recordsMax) {
            remove(SpoolDirectory.firstToGo(entries), entries, "records");
        }
        while (!entries.isEmpty() && bytesOf(entries) + bytes > limits.bytesMax()) {
            remove(SpoolDirectory.firstToGo(entries), entries, "bytes");
        }
        publish(entries.size(), bytesOf(entries));
    }

    private static long bytesOf(List<SpoolEntry> entries) {
        return entries.stream().mapToLong(SpoolEntry::bytes).sum();
    }

    private void remove(SpoolEntry entry, List<SpoolEntry> entries, String reason) throws IOException {
        Files.deleteIfExists(entry.file());
        entries.remove(entry);
        count(removed, reason);
    }

    private void count(Map<String, Long> counts, String word) {
        counts.merge(word, 1L, Long::sum);
        publish(this.counts.records(), this.counts.bytes());
    }

    private void publish(int records, long bytes) {
        counts = new SpoolCounts(kept, removed, failed, records, bytes);
    }
}
