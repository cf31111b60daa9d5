// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.own;

import dev.lockstep.agent.flight.Ending;
import dev.lockstep.agent.flight.FlightFacts;
import dev.lockstep.agent.flight.FlightSpool;
import dev.lockstep.agent.flight.Life;
import dev.lockstep.agent.flight.Moment;
import dev.lockstep.agent.flight.SpoolLimits;
import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.cause.all.Diagnoser;
import dev.lockstep.core.analysis.clue.Sighting;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Flight records of a job of four ranks in one communicator, each of which has finished five AllReduces; what it did
/// then is each test's.
final class RecordedJob {
    static final int RANKS = 4;

    private static final ShmCapacities TINY = new ShmCapacities(16, 2, 4, 8, 8, 1);
    private static final Instant DEAD = Instant.parse("2026-11-30T12:00:30Z");
    private static final long DEAD_NANOS = 100_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private final Path folder;
    private final List<Path> records = new ArrayList<>();

    RecordedJob(Path folder) {
        this.folder = folder;
    }

    /// What a rank did after the five.
    ///
    /// @param function in flight, empty for nothing
    /// @param ageSeconds since its enqueue when the process was seen dead
    /// @param isStarted whether its GPU began it
    /// @param deadSecond when it was seen dead; alive a second before
    record Rank(String function, long bytes, long ageSeconds, boolean isStarted, long deadSecond) {
        static final Rank WAITS = new Rank("AllReduce", 1 << 20, 60, true, 0);
        static final Rank ABSENT = new Rank("", 0, 0, false, 0);

        Rank deadAt(long second) {
            return new Rank(function, bytes, ageSeconds, isStarted, second);
        }
    }

    RecordedJob with(int rank, Rank what) throws IOException {
        Path file = folder.resolve("rank-" + rank + ".lockstep");
        ProcessFacts facts = ProcessFacts.of(4_000 + rank).asRank(rank, RANKS).with("SLURM_JOB_ID", "1234");
        try (ShmWriter writer = ShmWriter.create(file, facts, TINY)) {
            int row = writer.communicator(
                    CommunicatorSpec.of(0xabc, RANKS, rank).on(rank, "").named("DP_0"));
            for (int i = 0; i < 5; i++) {
                writer.run(
                        row,
                        OperationSpec.collective("AllReduce", 1 << 20, 1)
                                .numbered(i)
                                .enqueuedAt(SECOND * (i + 1)),
                        SECOND * i,
                        250_000);
            }
            if (!what.function().isEmpty()) {
                int slot = writer.enqueue(
                        row,
                        OperationSpec.collective(what.function(), what.bytes(), 1)
                                .numbered(5)
                                .enqueuedAt(DEAD_NANOS - what.ageSeconds() * SECOND));
                if (what.isStarted()) {
                    writer.startChannel(slot, 0, 30 * SECOND);
                }
            }
        }
        records.add(keep(file, rank, what));
        Files.delete(file);
        return this;
    }

    private Path keep(Path file, int rank, Rank what) throws IOException {
        Instant dead = DEAD.plusSeconds(what.deadSecond());
        FlightFacts facts = new FlightFacts(
                "node-" + rank / 2,
                Ending.KILLED,
                new Moment(dead, DEAD_NANOS),
                Optional.of(new Moment(dead.minusSeconds(1), DEAD_NANOS - SECOND)),
                Map.of(),
                List.of());
        ShmAttachment attachment = ShmReader.attach(file, new CopyBuffer(), GpuIndex.UNKNOWN);
        try (ShmReader reader = ((ShmAttachment.Ready) attachment).reader()) {
            Path kept = new FlightSpool(folder.resolve("spool"), SpoolLimits.USUAL)
                    .keep(Life.of(reader.header(), 1000), reader, facts)
                    .orElseThrow();
            return Files.move(kept, folder.resolve("rank-" + rank + ".flight"));
        }
    }

    List<Path> records() {
        return records;
    }

    Diagnosis diagnosis() throws IOException {
        List<Sighting> seen = new ArrayList<>();
        for (Path record : records) {
            seen.addAll(Scan.read(InputFile.of(String.valueOf(record.getFileName()), Files.readAllBytes(record))));
        }
        return Diagnoser.diagnose(seen);
    }
}
