// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are full to the brim.
class FileLimitsTest {
    @TempDir
    Path directory;

    private Path path() {
        return directory.resolve("process");
    }

    @Test
    void isNotLargerThanFourMegabytes() throws IOException {
        try (ShmWriter writer = ShmWriter.create(path(), ProcessFacts.of(1), ShmCapacities.FULL)) {
            assertThat(Files.size(path())).isBetween(3_000_000L, 4L << 20);
            assertThat(writer).isNotNull();
        }
    }

    @Test
    void readsEverySeriesOfAFullTable() throws IOException {
        try (ShmWriter writer = ShmWriter.create(path(), ProcessFacts.of(1), ShmCapacities.FULL)) {
            for (int communicator = 0; communicator < 16; communicator++) {
                int row = writer.communicator(CommunicatorSpec.of(communicator, 8, 0));
                for (int size = 0; size < 32; size++) {
                    writer.run(row, OperationSpec.collective("AllReduce", 1L << size, 1), 1_000, 2_000);
                }
            }
            try (ReaderFixture fixture = ReaderFixture.on(path())) {
                assertThat(fixture.read().communicators())
                        .hasSize(16)
                        .allSatisfy(communicator ->
                                assertThat(communicator.series()).hasSize(32));
            }
        }
    }

    @Test
    void readsEveryCommunicatorOfAFullTable() throws IOException {
        try (ShmWriter writer = ShmWriter.create(path(), ProcessFacts.of(1), ShmCapacities.FULL)) {
            for (int communicator = 1; communicator < ShmCapacities.FULL.communicators(); communicator++) {
                int row = writer.communicator(CommunicatorSpec.of(communicator, 8, 0));
                writer.channel(row, 63, 1, 2, 3);
            }
            try (ReaderFixture fixture = ReaderFixture.on(path())) {
                assertThat(fixture.read().communicators())
                        .hasSize(255)
                        .allSatisfy(communicator ->
                                assertThat(communicator.channels()).hasSize(1));
            }
        }
    }

    @Test
    void readsEverySlotOfAFullTable() throws IOException {
        try (ShmWriter writer = ShmWriter.create(path(), ProcessFacts.of(1), ShmCapacities.FULL)) {
            int row = writer.communicator(CommunicatorSpec.of(1, 8, 0));
            OperationSpec operation = OperationSpec.collective("AllReduce", 1 << 20, 8);
            for (int slot = 0; slot < ShmCapacities.FULL.slots(); slot++) {
                writer.enqueue(row, operation.numbered(slot));
            }
            try (ReaderFixture fixture = ReaderFixture.on(path())) {
                CommunicatorSnapshot communicator = fixture.readCommunicator();

                assertThat(communicator.inFlight()).hasSize(ShmCapacities.FULL.slots());
                assertThat(communicator.inFlight().getLast().sequence()).hasValue(4095);
            }
        }
    }

    @Test
    void sharesOneBufferBetweenReaders() throws IOException {
        CopyBuffer buffer = new CopyBuffer();
        Path other = directory.resolve("other");
        try (ShmWriter first = ShmWriter.create(path(), ProcessFacts.of(1), ShmCapacities.SMALL);
                ShmWriter second = ShmWriter.create(other, ProcessFacts.of(2), ShmCapacities.FULL)) {
            first.communicator(CommunicatorSpec.of(1, 8, 0));
            second.communicator(CommunicatorSpec.of(2, 8, 0));
            try (ShmReader one = reader(path(), buffer);
                    ShmReader two = reader(other, buffer)) {
                for (int i = 0; i < 3; i++) {
                    assertThat(processId(one.read(i))).isEqualTo(1);
                    assertThat(processId(two.read(i))).isEqualTo(2);
                }
            }
        }
    }

    private static ShmReader reader(Path path, CopyBuffer buffer) {
        return ((ShmAttachment.Ready) ShmReader.attach(path, buffer, GpuIndex.UNKNOWN)).reader();
    }

    private static long processId(ShmReading reading) {
        return ((ShmReading.Fresh) reading).snapshot().identity().processId();
    }
}
