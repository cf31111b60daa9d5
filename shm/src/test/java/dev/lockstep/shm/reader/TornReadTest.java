// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A reader that reads as fast as it can while a writer writes as fast as it can.
class TornReadTest {
    private static final int OPERATIONS = 200_000;
    private static final int REPLACED_EVERY = 5_000;
    private static final long DURATION = 1_000;
    private static final OperationSpec ALL_REDUCE = OperationSpec.collective("AllReduce", 1024, 1);

    @TempDir
    Path directory;

    private final Map<Key, OperationSeries> before = new HashMap<>();
    private long delivered;
    private long lastNumber;
    private long ordinals = OPERATIONS;

    private record Key(String communicator, SeriesKey series) {}

    @Test
    void countersNeverGoBackAndEndExactlyRight() throws Exception {
        Path path = directory.resolve("process");
        try (ShmWriter writer = ShmWriter.create(path, ProcessFacts.of(1), ShmCapacities.SMALL);
                ReaderFixture fixture = ReaderFixture.on(path)) {
            int row = writer.communicator(CommunicatorSpec.of(1, 8, 0));
            readWhile(fixture, () -> run(writer, row));

            OperationSeries sum = fixture.readSeries();

            assertThat(sum.calls()).isEqualTo(OPERATIONS);
            assertThat(sum.sizeBytes()).isEqualTo(OPERATIONS * 1024L);
            assertThat(sum.durations().count()).isEqualTo(OPERATIONS);
            assertThat(fixture.read().lost()).containsEntry("counter_went_back", 0L);
            assertThat(delivered + lost(fixture, "ring_overwritten") + lost(fixture, "ring_unwritten"))
                    .isEqualTo(OPERATIONS);
        }
    }

    private static long lost(ReaderFixture fixture, String reason) {
        return fixture.read().lost().getOrDefault(reason, 0L);
    }

    private static void run(ShmWriter writer, int row) {
        for (int i = 0; i < OPERATIONS; i++) {
            run(writer, row, i);
        }
    }

    private static void run(ShmWriter writer, int row, int i) {
        writer.run(row, ALL_REDUCE, i * 10L * DURATION, DURATION + i % 8 * DURATION);
    }

    @Test
    void neverMixesTheSeriesOfTwoCommunicators() throws Exception {
        Path path = directory.resolve("process");
        try (ShmWriter writer = ShmWriter.create(path, ProcessFacts.of(1), ShmCapacities.SMALL);
                ReaderFixture fixture = ReaderFixture.on(path)) {
            int row = writer.communicator(CommunicatorSpec.of(0, 8, 0));
            ordinals = REPLACED_EVERY;
            readWhile(fixture, () -> runAndReplace(writer, row));

            assertThat(fixture.readSeries().calls()).isEqualTo(REPLACED_EVERY);
        }
    }

    /// The size of every operation is that of its communicator's hash.
    private static void runAndReplace(ShmWriter writer, int row) {
        for (int i = 0; i < OPERATIONS; i++) {
            int generation = i / REPLACED_EVERY;
            if (i > 0 && i % REPLACED_EVERY == 0) {
                writer.replaceCommunicator(row, CommunicatorSpec.of(generation, 8, 0));
            }
            run(writer, row, i);
        }
    }

    private void readWhile(ReaderFixture fixture, Runnable writing) throws InterruptedException, ExecutionException {
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            Future<?> writes = executor.submit(writing);
            while (!writes.isDone()) {
                readOnce(fixture);
            }
            writes.get();
        }
        readOnce(fixture);
        readOnce(fixture);
    }

    private void readOnce(ReaderFixture fixture) {
        fixture.pass(1);
        for (CommunicatorSnapshot communicator : fixture.read().communicators()) {
            communicator.series().forEach(series -> check(communicator, series));
        }
        fixture.readOperations().forEach(this::check);
    }

    private void check(CommunicatorSnapshot communicator, OperationSeries now) {
        assertThat(now.calls()).isLessThanOrEqualTo(OPERATIONS);
        OperationSeries earlier = before.put(new Key(communicator.identity().id(), now.key()), now);
        if (earlier == null) {
            return;
        }
        assertThat(now.calls()).isGreaterThanOrEqualTo(earlier.calls());
        assertThat(now.sizeBytes()).isGreaterThanOrEqualTo(earlier.sizeBytes());
        assertThat(now.durations().sumNanos())
                .isGreaterThanOrEqualTo(earlier.durations().sumNanos());
        for (int i = 0; i < DurationBuckets.COUNT; i++) {
            assertThat(now.durations().countAt(i))
                    .isGreaterThanOrEqualTo(earlier.durations().countAt(i));
        }
    }

    private void check(OperationRecord record) {
        assertThat(record.number()).isGreaterThan(lastNumber);
        assertThat(record.sizeBytes()).isEqualTo(1024);
        long operation = record.startGpuNanos() / (10 * DURATION);
        assertThat(record.number()).isEqualTo(operation + 1);
        assertThat(record.ordinal()).isEqualTo(operation % ordinals);
        assertThat(record.stopGpuNanos() - record.startGpuNanos()).isEqualTo(DURATION + operation % 8 * DURATION);
        lastNumber = record.number();
        delivered++;
    }

    @Test
    void throwsNothingWhenTheFileIsTruncatedUnderIt() throws IOException {
        Path path = directory.resolve("process");
        try (ShmWriter writer = ShmWriter.create(path, ProcessFacts.of(1), ShmCapacities.SMALL);
                ReaderFixture fixture = ReaderFixture.on(path)) {
            writer.communicator(CommunicatorSpec.of(1, 8, 0));
            for (long bytes = Files.size(path) - 1; bytes >= 0; bytes -= 1_111) {
                new FilePatch(path).truncate(bytes);
                assertThat(fixture.tryRead()).isInstanceOf(ShmReading.Damaged.class);
            }
        }
    }
}
