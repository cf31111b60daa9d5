// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.ChannelCounters;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.shm.ShmCounter;
import dev.lockstep.shm.ShmProcessState;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShmReaderTest {
    private static final long HASH = 0x9f31c2d4e5a60718L;
    private static final OperationSpec ALL_REDUCE = OperationSpec.collective("AllReduce", 1 << 20, 1);
    private static final long DURATION = 250_000;

    @TempDir
    Path directory;

    private ShmWriter writer;
    private ReaderFixture fixture;

    @BeforeEach
    void open() throws IOException {
        Path path = directory.resolve("process");
        writer = ShmWriter.create(path, ProcessFacts.of(4711).asRank(5, 16), ShmCapacities.SMALL);
        fixture = ReaderFixture.on(path);
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
        writer.close();
    }

    @Test
    void saysWhichProcessItIs() {
        ProcessSnapshot process = fixture.read();

        assertThat(process.identity().host()).isEqualTo("node-a");
        assertThat(process.identity().processId()).isEqualTo(4711);
        assertThat(process.identity().ncclVersion()).contains("2.30.7");
        assertThat(process.identity().profilerApi()).hasValue(6);
        assertThat(process.identity().jobId()).isEqualTo("unknown");
        assertThat(process.communicators()).isEmpty();
    }

    @Test
    void saysWhichCommunicatorItIs() {
        writer.communicator(CommunicatorSpec.of(HASH, 8, 3).named("tp").on(1, "0000:1b:00.0"));

        CommunicatorIdentity identity = fixture.readCommunicator().identity();

        assertThat(identity.id()).isEqualTo("9f31c2d4e5a60718");
        assertThat(identity.name()).isEqualTo("tp");
        assertThat(identity.commRank()).hasValue(3);
        assertThat(identity.ranks()).hasValue(8);
        assertThat(identity.nodes()).hasValue(1);
        assertThat(identity.worldRank()).hasValue(5);
        assertThat(identity.gpu().orElseThrow().pciBusId()).contains("0000:1b:00.0");
        assertThat(identity.gpu().orElseThrow().index()).isEmpty();
    }

    @Test
    void countsCallsBytesAndDurations() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        writer.run(row, ALL_REDUCE, 1_000, DURATION);
        writer.run(row, ALL_REDUCE, 900_000, 2 * DURATION);

        OperationSeries series = fixture.readSeries();

        assertThat(series.key())
                .isEqualTo(new SeriesKey(
                        NcclFunction.ALL_REDUCE, "RING", "SIMPLE", SizeClass.of(1 << 20), OperationKind.KERNEL));
        assertThat(series.calls()).isEqualTo(2);
        assertThat(series.sizeBytes()).isEqualTo(2 << 20);
        assertThat(series.durations().count()).isEqualTo(2);
        assertThat(series.durations().sumNanos()).isEqualTo(3 * DURATION);
        assertThat(fixture.readCommunicator().busyNanos()).isEqualTo(3 * DURATION);
    }

    @Test
    void countsCallsWithoutDurationApart() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        writer.callWithoutTiming(row, ALL_REDUCE.ofKind(1));

        OperationSeries series = fixture.readSeries();

        assertThat(series.key().kind()).isEqualTo(OperationKind.CALL_ONLY);
        assertThat(series.calls()).isEqualTo(1);
        assertThat(series.untimedCalls()).isEqualTo(1);
        assertThat(series.durations().count()).isZero();
    }

    @Test
    void keepsSuspectTimingsOutOfTheHistogram() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        writer.completeSuspect(writer.enqueue(row, ALL_REDUCE));
        writer.count(ShmCounter.SUSPECT_MISSING_STAMP, 1);

        OperationSeries series = fixture.readSeries();

        assertThat(series.calls()).isEqualTo(1);
        assertThat(series.suspectCalls()).isEqualTo(1);
        assertThat(series.durations().count()).isZero();
        assertThat(fixture.read().suspect()).containsEntry("missing_stamp", 1L);
    }

    @Test
    void givesTheSameObjectForASeriesThatDidNotChange() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        writer.run(row, ALL_REDUCE, 1_000, DURATION);
        OperationSeries before = fixture.readSeries();

        assertThat(fixture.readSeries()).isSameAs(before);
        writer.run(row, ALL_REDUCE, 900_000, DURATION);
        assertThat(fixture.readSeries()).isNotSameAs(before);
    }

    @Test
    void foldsFunctionsItDoesNotKnowIntoOne() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        writer.run(row, OperationSpec.collective("AllDance", 1024, 1), 1_000, DURATION);
        writer.run(row, OperationSpec.collective("AllSing", 1024, 1), 900_000, DURATION);

        OperationSeries series = fixture.readSeries();

        assertThat(series.key().function()).isEqualTo(NcclFunction.OTHER);
        assertThat(series.calls()).isEqualTo(2);
    }

    @Test
    void showsAnOperationInFlight() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        long enqueued = fixture.nowNanos() - 7 * ReaderFixture.MILLISECOND;
        int slot = writer.enqueue(row, ALL_REDUCE.numbered(41).enqueuedAt(enqueued));
        writer.startChannel(slot, 0, 1_000);
        writer.startChannel(slot, 5, 1_000);
        writer.stopChannel(slot, 5, 2_000);

        OperationInFlight operation = fixture.readCommunicator().inFlight().getFirst();

        assertThat(operation.key().function()).isEqualTo(NcclFunction.ALL_REDUCE);
        assertThat(operation.sequence()).isEqualTo(OptionalLong.of(41));
        assertThat(operation.ordinal()).isZero();
        assertThat(operation.peer()).isEqualTo(OptionalInt.empty());
        assertThat(operation.ageNanos()).isEqualTo(7 * ReaderFixture.MILLISECOND);
        assertThat(operation.channelsStarted()).isEqualTo(2);
        assertThat(operation.channelsStopped()).isEqualTo(1);
    }

    @Test
    void showsThePeerOfASendInFlight() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        writer.enqueue(row, OperationSpec.pointToPoint("Send", 6, 4096, 2));

        OperationInFlight operation = fixture.readCommunicator().inFlight().getFirst();

        assertThat(operation.peer()).hasValue(6);
        assertThat(operation.sequence()).isEmpty();
    }

    @Test
    void showsNoOperationThatIsDone() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        for (int i = 0; i < 3 * ShmCapacities.SMALL.slots(); i++) {
            writer.run(row, ALL_REDUCE, 1_000_000L * i, DURATION);
        }

        assertThat(fixture.readCommunicator().inFlight()).isEmpty();
    }

    @Test
    void neverGivesANegativeAge() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        writer.enqueue(row, ALL_REDUCE.enqueuedAt(fixture.nowNanos() + 5));

        assertThat(fixture.readCommunicator().inFlight().getFirst().ageNanos()).isZero();
    }

    @Test
    void showsTheChannelsThatCarriedSomething() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        writer.channel(row, 2, 10, 20, 30);
        writer.channel(row, 63, 1, 2, 3);
        writer.channel(row, 63, 1, 2, 3);

        assertThat(fixture.readCommunicator().channels())
                .containsExactly(new ChannelCounters(2, 1, 10, 20, 30), new ChannelCounters(63, 2, 2, 4, 6));
    }

    @Test
    void givesTheSameListForChannelsThatDidNotChange() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        writer.channel(row, 2, 10, 20, 30);

        assertThat(fixture.readCommunicator().channels())
                .isSameAs(fixture.readCommunicator().channels());
    }

    @Test
    void marksAFinalizedCommunicatorAsEnded() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        writer.run(row, ALL_REDUCE, 1_000, DURATION);
        writer.closeCommunicator(row);

        CommunicatorSnapshot communicator = fixture.readCommunicator();

        assertThat(communicator.ended()).isTrue();
        assertThat(communicator.series()).hasSize(1);
    }

    @Test
    void startsFromNothingWhenARowGetsAnotherCommunicator() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        writer.run(row, ALL_REDUCE, 1_000, DURATION);
        writer.run(row, ALL_REDUCE, 900_000, DURATION);
        writer.channel(row, 1, 5, 5, 5);
        fixture.read();
        writer.replaceCommunicator(row, CommunicatorSpec.of(HASH + 1, 4, 0));
        writer.run(row, ALL_REDUCE, 1_000, DURATION);

        CommunicatorSnapshot communicator = fixture.readCommunicator();

        assertThat(communicator.identity().id()).isEqualTo("9f31c2d4e5a60719");
        assertThat(communicator.series().getFirst().calls()).isEqualTo(1);
        assertThat(communicator.busyNanos()).isEqualTo(DURATION);
        assertThat(communicator.channels()).isEmpty();
    }

    @Test
    void leavesOutOperationsOfACommunicatorThatIsGone() {
        int row = writer.communicator(CommunicatorSpec.of(HASH, 8, 3));
        writer.enqueue(row, ALL_REDUCE);
        writer.replaceCommunicator(row, CommunicatorSpec.of(HASH + 1, 4, 0));

        assertThat(fixture.readCommunicator().inFlight()).isEmpty();
    }

    @Test
    void callsTheOverflowCommunicatorOther() {
        writer.run(0, ALL_REDUCE, 1_000, DURATION);

        CommunicatorIdentity identity = fixture.readCommunicator().identity();

        assertThat(identity.id()).isEqualTo(CommunicatorIdentity.OTHER);
        assertThat(identity.commRank()).isEmpty();
        assertThat(identity.ranks()).isEmpty();
        assertThat(identity.gpu()).isEqualTo(Optional.empty());
    }

    @Test
    void givesEveryReasonFromTheStart() {
        ProcessSnapshot process = fixture.read();

        assertThat(process.lost())
                .containsEntry("slot_table_full", 0L)
                .containsEntry("ring_overwritten", 0L)
                .containsEntry("series_torn", 0L)
                .hasSize(27);
        assertThat(process.suspect()).containsEntry("stop_before_start", 0L).hasSize(5);
    }

    @Test
    void givesTheSameLossesWhileNothingIsLost() {
        assertThat(fixture.read().lost()).isSameAs(fixture.read().lost());
    }

    @Test
    void countsLossesByReason() {
        writer.count(ShmCounter.DROP_SLOT_TABLE_FULL, 3);

        assertThat(fixture.read().lost()).containsEntry("slot_table_full", 3L);
    }

    @Test
    void saysWhenTheProcessClosesItsFile() {
        writer.state(ShmProcessState.CLOSED);

        assertThat(((ShmReading.Fresh) fixture.tryRead()).state()).isEqualTo(ShmProcessState.CLOSED);
    }

    @Test
    void seesThatTheWriterLives() {
        assertThat(fixture.reader().writerLives()).isTrue();
    }
}
