// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.shm.reader.ShmReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightSpoolTest {
    private static final Duration DAYS = Duration.ofDays(14);
    private static final long ALICE = 1000;
    private static final long BOB = 1001;

    @TempDir
    Path directory;

    private Path dead;
    private Path spoolDirectory;
    private ShmReader reader;

    @BeforeEach
    void die() throws IOException {
        dead = directory.resolve("dead");
        spoolDirectory = directory.resolve("state/flight");
        reader = DeadProcess.leave(dead, 4711);
    }

    @AfterEach
    void close() {
        reader.close();
    }

    private FlightSpool spool(long bytesMax, int recordsMax) {
        return new FlightSpool(spoolDirectory, new SpoolLimits(bytesMax, recordsMax, DAYS));
    }

    private FlightSpool spool() {
        return spool(SpoolLimits.BYTES_MAX, SpoolLimits.RECORDS_MAX);
    }

    private static Life life(long userId, int processId) {
        return new Life("11111111-2222", userId, processId, 77, 99);
    }

    /// Keeps a record as if it had been written at that moment.
    private Path keep(FlightSpool spool, Life life, Instant at) throws IOException {
        Path file = spool.keep(life, reader, DeadProcess.facts()).orElseThrow();
        Files.setLastModifiedTime(file, FileTime.from(at));
        return file;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(spoolDirectory)) {
            return files.sorted().toList();
        }
    }

    @Test
    void keepsTheFileByteForByteAndBehindItWhatTheAgentKnows() throws IOException {
        Path record =
                spool().keep(life(ALICE, 4711), reader, DeadProcess.facts()).orElseThrow();

        byte[] left = Files.readAllBytes(dead);
        byte[] kept = Files.readAllBytes(record);
        assertThat(Arrays.copyOf(kept, left.length)).isEqualTo(left);
        assertThat(new String(Arrays.copyOfRange(kept, left.length, kept.length), StandardCharsets.UTF_8))
                .isEqualTo("""
                    LOCKSTEP FLIGHT RECORD 1
                    node=node-a
                    ending=killed
                    seen_dead=2026-11-30T12:00:02.113Z 31206000000
                    seen_alive=2026-11-30T12:00:01.112Z 30205000000
                    gpu=0000:1b:00.0 3
                    end
                    """);
    }

    @Test
    void letsItsUserWriteItsGroupReadAndNobodyElse() throws IOException {
        Path record =
                spool().keep(life(ALICE, 4711), reader, DeadProcess.facts()).orElseThrow();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(record)))
                .isEqualTo("rw-r-----");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(spoolDirectory)))
                .isEqualTo("rwxr-x---");
    }

    @Test
    void keepsOneRecordOfALife() throws IOException {
        FlightSpool spool = spool();
        spool.keep(life(ALICE, 4711), reader, DeadProcess.facts());
        spool.keep(life(ALICE, 4711), reader, DeadProcess.facts());
        FlightSpool afterARestart = spool();
        afterARestart.keep(life(ALICE, 4711), reader, DeadProcess.facts());

        assertThat(files()).hasSize(1);
        assertThat(spool.counts().kept()).containsEntry("killed", 1L);
        assertThat(afterARestart.counts().kept()).containsEntry("killed", 0L);
    }

    @Test
    void tellsTheLivesOfAReusedPidApart() throws IOException {
        FlightSpool spool = spool();
        spool.keep(new Life("boot", ALICE, 4711, 77, 99), reader, DeadProcess.facts());
        spool.keep(new Life("boot", ALICE, 4711, 78, 99), reader, DeadProcess.facts());
        spool.keep(new Life("boot", ALICE, 4711, 78, 100), reader, DeadProcess.facts());
        spool.keep(new Life("toob", ALICE, 4711, 77, 99), reader, DeadProcess.facts());

        assertThat(files()).hasSize(4);
    }

    @Test
    void makesANameOfWhateverAHeaderSays() throws IOException {
        FlightSpool spool = spool();
        Life hostile = new Life("../../etc/\n\u202e\"", ALICE, -1, Long.MIN_VALUE, -2);

        assertThat(spool.keep(hostile, reader, DeadProcess.facts())).isPresent();
        assertThat(files())
                .containsExactly(spoolDirectory.resolve(
                        "etc-1000-18446744073709551615-9223372036854775808-18446744073709551614.flight"));
    }

    @Test
    void removesTheOldestWhenThereAreTooMany() throws IOException {
        FlightSpool spool = spool(SpoolLimits.BYTES_MAX, 3);
        for (int i = 0; i < 5; i++) {
            keep(spool, life(ALICE, i), DeadProcess.SEEN_DEAD.minusSeconds(100 - i));
        }

        assertThat(files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "11111111-1000-2-77-99.flight", "11111111-1000-3-77-99.flight", "11111111-1000-4-77-99.flight");
        assertThat(spool.counts().removed()).isEqualTo(Map.of("records", 2L));
        assertThat(spool.counts().records()).isEqualTo(3);
    }

    @Test
    void removesTheOldestWhenTheyTakeTooMuch() throws IOException {
        long bytes = Files.size(dead) + 1_000;
        FlightSpool spool = spool(2 * bytes, 100);
        for (int i = 0; i < 4; i++) {
            keep(spool, life(ALICE, i), DeadProcess.SEEN_DEAD.minusSeconds(100 - i));
        }

        assertThat(files()).hasSize(2);
        assertThat(spool.counts().removed()).isEqualTo(Map.of("bytes", 2L));
        assertThat(spool.counts().bytes()).isBetween(bytes, 2 * bytes);
    }

    @Test
    void removesWhatIsTooOld() throws IOException {
        FlightSpool spool = spool();
        keep(spool, life(ALICE, 1), DeadProcess.SEEN_DEAD.minus(DAYS).minusSeconds(1));
        keep(spool, life(ALICE, 2), DeadProcess.SEEN_DEAD.minus(DAYS).plusSeconds(70));
        spool.tidy(DeadProcess.SEEN_DEAD);
        assertThat(files()).hasSize(1);
        spool.tidy(DeadProcess.SEEN_DEAD.plusSeconds(90));

        assertThat(files()).isEmpty();
        assertThat(spool.counts().removed()).isEqualTo(Map.of("age", 2L));
        assertThat(spool.counts().records()).isZero();
    }

    /// Alice's job crashes in a loop; what Bob's left stays.
    @Test
    void takesTheRoomFromWhoeverHasMost() throws IOException {
        FlightSpool spool = spool(SpoolLimits.BYTES_MAX, 4);
        Path bobs = keep(spool, life(BOB, 1), DeadProcess.SEEN_DEAD.minusSeconds(1_000));
        for (int i = 0; i < 20; i++) {
            keep(spool, life(ALICE, i), DeadProcess.SEEN_DEAD.minusSeconds(100 - i));
        }

        assertThat(files()).hasSize(4).contains(bobs);
    }

    @Test
    void keepsNoMoreThanItsPartOfAUserWhoseProcessesDieAllTheTime() {
        FlightSpool spool = spool();
        for (int i = 0; i < FlightSpool.RECORDS_AN_HOUR_MAX + 3; i++) {
            spool.keep(life(ALICE, i), reader, DeadProcess.facts());
        }

        assertThat(spool.counts().failed()).isEqualTo(Map.of("too_many", 3L));
        assertThat(spool.keep(life(BOB, 1), reader, DeadProcess.facts())).isPresent();
    }

    @Test
    void countsARecordThatCannotBeWritten() throws IOException {
        Files.writeString(directory.resolve("state"), "a file where a directory should be");
        FlightSpool spool = spool();

        assertThat(spool.keep(life(ALICE, 1), reader, DeadProcess.facts())).isEmpty();
        assertThat(spool.keep(life(ALICE, 2), reader, DeadProcess.facts())).isEmpty();
        assertThat(spool.counts().failed()).isEqualTo(Map.of("unwritable", 2L));
    }

    @Test
    void refusesAFileThatIsLargerThanItsRoom() {
        FlightSpool spool = spool(10_000, 100);

        assertThat(spool.keep(life(ALICE, 1), reader, DeadProcess.facts())).isEmpty();
        assertThat(spool.counts().failed()).isEqualTo(Map.of("too_large", 1L));
    }

    @Test
    void leavesNothingOfAFileThatShrinksWhileItIsCopied() throws IOException {
        try (FileChannel channel = FileChannel.open(dead, StandardOpenOption.WRITE)) {
            channel.truncate(20_000);
        }
        FlightSpool spool = spool();

        assertThat(spool.keep(life(ALICE, 1), reader, DeadProcess.facts())).isEmpty();
        assertThat(spool.counts().failed()).isEqualTo(Map.of("damaged", 1L));
        assertThat(files()).isEmpty();
    }

    @Test
    void removesWhatAKilledAgentHadBegunAndNothingElse() throws IOException {
        Files.createDirectories(spoolDirectory);
        Path begun = Files.writeString(spoolDirectory.resolve(".b-1-2-3-4.flight"), "LOCK");
        Path notes = Files.writeString(spoolDirectory.resolve("notes.txt"), "mine");
        Path strange = Files.writeString(spoolDirectory.resolve("my.flight"), "mine");
        for (Path old : List.of(begun, notes, strange)) {
            Files.setLastModifiedTime(old, FileTime.from(DeadProcess.SEEN_DEAD.minus(DAYS.multipliedBy(2))));
        }
        spool().tidy(DeadProcess.SEEN_DEAD);

        assertThat(files()).containsExactly(strange, notes);
    }

    @Test
    void isEmptyAsLongAsThereWasNothingToKeep() {
        FlightSpool spool = spool();
        spool.tidy(DeadProcess.SEEN_DEAD);

        assertThat(spoolDirectory).doesNotExist();
        assertThat(spool.counts().records()).isZero();
    }
}
