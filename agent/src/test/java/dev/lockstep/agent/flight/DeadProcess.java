// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.reader.CopyBuffer;
import dev.lockstep.shm.reader.ShmAttachment;
import dev.lockstep.shm.reader.ShmReader;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a killed process left: five finished AllReduces, and one that has started on two of its channels.
final class DeadProcess {
    static final long BYTES = 16 << 20;
    static final Instant SEEN_DEAD = Instant.parse("2026-11-30T12:00:02.113Z");

    private DeadProcess() {}

    static ShmReader leave(Path file, int processId) throws IOException {
        ProcessFacts facts = ProcessFacts.of(processId).asRank(3, 8).with("SLURM_JOB_ID", "1234");
        try (ShmWriter writer = ShmWriter.create(file, facts, ShmCapacities.SMALL)) {
            int row = writer.communicator(
                    CommunicatorSpec.of(0xabc, 8, 3).on(3, "0000:1b:00.0").named("data parallel"));
            for (int i = 0; i < 5; i++) {
                OperationSpec operation = OperationSpec.collective("AllReduce", BYTES, 1);
                writer.run(row, operation.numbered(i).enqueuedAt(1_000_000L * (i + 1)), 5_000_000L * i, 250_000);
            }
            int slot = writer.enqueue(
                    row,
                    OperationSpec.collective("AllReduce", BYTES, 4).numbered(5).enqueuedAt(6_000_000));
            writer.startChannel(slot, 0, 30_000_000);
            writer.startChannel(slot, 1, 30_000_000);
            writer.stopChannel(slot, 1, 30_250_000);
        }
        return attach(file);
    }

    static ShmReader attach(Path file) {
        ShmAttachment attachment = ShmReader.attach(file, new CopyBuffer(), GpuIndex.UNKNOWN);
        return ((ShmAttachment.Ready) attachment).reader();
    }

    static FlightFacts facts() {
        return new FlightFacts(
                "node-a",
                Ending.KILLED,
                new Moment(SEEN_DEAD, 31_206_000_000L),
                Optional.of(new Moment(SEEN_DEAD.minusMillis(1_001), 30_205_000_000L)),
                Map.of("0000:1b:00.0", 3),
                List.of());
    }
}
