// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.ShmCounter;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// One file for each released layout: jobs outlive upgrades of the agent, so a newer reader reads every older
/// file. `-Dupdate` writes the file of the current version again; those of older versions are never changed.
class OldLayoutTest {
    private static final Path FILES =
            Path.of(System.getProperty("lockstep.root", "..")).resolve("testdata/shared-memory");
    private static final Path VERSION_1_0 = FILES.resolve("version-1.0.lockstep");
    private static final ShmCapacities TINY = new ShmCapacities(8, 3, 4, 4, 8);

    @Test
    void readsVersion1() throws IOException {
        if (Boolean.getBoolean("update")) {
            writeCurrent();
        }
        try (ReaderFixture fixture = ReaderFixture.on(VERSION_1_0)) {
            ProcessSnapshot process = fixture.read();
            CommunicatorSnapshot communicator = process.communicators().getFirst();

            assertThat(process.identity().jobId()).isEqualTo("1234.0");
            assertThat(process.identity().ncclVersion()).contains("2.30.7");
            assertThat(process.lost()).containsEntry("slot_table_full", 3L);
            assertThat(communicator.identity().id()).isEqualTo("9f31c2d4e5a60718");
            assertThat(communicator.identity().name()).isEqualTo("default_pg");
            assertThat(communicator.identity().worldRank()).hasValue(5);
            assertThat(communicator.series()).hasSize(2);
            assertThat(communicator.series().getFirst().calls()).isEqualTo(2);
            assertThat(communicator.inFlight()).hasSize(1);
            assertThat(communicator.channels()).hasSize(1);
            assertThat(fixture.readOperations()).hasSize(2);
        }
    }

    private static void writeCurrent() throws IOException {
        Files.createDirectories(FILES);
        ProcessFacts process =
                ProcessFacts.of(4711).asRank(5, 16).with("SLURM_JOB_ID", "1234").with("SLURM_STEP_ID", "0");
        try (ShmWriter writer = ShmWriter.create(VERSION_1_0, process, TINY)) {
            int row = writer.communicator(CommunicatorSpec.of(0x9f31c2d4e5a60718L, 16, 5)
                    .named("default_pg")
                    .on(1, "0000:1b:00.0"));
            OperationSpec allReduce = OperationSpec.collective("AllReduce", 1 << 20, 1);
            writer.run(row, allReduce, 10_000, 250_000);
            writer.run(row, allReduce.numbered(1), 300_000, 500_000);
            writer.startChannel(writer.enqueue(row, OperationSpec.collective("AllGather", 1 << 10, 4)), 0, 900_000);
            writer.channel(row, 0, 100, 200, 300);
            writer.count(ShmCounter.DROP_SLOT_TABLE_FULL, 3);
        }
    }
}
