// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.lockstep.agent.flight.FlightFileException;
import dev.lockstep.agent.flight.FlightFiles;
import dev.lockstep.agent.flight.FlightSpool;
import dev.lockstep.agent.flight.SpoolLimits;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that lie, 10,000 times, in the directory of a process that is honest and goes on working.
class SharedMemoryFuzzTest {
    private static final int ROUNDS = 270;
    private static final int LIARS = 25;
    /// What a reading of all of them may take from the heap.
    private static final long ALLOCATED_BYTES_MAX = 256L << 20;
    private static final long DURATION = 250_000;
    private static final OperationSpec ALL_REDUCE = OperationSpec.collective("AllReduce", 1 << 20, 1);

    @TempDir
    Path directory;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Set<String> reasons = new TreeSet<>();
    private final List<LyingFile> liars = new ArrayList<>();
    private Path files;
    private Path records;
    private ShmWriter honest;
    private int honestRow;
    private long honestCalls;
    private long nowNanos = 1_000_000_000L;
    private long shown;
    private long recorded;
    private long lies;

    @BeforeEach
    void start() throws IOException {
        files = Files.createDirectory(directory.resolve("files"));
        records = directory.resolve("records");
        honest = ShmWriter.create(files.resolve("honest.lockstep"), ProcessFacts.of(4711), ShmCapacities.SMALL);
        honestRow = honest.communicator(CommunicatorSpec.of(0xabc, 8, 3));
        byte[] whole = template();
        for (int i = 0; i < LIARS; i++) {
            liars.add(new LyingFile(files.resolve("liar" + i + ".lockstep"), whole));
        }
    }

    @AfterEach
    void close() throws IOException {
        honest.close();
        for (LyingFile liar : liars) {
            liar.close();
        }
    }

    private byte[] template() throws IOException {
        Path file = directory.resolve("template");
        try (ShmWriter writer = ShmWriter.create(
                file, ProcessFacts.of(1).asRank(0, 8).with("SLURM_JOB_ID", "1"), ShmCapacities.SMALL)) {
            for (int communicator = 1; communicator < 4; communicator++) {
                int row = writer.communicator(CommunicatorSpec.of(communicator, 8, 0)
                        .on(0, "0000:1b:00.0")
                        .named("group"));
                for (int i = 0; i < 8; i++) {
                    writer.run(row, OperationSpec.collective("AllReduce", 1L << i, 1), 1_000_000L * i, 1_000L << i);
                }
                writer.channel(row, 3, 1, 2, 3);
                int slot = writer.enqueue(row, OperationSpec.collective("AllGather", 1 << 10, 4));
                writer.startChannel(slot, 1, 5);
                writer.stopChannel(slot, 1, 9);
            }
        }
        return Files.readAllBytes(file);
    }

    private SharedMemorySource source() throws IOException {
        SharedMemoryConfig config = new SharedMemoryConfig(
                List.of(files), SharedMemoryConfig.Depth.DIRECTORY, Duration.ofMinutes(2), "node-a");
        Host host = new Host(FileIdentity.of(Path.of("/proc/self")).owner(), "", GpuIndex.UNKNOWN);
        FlightSpool spool = new FlightSpool(records, SpoolLimits.USUAL);
        return new SharedMemorySource(
                config, host, () -> nowNanos, ProcessListener.ofRecords(Optional.of(_ -> {})), Optional.of(spool));
    }

    @Test
    void liesCostOnlyTheLiar() throws IOException {
        for (int seed = 0; seed < ROUNDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            try (SharedMemorySource source = source()) {
                lieFromTheStart(random);
                read(source, seed);
                lieWhenAttached(random);
                read(source, seed);
                die(random);
                read(source, seed);
            }
            readRecords(seed);
        }
        assertThat(reasons)
                .contains("damaged_header", "damaged_section_table", "damaged_text", "damaged_index", "damaged_value")
                .contains("damaged_shrank", "too_short", "wrong_magic", "unsupported_version");
        assertThat(lies).isGreaterThanOrEqualTo(10_000);
        assertThat(shown).isGreaterThan(ROUNDS);
        assertThat(recorded).isGreaterThan(ROUNDS / 4);
    }

    /// Half of them are whole when they are attached.
    private void lieFromTheStart(SplittableRandom random) throws IOException {
        for (LyingFile liar : liars) {
            liar.tellTheTruth();
            liar.live();
            if (random.nextBoolean()) {
                liar.lie(random);
                lies++;
            }
        }
    }

    private void lieWhenAttached(SplittableRandom random) throws IOException {
        for (LyingFile liar : liars) {
            liar.lie(random);
            lies++;
        }
    }

    private void die(SplittableRandom random) throws IOException {
        LyingFile dead = liars.get(random.nextInt(LIARS));
        dead.tellTheTruth();
        if (random.nextBoolean()) {
            dead.lie(random);
        }
        dead.die();
    }

    private void read(SharedMemorySource source, int seed) {
        honest.run(honestRow, ALL_REDUCE, nowNanos, DURATION);
        honestCalls++;
        nowNanos += 1_000_000_000L;
        long before = threads.getCurrentThreadAllocatedBytes();
        Reading reading = source.read(Instant.EPOCH.plusNanos(nowNanos));
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).as("bytes, seed %d", seed).isLessThan(ALLOCATED_BYTES_MAX);
        assertThat(reading).as("seed %d", seed).isInstanceOf(Reading.Fresh.class);
        check((Reading.Fresh) reading, seed);
    }

    private void check(Reading.Fresh reading, int seed) {
        reasons.addAll(reading.refused().keySet());
        shown += reading.processes().size() - 1;
        assertThat(reading.processes()).as("seed %d", seed).hasSizeLessThanOrEqualTo(LIARS + 1);
        ProcessSnapshot intact = reading.processes().stream()
                .filter(process -> process.identity().processId() == 4711)
                .findFirst()
                .orElseThrow(() -> new AssertionError("the honest process is gone, seed " + seed));
        OperationSeries series = intact.communicators().getFirst().series().getFirst();
        assertThat(series.calls()).as("seed %d", seed).isEqualTo(honestCalls);
        assertThat(series.sizeBytes()).as("seed %d", seed).isEqualTo(honestCalls << 20);
        assertThat(series.durations().sumNanos()).as("seed %d", seed).isEqualTo(honestCalls * DURATION);
        reading.processes().forEach(process -> checkSums(process, seed));
    }

    /// What holds of a file that was believed, whatever it says.
    private static void checkSums(ProcessSnapshot process, int seed) {
        for (CommunicatorSnapshot communicator : process.communicators()) {
            for (OperationSeries series : communicator.series()) {
                assertThat(series.calls())
                        .as("seed %d", seed)
                        .isEqualTo(series.durations().count() + series.suspectCalls() + series.untimedCalls())
                        .isNotNegative();
            }
        }
    }

    private void readRecords(int seed) throws IOException {
        if (!Files.exists(records)) {
            return;
        }
        for (Path record : FlightFiles.in(records)) {
            try {
                assertThat(new FlightFiles(() -> nowNanos).read(record).facts())
                        .as("seed %d", seed)
                        .isPresent();
                recorded++;
            } catch (FlightFileException damaged) {
                assertThat(damaged.getMessage()).as("seed %d", seed).hasLineCount(1);
            }
            Files.delete(record);
        }
    }
}
