// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedMemorySourceTest {
    private static final String BOOT = "11111111-2222-3333-4444-555555555555";
    private static final OperationSpec ALL_REDUCE = OperationSpec.collective("AllReduce", 1 << 20, 1);
    private static final Duration GRACE = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    private final List<ShmWriter> writers = new ArrayList<>();
    private final List<OperationRecord> records = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");
    private long nowNanos = 1_000_000_000L;
    private SharedMemorySource source = source();

    @BeforeEach
    void open() {
        source = source();
    }

    @AfterEach
    void close() throws IOException {
        source.close();
        for (ShmWriter writer : writers) {
            writer.close();
        }
    }

    private SharedMemorySource source() {
        Host host = new Host(ownUserId(), BOOT, GpuIndex.UNKNOWN);
        SharedMemoryConfig config =
                new SharedMemoryConfig(List.of(orDefault()), SharedMemoryConfig.Depth.JOB_DIRECTORIES, GRACE, "node-a");
        return new SharedMemorySource(
                config, host, () -> nowNanos, ProcessListener.ofRecords(Optional.of(records::add)), Optional.empty());
    }

    private Path orDefault() {
        return Optional.ofNullable(directory).orElse(Path.of("."));
    }

    private static int ownUserId() {
        try {
            return FileIdentity.of(Path.of("/proc/self")).owner();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private ShmWriter process(Path path, int processId) throws IOException {
        return process(path, ProcessFacts.of(processId).onBoot(BOOT));
    }

    private ShmWriter process(Path path, ProcessFacts facts) throws IOException {
        ShmWriter writer = ShmWriter.create(path, facts, ShmCapacities.SMALL);
        writers.add(writer);
        return writer;
    }

    private void end(ShmWriter writer) throws IOException {
        writers.remove(writer);
        writer.close();
    }

    private Path file(int number) {
        return directory.resolve("0-" + number + "-1-1-0" + DirectoryScan.SUFFIX);
    }

    private Reading.Fresh read() {
        Reading reading = source.read(now);
        assertThat(reading).isInstanceOf(Reading.Fresh.class);
        return (Reading.Fresh) reading;
    }

    private void pass(Duration time) {
        now = now.plus(time);
        nowNanos += time.toNanos();
    }

    private List<Long> processIds() {
        return read().processes().stream()
                .map(process -> process.identity().processId())
                .sorted()
                .toList();
    }

    @Test
    void isCalledSharedMemory() {
        assertThat(source.name()).isEqualTo("shared_memory");
    }

    @Test
    void isAbsentWithoutADirectory() throws IOException {
        Files.delete(directory);
        assertThat(source.read(now))
                .isInstanceOfSatisfying(
                        Reading.Absent.class,
                        absent -> assertThat(absent.reason()).contains(directory.toString()));
    }

    @Test
    void failsWhereTheDirectoryIsALink() throws IOException {
        Path target = Files.createDirectory(directory.resolveSibling(directory.getFileName() + "-target"));
        Files.delete(directory);
        Files.createSymbolicLink(directory, target);

        assertThat(source.read(now)).isInstanceOf(Reading.Failed.class);
        Files.delete(target);
    }

    @Test
    void isFreshAndEmptyWithoutAFile() {
        assertThat(read().processes()).isEmpty();
        assertThat(read().refused()).isEmpty();
    }

    @Test
    void readsEveryProcess() throws IOException {
        process(file(1), 101);
        process(file(2), 102);

        assertThat(processIds()).containsExactly(101L, 102L);
    }

    @Test
    void findsTheDirectoriesOfJobs() throws IOException {
        Path job = Files.createDirectory(directory.resolve("job-4711"));
        process(job.resolve("0-1-1-1-0.lockstep"), 101);

        assertThat(processIds()).containsExactly(101L);
    }

    @Test
    void readsWhatCameSinceTheLastTime() throws IOException {
        ShmWriter writer = process(file(1), 101);
        int row = writer.communicator(CommunicatorSpec.of(1, 8, 0));
        writer.run(row, ALL_REDUCE, 1_000, 5_000);
        assertThat(callsOf(read())).isEqualTo(1);
        writer.run(row, ALL_REDUCE, 9_000, 5_000);

        assertThat(callsOf(read())).isEqualTo(2);
    }

    @Test
    void countsOnAfterARestart() throws IOException {
        ShmWriter writer = process(file(1), 101);
        int row = writer.communicator(CommunicatorSpec.of(1, 8, 0));
        writer.run(row, ALL_REDUCE, 1_000, 5_000);
        read();
        source.close();
        writer.run(row, ALL_REDUCE, 9_000, 5_000);
        source = source();

        assertThat(callsOf(read())).isEqualTo(2);
    }

    private static long callsOf(Reading.Fresh reading) {
        return reading.processes().stream()
                .flatMap(process -> process.communicators().stream())
                .flatMap(communicator -> communicator.series().stream())
                .mapToLong(series -> series.calls())
                .sum();
    }

    @Test
    void handsOverEachOperationOnce() throws IOException {
        read();
        ShmWriter writer = process(file(1), 101);
        int row = writer.communicator(CommunicatorSpec.of(0x1b, 8, 0));
        writer.run(row, ALL_REDUCE, 1_000, 5_000);
        read();
        writer.run(row, ALL_REDUCE, 9_000, 5_000);
        read();
        read();

        assertThat(records).extracting(OperationRecord::number).containsExactly(1L, 2L);
        assertThat(records).extracting(OperationRecord::communicatorId).containsOnly(Optional.of("000000000000001b"));
    }

    @Test
    void countsOperationsThatANewFileLostBeforeItWasRead() throws IOException {
        read();
        ShmWriter writer = process(file(1), 101);
        fillRing(writer, 3);
        read();

        assertThat(lost("ring_overwritten")).isEqualTo(3);
    }

    @Test
    void leavesToItsPredecessorWhatWasOverwrittenBeforeItStarted() throws IOException {
        ShmWriter writer = process(file(1), 101);
        fillRing(writer, 3);
        read();

        assertThat(lost("ring_overwritten")).isZero();
    }

    private static void fillRing(ShmWriter writer, int more) {
        int row = writer.communicator(CommunicatorSpec.of(1, 8, 0));
        for (int i = 0; i < ShmCapacities.SMALL.ring() + more; i++) {
            writer.run(row, ALL_REDUCE, 10_000L * i, 5_000);
        }
    }

    private long lost(String reason) {
        ProcessSnapshot process = read().processes().getFirst();
        return process.lost().getOrDefault(reason, -1L);
    }

    @Test
    void readsADeadProcessOnceMoreAndNeverAgain() throws IOException {
        ShmWriter writer = process(file(1), 101);
        read();
        end(writer);

        assertThat(processIds()).containsExactly(101L);
        assertThat(processIds()).isEmpty();
    }

    @Test
    void removesTheFileOfADeadProcessAfterTheGrace() throws IOException {
        ShmWriter writer = process(file(1), 101);
        read();
        end(writer);
        read();
        pass(GRACE.minusMillis(1));
        read();
        assertThat(file(1)).exists();
        pass(Duration.ofMillis(1));
        read();

        assertThat(file(1)).doesNotExist();
    }

    @Test
    void keepsTheFileOfALivingProcess() throws IOException {
        process(file(1), 101);
        read();
        pass(GRACE.plus(GRACE));

        assertThat(processIds()).containsExactly(101L);
        assertThat(file(1)).exists();
    }

    @Test
    void leavesANewFileOfTheSameNameAlone() throws IOException {
        ShmWriter writer = process(file(1), 101);
        read();
        end(writer);
        read();
        Files.delete(file(1));
        process(file(1), 102);
        pass(GRACE);
        read();

        assertThat(file(1)).exists();
        assertThat(processIds()).containsExactly(102L);
    }

    @Test
    void takesAFileOfAnotherBootForDead() throws IOException {
        process(file(1), ProcessFacts.of(101).onBoot("another"));

        assertThat(processIds()).containsExactly(101L);
        assertThat(processIds()).isEmpty();
    }

    @Test
    void readsOnWhenTheNameOfALivingProcessIsGone() throws IOException {
        process(file(1), 101);
        read();
        Files.delete(file(1));

        assertThat(processIds()).containsExactly(101L);
    }

    @Test
    void ignoresHiddenFilesAndThoseOfOthers() throws IOException {
        Files.writeString(directory.resolve(".0-1-1-1-0.lockstep"), "still being made");
        Files.writeString(directory.resolve("control"), "0");
        Files.writeString(directory.resolve("notes.txt"), "mine");

        assertThat(read().refused()).isEmpty();
    }

    @Test
    void refusesALink() throws IOException {
        process(directory.resolve("elsewhere"), 101);
        Files.createSymbolicLink(file(1), directory.resolve("elsewhere"));

        assertThat(read().processes()).isEmpty();
        assertThat(read().refused()).containsExactlyEntriesOf(Map.of("symbolic_link", 1L));
    }

    @Test
    void refusesADirectoryWithTheNameOfAFile() throws IOException {
        Files.createDirectory(file(1));

        assertThat(read().refused()).containsExactlyEntriesOf(Map.of("not_a_file", 1L));
    }

    @Test
    void countsAFileThatIsNotOursOnce() throws IOException {
        Files.writeString(file(1), "x".repeat(8192));
        read();

        assertThat(read().refused()).containsExactlyEntriesOf(Map.of("wrong_magic", 1L));
    }

    @Test
    void countsAFileThatIsTooShort() throws IOException {
        Files.writeString(file(1), "x".repeat(100));

        assertThat(read().refused()).containsExactlyEntriesOf(Map.of("too_short", 1L));
    }

    @Test
    void waitsForAFileThatIsBeingMade() throws IOException {
        Files.write(file(1), new byte[8192]);

        assertThat(read().refused()).isEmpty();
    }

    @Test
    void losesOnlyTheFileThatIsDamaged() throws IOException {
        process(file(1), 101);
        process(file(2), 102);
        read();
        truncate(file(1));

        assertThat(processIds()).containsExactly(102L);
        assertThat(read().refused()).containsExactlyEntriesOf(Map.of("damaged_shrank", 1L));
    }

    private static void truncate(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(10_000);
        }
    }

    @Test
    void attachesNoMoreFilesOfOneDirectoryThanItsPart() throws IOException {
        for (int i = 0; i <= AttachedFiles.FILES_PER_DIRECTORY_MAX; i++) {
            process(file(i), i);
        }
        Path job = Files.createDirectory(directory.resolve("job"));
        process(job.resolve("0-1-1-1-0.lockstep"), 4711);

        assertThat(processIds())
                .hasSize(AttachedFiles.FILES_PER_DIRECTORY_MAX + 1)
                .contains(4711L);
        assertThat(read().refused()).containsExactlyEntriesOf(Map.of("files_over_limit", 1L));
    }

    @Test
    void givesThePlaceOfAFileThatIsOverToTheNext() throws IOException {
        for (int i = 0; i < AttachedFiles.FILES_PER_DIRECTORY_MAX; i++) {
            process(file(i), i);
        }
        read();
        end(writers.getFirst());
        process(file(1000), 1000);
        assertThat(processIds()).doesNotContain(1000L);
        pass(GRACE);
        read();
        assertThat(processIds()).contains(1000L);
    }
}
