// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.flight.Ending;
import dev.lockstep.agent.flight.FlightFacts;
import dev.lockstep.agent.flight.FlightFiles;
import dev.lockstep.agent.flight.FlightRecord;
import dev.lockstep.agent.flight.FlightSpool;
import dev.lockstep.agent.flight.NotedOperation;
import dev.lockstep.agent.flight.SpoolLimits;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.ShmProcessState;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Deaths as the source sees them, and what they leave in the spool.
class FlightRecorderTest {
    private static final String BOOT = "11111111-2222-3333-4444-555555555555";
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration GRACE = Duration.ofMinutes(2);
    private static final OperationSpec ALL_REDUCE = OperationSpec.collective("AllReduce", 1 << 20, 2);

    @TempDir
    Path directory;

    private final List<ShmWriter> living = new ArrayList<>();
    private Path files;
    private Path records;
    private long nowNanos = 1_000_000_000L;
    private FlightSpool spool;
    private SharedMemorySource source;

    @BeforeEach
    void open() throws IOException {
        files = Files.createDirectory(directory.resolve("files"));
        records = directory.resolve("records");
        spool = new FlightSpool(records, SpoolLimits.USUAL);
        source = agent(GRACE, FileIdentity.of(Path.of("/proc/self")).owner());
    }

    @AfterEach
    void close() throws IOException {
        source.close();
        for (ShmWriter writer : living) {
            writer.close();
        }
    }

    private void startAgent(Duration grace) throws IOException {
        startAgent(grace, FileIdentity.of(Path.of("/proc/self")).owner());
    }

    private void startAgent(Duration grace, int userId) {
        spool = new FlightSpool(records, SpoolLimits.USUAL);
        source = agent(grace, userId);
    }

    private SharedMemorySource agent(Duration grace, int userId) {
        Host host = new Host(userId, BOOT, GpuIndex.UNKNOWN);
        SharedMemoryConfig config =
                new SharedMemoryConfig(List.of(files), SharedMemoryConfig.Depth.DIRECTORY, grace, "node-a");
        return new SharedMemorySource(
                config, host, () -> nowNanos, ProcessListener.ofRecords(Optional.empty()), Optional.of(spool));
    }

    private ShmWriter start(ProcessFacts facts) throws IOException {
        ShmWriter writer = ShmWriter.create(file(facts), facts.onBoot(BOOT), ShmCapacities.SMALL);
        living.add(writer);
        return writer;
    }

    private Path file(ProcessFacts facts) {
        return files.resolve("0-" + facts.processId() + "-" + facts.startTicks() + "-1-0.lockstep");
    }

    private ShmWriter start(int processId) throws IOException {
        return start(ProcessFacts.of(processId));
    }

    private void kill(ShmWriter writer) throws IOException {
        living.remove(writer);
        writer.close();
    }

    private void pass(Duration time) {
        nowNanos += time.toNanos();
    }

    private Reading.Fresh read() {
        return (Reading.Fresh) source.read(START.plusNanos(nowNanos));
    }

    private List<Path> records() throws IOException {
        return Files.exists(records) ? FlightFiles.in(records) : List.of();
    }

    private FlightRecord onlyRecord() throws IOException {
        assertThat(records()).hasSize(1);
        return new FlightFiles(() -> nowNanos).read(records().getFirst());
    }

    private FlightFacts onlyFacts() throws IOException {
        return onlyRecord().facts().orElseThrow();
    }

    @Test
    void leavesOneRecordOfAProcessThatWasKilled() throws IOException {
        ShmWriter writer = start(101);
        read();
        kill(writer);
        pass(Duration.ofSeconds(1));
        read();
        read();

        assertThat(onlyFacts().ending()).isEqualTo(Ending.KILLED);
        assertThat(onlyFacts().node()).isEqualTo("node-a");
        assertThat(onlyFacts().seenDead().monotonicNanos()).isEqualTo(2_000_000_000L);
        assertThat(onlyFacts().lastSeenAlive().orElseThrow().monotonicNanos()).isEqualTo(1_000_000_000L);
    }

    @Test
    void leavesNoneOfAProcessThatEndedWell() throws IOException {
        ShmWriter writer = start(101);
        read();
        writer.state(ShmProcessState.CLOSED);
        kill(writer);
        read();

        assertThat(records()).isEmpty();
        assertThat(spool.counts().failed()).isEmpty();
    }

    @Test
    void leavesOneOfAProcessThatWasSwitchedOffAndKilled() throws IOException {
        ShmWriter writer = start(101);
        writer.state(ShmProcessState.SWITCHED_OFF);
        kill(writer);
        read();

        assertThat(onlyFacts().ending()).isEqualTo(Ending.KILLED);
    }

    /// A watchdog aborts the communicator, which sweeps the operation away, and ends the process in good order.
    @Test
    void leavesOneOfAProcessThatGaveUpAfterAnOperationHadHung() throws IOException {
        ShmWriter writer = start(101);
        int row = writer.communicator(CommunicatorSpec.of(0xabc, 8, 0));
        int slot = writer.enqueue(row, ALL_REDUCE.numbered(7).enqueuedAt(nowNanos));
        writer.startChannel(slot, 0, 5_000);
        pass(LastLook.HUNG_AGE);
        read();
        writer.stopChannel(slot, 0, 6_000);
        writer.complete(slot);
        writer.closeCommunicator(row);
        writer.state(ShmProcessState.CLOSED);
        kill(writer);
        read();

        assertThat(onlyFacts().ending()).isEqualTo(Ending.HUNG);
        NotedOperation hung = onlyFacts().hung().getFirst();
        assertThat(hung.communicatorId()).isEqualTo("0000000000000abc");
        assertThat(hung.sequence()).hasValue(7);
        assertThat(hung.ageNanos()).isEqualTo(LastLook.HUNG_AGE.toNanos());
        assertThat(hung.channelsStarted()).isEqualTo(1);
    }

    @Test
    void takesAnOperationThatIsYoungForNoHang() throws IOException {
        ShmWriter writer = start(101);
        writer.enqueue(writer.communicator(CommunicatorSpec.of(1, 8, 0)), ALL_REDUCE.enqueuedAt(nowNanos));
        pass(LastLook.HUNG_AGE.minusNanos(1));
        read();
        writer.state(ShmProcessState.CLOSED);
        kill(writer);
        read();

        assertThat(records()).isEmpty();
    }

    @Test
    void findsOneThatDiedWhileNoAgentRan() throws IOException {
        kill(start(101));
        read();

        assertThat(onlyFacts().lastSeenAlive()).isEmpty();
    }

    @Test
    void leavesNoSecondRecordAfterARestart() throws IOException {
        kill(start(101));
        read();
        source.close();
        startAgent(GRACE);
        read();

        assertThat(records()).hasSize(1);
        assertThat(spool.counts().kept()).containsEntry("killed", 0L);
    }

    @Test
    void findsWhatAPredecessorThatWasKilledHadNotRecordedYet() throws IOException {
        ShmWriter writer = start(101);
        read();
        source.close();
        kill(writer);
        startAgent(GRACE);
        read();

        assertThat(onlyFacts().ending()).isEqualTo(Ending.KILLED);
    }

    /// The next init of the same user removes what dead processes left, maybe before the agent looks.
    @Test
    void recordsAFileWhoseNameIsGone() throws IOException {
        ShmWriter writer = start(101);
        writer.run(writer.communicator(CommunicatorSpec.of(1, 8, 0)), ALL_REDUCE, 1_000, 500);
        read();
        kill(writer);
        Files.delete(file(ProcessFacts.of(101)));
        read();

        assertThat(onlyRecord().operations()).hasSize(1);
    }

    @Test
    void tellsTwoLivesOfOnePidApart() throws IOException {
        kill(start(ProcessFacts.of(101).startedAt(5)));
        kill(start(ProcessFacts.of(101).startedAt(6)));
        read();

        assertThat(records()).hasSize(2);
    }

    @Test
    void recordsAFewAReadingAndAllInTheEnd() throws IOException {
        startAgent(Duration.ZERO);
        int processes = 2 * FlightRecorder.COPIES_PER_READING_MAX + 1;
        for (int i = 1; i <= processes; i++) {
            kill(start(i));
        }
        read();
        assertThat(records()).hasSize(FlightRecorder.COPIES_PER_READING_MAX);
        read();
        read();

        assertThat(records()).hasSize(processes);
        assertThat(FlightFiles.in(files)).isEmpty();
    }

    @Test
    void leavesNoneOfAFileThatTellsNothing() throws IOException {
        ShmWriter writer = start(101);
        writer.communicator(CommunicatorSpec.of(1, 8, 0));
        kill(writer);
        try (FileChannel channel = FileChannel.open(file(ProcessFacts.of(101)), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {99}), ShmLayout.Header.PROCESS_STATE);
        }

        assertThat(read().refused()).isEqualTo(Map.of("damaged_value", 1L));
        assertThat(records()).isEmpty();
    }

    /// In a container pids are others, and a dead one's is given away: only the lock tells who lives.
    @Test
    void believesTheLockAndNoPid() throws IOException {
        int pidThatLives = (int) ProcessHandle.current().pid();
        kill(start(pidThatLives));
        start(Integer.MAX_VALUE);

        assertThat(read().processes()).hasSize(2);
        assertThat(read().processes())
                .extracting(process -> process.identity().processId())
                .containsExactly((long) Integer.MAX_VALUE);
        assertThat(onlyRecord().header().processId()).isEqualTo(pidThatLives);
    }

    /// The clock of the day may be set; ages and graces do not notice.
    @Test
    void keepsTheFileForItsGraceWhateverTheWallClockDoes() throws IOException {
        kill(start(101));
        read();
        source.read(START.plus(Duration.ofDays(365)));
        assertThat(FlightFiles.in(files)).hasSize(1);
        pass(GRACE);
        source.read(START.minus(Duration.ofDays(365)));

        assertThat(FlightFiles.in(files)).isEmpty();
    }

    /// Root may remove everything, so to root's files the agent is a stranger; others may not write the directory.
    @Test
    void countsADeadFileThatItMayNotRemove() throws IOException {
        int owner = FileIdentity.of(files).owner();
        kill(start(101));
        Files.setPosixFilePermissions(files, PosixFilePermissions.fromString("r-xr-x---"));
        startAgent(GRACE, owner == 0 ? 1 : owner);
        read();
        pass(GRACE);
        read();

        assertThat(read().refused()).isEqualTo(Map.of("dead_file_left", 1L));
        assertThat(read().refused()).isEqualTo(Map.of("dead_file_left", 1L));
        assertThat(records()).hasSize(1);
        Files.setPosixFilePermissions(files, PosixFilePermissions.fromString("rwxr-x---"));
    }
}
