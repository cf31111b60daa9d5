// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.KernelPhases;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhaseTableTest {
    private static final CommunicatorSpec COMMUNICATOR = CommunicatorSpec.of(1, 8, 0);
    private static final OperationSpec ALL_REDUCE = OperationSpec.collective("AllReduce", 1 << 20, 1);
    private static final OperationSpec ALL_GATHER = OperationSpec.collective("AllGather", 1 << 20, 1);

    @TempDir
    Path directory;

    private ShmWriter writer;
    private ReaderFixture fixture;

    @BeforeEach
    void open() throws IOException {
        Path path = directory.resolve("process");
        writer = ShmWriter.create(path, ProcessFacts.of(4711), ShmCapacities.SMALL);
        fixture = ReaderFixture.on(path);
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
        writer.close();
    }

    private static void play(ShmWriter writer, int row, OperationSpec operation) {
        writer.phase(row, operation, 0, 700);
        writer.phase(row, operation, 1, 5000);
        writer.phase(row, operation, 2, 40);
    }

    @Test
    void sumsPhasesByFunctionAndKernel() {
        int row = writer.communicator(COMMUNICATOR);
        play(writer, row, ALL_REDUCE);
        play(writer, row, ALL_GATHER);
        play(writer, row, ALL_GATHER);

        assertThat(fixture.readCommunicator().phases())
                .containsExactlyInAnyOrder(
                        new KernelPhases(
                                NcclFunction.ALL_REDUCE,
                                "RING",
                                new KernelPhases.Sum(1, 700),
                                new KernelPhases.Sum(1, 5000),
                                new KernelPhases.Sum(1, 40)),
                        new KernelPhases(
                                NcclFunction.ALL_GATHER,
                                "RING",
                                new KernelPhases.Sum(2, 1400),
                                new KernelPhases.Sum(2, 10_000),
                                new KernelPhases.Sum(2, 80)));
    }

    @Test
    void knowsNoneWhereNobodyAskedForThem() {
        int row = writer.communicator(COMMUNICATOR);
        writer.run(row, ALL_REDUCE, 1000, 250_000);

        assertThat(fixture.readCommunicator().phases()).isEmpty();
    }

    @Test
    void forgetsThoseOfTheRowsFormerCommunicator() {
        int row = writer.communicator(COMMUNICATOR);
        play(writer, row, ALL_REDUCE);
        assertThat(fixture.readCommunicator().phases()).hasSize(1);

        writer.replaceCommunicator(row, CommunicatorSpec.of(2, 8, 0));

        assertThat(fixture.readCommunicator().phases()).isEmpty();
    }
}
