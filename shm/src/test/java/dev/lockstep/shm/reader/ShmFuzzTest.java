// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Thousands of files that lie, each beside one that does not. A failure names its seed; run it again by adding
/// that seed to the list.
class ShmFuzzTest {
    private static final int MUTATIONS_A_SEED = 800;
    private static final int LIES_MAX = 6;
    private static final int SECONDS_MAX = 120;
    private static final long[] TELLING_VALUES = {
        0,
        1,
        -1,
        2,
        63,
        64,
        65,
        255,
        256,
        0xffff,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 32,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        1L << 53,
        1L << 62
    };

    @TempDir
    Path directory;

    private byte[] whole = {};

    @Timeout(SECONDS_MAX)
    @ParameterizedTest
    @ValueSource(longs = {1, 20_261_130, 0x10c57e9})
    void neverThrowsAndNeverDisturbsANeighbour(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        CopyBuffer buffer = new CopyBuffer();
        Path liar = directory.resolve("liar");
        try (ShmWriter neighbourWriter = write(directory.resolve("neighbour"));
                ShmReader neighbour = attach(directory.resolve("neighbour"), buffer)) {
            write(directory.resolve("whole")).close();
            whole = Files.readAllBytes(directory.resolve("whole"));
            ShmReading intact = neighbour.read(0);
            for (int i = 0; i < MUTATIONS_A_SEED; i++) {
                try {
                    mutateAndRead(liar, buffer, random);
                } catch (RuntimeException | Error e) {
                    fail("seed " + seed + ", mutation " + i, e);
                }
                assertThat(neighbour.read(0)).isEqualTo(intact);
            }
            assertThat(neighbourWriter).isNotNull();
        }
    }

    private static ShmWriter write(Path path) throws IOException {
        ShmWriter writer =
                ShmWriter.create(path, ProcessFacts.of(1).asRank(0, 8).with("SLURM_JOB_ID", "1"), ShmCapacities.SMALL);
        for (int communicator = 0; communicator < 3; communicator++) {
            int row =
                    writer.communicator(CommunicatorSpec.of(communicator, 8, 0).named("group"));
            for (int i = 0; i < 8; i++) {
                writer.run(row, OperationSpec.collective("AllReduce", 1L << i, 1), 1_000_000L * i, 1_000L << (i / 4));
            }
            writer.channel(row, 3, 1, 2, 3);
            int slot = writer.enqueue(row, OperationSpec.collective("AllGather", 1 << 10, 4));
            writer.startChannel(slot, 1, 5);
            writer.stopChannel(slot, 1, 9);
        }
        return writer;
    }

    private static ShmReader attach(Path path, CopyBuffer buffer) {
        return ((ShmAttachment.Ready) ShmReader.attach(path, buffer, GpuIndex.UNKNOWN)).reader();
    }

    /// Half of the files lie from the start, the others begin to when they are attached already.
    private void mutateAndRead(Path liar, CopyBuffer buffer, SplittableRandom random) throws IOException {
        boolean liesFromTheStart = random.nextBoolean();
        Files.write(liar, liesFromTheStart ? mutated(random) : whole);
        ShmAttachment attachment = ShmReader.attach(liar, buffer, GpuIndex.UNKNOWN);
        if (!(attachment instanceof ShmAttachment.Ready(ShmReader reader))) {
            return;
        }
        try (reader) {
            check(reader.read(0));
            Files.write(liar, mutated(random));
            check(reader.read(200_000_000));
            reader.readOperations(record -> assertThat(record.number()).isPositive());
            Files.write(liar, mutated(random));
            check(reader.read(400_000_000));
        }
    }

    private byte[] mutated(SplittableRandom random) {
        byte[] bytes = whole.clone();
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int lies = random.nextInt(1, LIES_MAX + 1);
        for (int i = 0; i < lies; i++) {
            lie(words, random);
        }
        return random.nextInt(10) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
    }

    private static void lie(ByteBuffer words, SplittableRandom random) {
        boolean inHeader = random.nextInt(3) == 0;
        int limit = inHeader ? ShmLayout.Header.SIZE : words.capacity();
        switch (random.nextInt(3)) {
            case 0 -> words.put(random.nextInt(limit), (byte) random.nextInt());
            case 1 -> words.putLong(random.nextInt(limit / Long.BYTES) * Long.BYTES, telling(random));
            default -> words.putInt(random.nextInt(limit / Integer.BYTES) * Integer.BYTES, (int) telling(random));
        }
    }

    private static long telling(SplittableRandom random) {
        return TELLING_VALUES[random.nextInt(TELLING_VALUES.length)];
    }

    /// What holds of every reading, whatever the file says.
    private static void check(ShmReading reading) {
        if (reading instanceof ShmReading.Fresh fresh) {
            assertThat(fresh.snapshot().communicators().size())
                    .isLessThanOrEqualTo(ShmCapacities.SMALL.communicators());
            fresh.snapshot().communicators().forEach(ShmFuzzTest::check);
        }
    }

    private static void check(CommunicatorSnapshot communicator) {
        assertThat(communicator.inFlight().size()).isLessThanOrEqualTo(ShmCapacities.SMALL.slots());
        for (OperationSeries series : communicator.series()) {
            assertThat(series.calls())
                    .isEqualTo(series.durations().count() + series.suspectCalls() + series.untimedCalls())
                    .isNotNegative();
            assertThat(series.sizeBytes()).isNotNegative();
            assertThat(series.durations().sumNanos()).isNotNegative();
        }
    }
}
