// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedMemorySourceTest {
    private static final OperationSpec ALL_REDUCE = OperationSpec.collective("AllReduce", 1 << 20, 1);

    @TempDir
    Path directory;

    private NodeFixture node;

    @BeforeEach
    void open() throws IOException {
        node = new NodeFixture(directory);
    }

    @AfterEach
    void close() throws IOException {
        node.close();
    }

    @Test
    void isCalledSharedMemory() {
        assertThat(node.sourceName()).isEqualTo("shared_memory");
    }

    @Test
    void isAbsentWithoutADirectory() throws IOException {
        Files.delete(directory);

        assertThat(node.tryRead())
                .isInstanceOfSatisfying(
                        Reading.Absent.class,
                        absent -> assertThat(absent.reason()).contains(directory.toString()));
    }

    @Test
    void failsWhereTheDirectoryIsALink() throws IOException {
        Path target = Files.createDirectory(directory.resolveSibling(directory.getFileName() + "-target"));
        Files.delete(directory);
        Files.createSymbolicLink(directory, target);

        assertThat(node.tryRead()).isInstanceOf(Reading.Failed.class);
        Files.delete(target);
    }

    @Test
    void isFreshAndEmptyWithoutAFile() {
        assertThat(node.read().processes()).isEmpty();
        assertThat(node.read().refused()).isEmpty();
    }

    @Test
    void readsEveryProcess() throws IOException {
        node.process(101);
        node.process(102);

        assertThat(node.processIds()).containsExactly(101L, 102L);
    }

    @Test
    void findsTheDirectoriesOfJobs() throws IOException {
        Path job = Files.createDirectory(directory.resolve("job-4711"));
        node.process(job.resolve("0-1-1-1-0.lockstep"), ProcessFacts.of(101).onBoot(NodeFixture.BOOT));

        assertThat(node.processIds()).containsExactly(101L);
    }

    @Test
    void readsWhatCameSinceTheLastTime() throws IOException {
        ShmWriter writer = node.process(101);
        int row = writer.communicator(CommunicatorSpec.of(1, 8, 0));
        writer.run(row, ALL_REDUCE, 1_000, 5_000);
        assertThat(callsOf(node.read())).isEqualTo(1);
        writer.run(row, ALL_REDUCE, 9_000, 5_000);

        assertThat(callsOf(node.read())).isEqualTo(2);
    }

    @Test
    void countsOnAfterARestart() throws IOException {
        ShmWriter writer = node.process(101);
        int row = writer.communicator(CommunicatorSpec.of(1, 8, 0));
        writer.run(row, ALL_REDUCE, 1_000, 5_000);
        node.read();
        writer.run(row, ALL_REDUCE, 9_000, 5_000);
        node.restartAgent();

        assertThat(callsOf(node.read())).isEqualTo(2);
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
        node.read();
        ShmWriter writer = node.process(101);
        int row = writer.communicator(CommunicatorSpec.of(0x1b, 8, 0));
        writer.run(row, ALL_REDUCE, 1_000, 5_000);
        node.read();
        writer.run(row, ALL_REDUCE, 9_000, 5_000);
        node.read();
        node.read();

        assertThat(node.records()).extracting(OperationRecord::number).containsExactly(1L, 2L);
        assertThat(node.records())
                .extracting(OperationRecord::communicatorId)
                .containsOnly(Optional.of("000000000000001b"));
    }

    @Test
    void countsOperationsThatANewFileLostBeforeItWasRead() throws IOException {
        node.read();
        ShmWriter writer = node.process(101);
        fillRing(writer, 3);
        node.read();

        assertThat(lost("ring_overwritten")).isEqualTo(3);
    }

    @Test
    void leavesToItsPredecessorWhatWasOverwrittenBeforeItStarted() throws IOException {
        ShmWriter writer = node.process(101);
        fillRing(writer, 3);
        node.read();

        assertThat(lost("ring_overwritten")).isZero();
    }

    private static void fillRing(ShmWriter writer, int more) {
        int row = writer.communicator(CommunicatorSpec.of(1, 8, 0));
        for (int i = 0; i < ShmCapacities.SMALL.ring() + more; i++) {
            writer.run(row, ALL_REDUCE, 10_000L * i, 5_000);
        }
    }

    private long lost(String reason) {
        ProcessSnapshot process = node.read().processes().getFirst();
        return process.lost().getOrDefault(reason, -1L);
    }

    @Test
    void readsADeadProcessOnceMoreAndNeverAgain() throws IOException {
        ShmWriter writer = node.process(101);
        node.read();
        node.end(writer);

        assertThat(node.processIds()).containsExactly(101L);
        assertThat(node.processIds()).isEmpty();
    }

    @Test
    void removesTheFileOfADeadProcessAfterTheGrace() throws IOException {
        ShmWriter writer = node.process(101);
        node.read();
        node.end(writer);
        node.read();
        node.pass(NodeFixture.GRACE.minusMillis(1));
        node.read();
        assertThat(node.file(101)).exists();
        node.pass(Duration.ofMillis(1));
        node.read();

        assertThat(node.file(101)).doesNotExist();
    }

    @Test
    void keepsTheFileOfALivingProcess() throws IOException {
        node.process(101);
        node.read();
        node.pass(NodeFixture.GRACE.multipliedBy(2));

        assertThat(node.processIds()).containsExactly(101L);
        assertThat(node.file(101)).exists();
    }

    @Test
    void leavesANewFileOfTheSameNameAlone() throws IOException {
        ShmWriter writer = node.process(101);
        node.read();
        node.end(writer);
        node.read();
        Files.delete(node.file(101));
        node.process(node.file(101), ProcessFacts.of(102).onBoot(NodeFixture.BOOT));
        node.pass(NodeFixture.GRACE);
        node.read();

        assertThat(node.file(101)).exists();
        assertThat(node.processIds()).containsExactly(102L);
    }

    @Test
    void takesAFileOfAnotherBootForDead() throws IOException {
        node.process(node.file(101), ProcessFacts.of(101).onBoot("another"));

        assertThat(node.processIds()).containsExactly(101L);
        assertThat(node.processIds()).isEmpty();
    }

    @Test
    void readsOnWhenTheNameOfALivingProcessIsGone() throws IOException {
        node.process(101);
        node.read();
        Files.delete(node.file(101));

        assertThat(node.processIds()).containsExactly(101L);
    }
}
