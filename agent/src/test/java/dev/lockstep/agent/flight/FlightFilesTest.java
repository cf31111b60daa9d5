// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.ShmProcessState;
import dev.lockstep.shm.reader.ShmReader;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlightFilesTest {
    private static final long NOW_NANOS = 7_000_000;

    @TempDir
    Path directory;

    private final FlightFiles files = new FlightFiles(() -> NOW_NANOS);

    private Path keep(FlightFacts facts) throws IOException {
        FlightSpool spool = new FlightSpool(directory.resolve("spool"), SpoolLimits.USUAL);
        try (ShmReader reader = DeadProcess.leave(directory.resolve("dead.lockstep"), 4711)) {
            return spool.keep(Life.of(reader.header(), 0), reader, facts).orElseThrow();
        }
    }

    private Path keep() throws IOException {
        return keep(DeadProcess.facts());
    }

    @Test
    void showsWhatWasInFlightWithItsAgeWhenTheProcessWasSeenDead() throws IOException {
        FlightRecord record = files.read(keep());

        assertThat(record.inFlight()).hasSize(1);
        FlightRecord.InFlight hung = record.inFlight().getFirst();
        assertThat(hung.enqueuedMonotonicNanos()).isEqualTo(6_000_000);
        assertThat(record.age(hung)).contains(Duration.ofMillis(31_200));
        assertThat(hung.operation().channelsStarted()).isEqualTo(2);
        assertThat(hung.operation().channelsStopped()).isEqualTo(1);
    }

    @Test
    void showsTheLastOperationsInOrder() throws IOException {
        FlightRecord record = files.read(keep());

        assertThat(record.operations())
                .extracting(OperationRecord::sequence)
                .containsExactly(
                        OptionalLong.of(0),
                        OptionalLong.of(1),
                        OptionalLong.of(2),
                        OptionalLong.of(3),
                        OptionalLong.of(4));
        assertThat(record.process().lost()).containsEntry("ring_overwritten", 0L);
    }

    @Test
    void knowsTheGpuAsTheAgentKnewIt() throws IOException {
        GpuIdentity gpu =
                files.read(keep()).inFlight().getFirst().communicator().gpu().orElseThrow();

        assertThat(gpu.index()).isEqualTo(OptionalInt.of(3));
    }

    @Test
    void carriesTheFactsOfTheAgentUnchanged() throws IOException {
        NotedOperation hung = new NotedOperation(
                "0000000000000abc", "AllReduce", "", "LL128", 5, 6, OptionalLong.empty(), 31_000_000_000L, 4, 2);
        FlightFacts facts = new FlightFacts(
                "node a",
                Ending.HUNG,
                DeadProcess.facts().seenDead(),
                Optional.empty(),
                DeadProcess.facts().gpus(),
                List.of(hung));

        assertThat(files.read(keep(facts)).facts()).contains(facts);
    }

    @Test
    void getsPastARecordThatItsWriterDiedOver() throws IOException {
        Path file = directory.resolve("dead.lockstep");
        DeadProcess.leave(file, 4711).close();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            overwriteRingNumber(channel);
        }

        FlightRecord record = files.read(file);

        assertThat(record.operations()).extracting(OperationRecord::number).containsExactly(1L, 3L, 4L, 5L);
        assertThat(record.process().lost()).containsEntry("ring_unwritten", 1L);
    }

    /// The ring is the only place where the number 2 stands in front of the moment 2,000,000.
    private static void overwriteRingNumber(FileChannel channel) throws IOException {
        byte[] bytes = new byte[(int) channel.size()];
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        channel.read(words, 0);
        for (int at = 0; at + 16 <= bytes.length; at += 8) {
            if (words.getLong(at) == 2 && words.getLong(at + 8) == 2_000_000) {
                channel.write(ByteBuffer.allocate(8), at);
            }
        }
    }

    @Test
    void readsTheFileOfAProcessThatLives() throws IOException {
        Path file = directory.resolve("live.lockstep");
        try (ShmWriter writer = ShmWriter.create(file, ProcessFacts.of(1), ShmCapacities.SMALL)) {
            int row = writer.communicator(CommunicatorSpec.of(1, 2, 0));
            writer.enqueue(row, OperationSpec.collective("AllGather", 8, 1).enqueuedAt(2_000_000));
            FlightRecord record = files.read(file);

            assertThat(record.writer()).isEqualTo(FlightRecord.Writer.LIVES);
            assertThat(record.age(record.inFlight().getFirst())).contains(Duration.ofMillis(5));
        }
    }

    @Test
    void readsTheFileOfADeadProcessAndTellsNoAgeThatNobodyKnows() throws IOException {
        Path file = directory.resolve("dead.lockstep");
        DeadProcess.leave(file, 4711).close();
        FlightRecord record = files.read(file);

        assertThat(record.writer()).isEqualTo(FlightRecord.Writer.GONE);
        assertThat(record.state()).isEqualTo(ShmProcessState.LIVE);
        assertThat(record.facts()).isEmpty();
        assertThat(record.inFlight().getFirst().enqueuedMonotonicNanos()).isEqualTo(6_000_000);
        assertThat(record.age(record.inFlight().getFirst())).isEmpty();
    }

    @Test
    void tellsWallTimeByTheAnchor() throws IOException {
        FlightRecord record = files.read(keep());
        long anchor = record.header().anchorMonotonicNanos();

        assertThat(Duration.between(record.wall(anchor), record.wall(anchor + 1_500)))
                .isEqualTo(Duration.ofNanos(1_500));
    }

    @Test
    void listsRecordsAndSharedMemoryFilesAndNothingElse() throws IOException {
        for (String name : List.of("b.flight", "a.lockstep", ".c.flight", "control", "notes.txt")) {
            Files.writeString(directory.resolve(name), "");
        }

        assertThat(FlightFiles.in(directory))
                .containsExactly(directory.resolve("a.lockstep"), directory.resolve("b.flight"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 4_095, 5_000, 60_000})
    void tellsInOneLineThatAFileIsCutShort(int bytes) throws IOException {
        Path file = keep();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }

        assertThatThrownBy(() -> files.read(file))
                .isInstanceOf(FlightFileException.class)
                .hasMessageContaining(file.toString())
                .message()
                .hasLineCount(1);
    }

    @Test
    void tellsThatTheAgentsTextIsCutShort() throws IOException {
        Path file = keep();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - 2);
        }

        assertThatThrownBy(() -> files.read(file)).hasMessageEndingWith("the agent's text is cut short");
    }

    @Test
    void tellsWhatIsNoRecord() throws IOException {
        Path file = Files.writeString(directory.resolve("x.flight"), "x".repeat(10_000));

        assertThatThrownBy(() -> files.read(file))
                .hasMessageEndingWith("is no flight record and no shared-memory file");
        assertThatThrownBy(() -> files.read(directory.resolve("none"))).hasMessageStartingWith("there is no file");
    }
}
