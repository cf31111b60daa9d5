// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Direction;
import dev.lockstep.core.model.connection.Network;
import dev.lockstep.core.model.connection.Standing;
import dev.lockstep.core.model.connection.StepStates;
import dev.lockstep.shm.OperationRecord;
import dev.lockstep.shm.writer.ShmCapacities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The reader on files that the plugin wrote and on files that its Java twin wrote: what holds of one holds of the
/// other. Without a built plugin only the twin is tested.
class ShmTwinTest {
    private static final long COUNT = 1 << 18;
    private static final long BYTES = COUNT * Float.BYTES;
    private static final long DURATION = 250_000;

    @TempDir
    static Path programs;

    private static Path driver = Path.of("");

    @TempDir
    Path directory;

    private final List<AutoCloseable> open = new ArrayList<>();

    enum Twin {
        JAVA,
        PLUGIN
    }

    @BeforeAll
    static void compile() throws IOException, InterruptedException {
        if (PluginTestWriter.isBuilt()) {
            driver = PluginTestWriter.compile(programs);
        }
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private TestWriter launch(Twin twin) throws IOException {
        if (twin == Twin.PLUGIN) {
            assumeTrue(PluginTestWriter.isBuilt(), "build the plugin first: make -C plugin");
        }
        TestWriter writer = switch (twin) {
            case JAVA -> new JavaTestWriter(directory);
            case PLUGIN -> new PluginTestWriter(driver, directory);
        };
        open.add(writer);
        return writer;
    }

    private ReaderFixture read(TestWriter writer) throws IOException {
        ReaderFixture fixture = ReaderFixture.on(writer.file());
        open.add(fixture);
        return fixture;
    }

    @ParameterizedTest
    @EnumSource
    void showsACommunicator(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        writer.communicator(0x9f31c2d4e5a60718L, 8, 3);

        CommunicatorSnapshot communicator = read(writer).readCommunicator();

        assertThat(communicator.identity().id()).isEqualTo("9f31c2d4e5a60718");
        assertThat(communicator.identity().commRank()).hasValue(3);
        assertThat(communicator.identity().ranks()).hasValue(8);
        assertThat(communicator.identity().hashOrdinal()).isZero();
        assertThat(communicator.identity().worldRank()).isEmpty();
        assertThat(communicator.ended()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void countsOperations(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int communicator = writer.communicator(1, 8, 0);
        for (int i = 0; i < 100; i++) {
            writer.run(communicator, COUNT, DURATION);
        }

        OperationSeries series = read(writer).readSeries();

        assertThat(series.key().function()).isEqualTo(NcclFunction.ALL_REDUCE);
        assertThat(series.key().algorithm()).isEqualTo("RING");
        assertThat(series.key().protocol()).isEqualTo("SIMPLE");
        assertThat(series.key().sizeClass()).isEqualTo(SizeClass.of(BYTES));
        assertThat(series.key().kind()).isEqualTo(OperationKind.KERNEL);
        assertThat(series.calls()).isEqualTo(100);
        assertThat(series.sizeBytes()).isEqualTo(100 * BYTES);
        assertThat(series.durations().sumNanos()).isEqualTo(100 * DURATION);
        assertThat(series.durations().countAt(DurationBuckets.indexOf(DURATION)))
                .isEqualTo(100);
        assertThat(series.suspectCalls()).isZero();
        assertThat(series.untimedCalls()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void countsWhatGoesOverTheNetwork(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int communicator = writer.communicator(1, 8, 0);
        writer.transfer(communicator, 4, 20, 0);
        writer.transfer(communicator, 70_000, 10, 3);

        List<ConnectionCounters> connections = read(writer).readCommunicator().connections();

        assertThat(connections)
                .extracting(ConnectionCounters::key)
                .containsExactly(ConnectionKey.of(4, Direction.SEND, 5), ConnectionKey.of(70_000, Direction.SEND, 5));
        ConnectionCounters stuck = connections.getLast();
        assertThat(stuck.volume()).isEqualTo(new ConnectionCounters.Volume(1, 7, 7000, 0));
        assertThat(stuck.standing()).isEqualTo(new Standing(1, 3, new StepStates(0, 0, 3, 0)));
        assertThat(stuck.network()).isEqualTo(new Network(Network.IB, 1 << 2, 10, 10_000));
        assertThat(connections.getFirst().standing()).isEqualTo(Standing.NOTHING);
    }

    @ParameterizedTest
    @EnumSource
    void sortsDurationsIntoTheSameBuckets(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int communicator = writer.communicator(1, 8, 0);
        for (int bucket = 1; bucket < 200; bucket += 7) {
            writer.run(communicator, COUNT, DurationBuckets.upperNanos(bucket));
            writer.run(communicator, COUNT, DurationBuckets.upperNanos(bucket) + 1);
        }

        OperationSeries series = read(writer).readSeries();

        for (int bucket = 1; bucket < 200; bucket += 7) {
            assertThat(series.durations().countAt(bucket))
                    .as("bucket %d", bucket)
                    .isEqualTo(1);
            assertThat(series.durations().countAt(bucket + 1))
                    .as("bucket %d", bucket + 1)
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void separatesSizeClasses(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int communicator = writer.communicator(1, 8, 0);
        writer.run(communicator, 1, DURATION);
        writer.run(communicator, 1 << 10, DURATION);
        writer.run(communicator, (1 << 10) + 1, DURATION);

        assertThat(read(writer).readCommunicator().series())
                .extracting(series -> series.key().sizeClass().label())
                .containsExactlyInAnyOrder("4B", "4KiB", "8KiB");
    }

    @ParameterizedTest
    @EnumSource
    void separatesCommunicators(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int first = writer.communicator(1, 8, 0);
        int second = writer.communicator(2, 4, 1);
        writer.run(first, COUNT, DURATION);
        writer.run(second, COUNT, DURATION);
        writer.run(second, COUNT, DURATION);

        assertThat(read(writer).read().communicators())
                .extracting(each -> each.series().getFirst().calls())
                .containsExactly(1L, 2L);
    }

    @ParameterizedTest
    @EnumSource
    void seesWhatCameSinceTheLastReading(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int communicator = writer.communicator(1, 8, 0);
        writer.run(communicator, COUNT, DURATION);
        ReaderFixture fixture = read(writer);
        OperationSeries before = fixture.readSeries();
        assertThat(fixture.readSeries()).isSameAs(before);
        writer.run(communicator, COUNT, DURATION);

        assertThat(fixture.readSeries().calls()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void showsAnOperationThatHangs(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int communicator = writer.communicator(1, 8, 0);
        writer.run(communicator, COUNT, DURATION);
        int operation = writer.enqueue(communicator, COUNT, 4);
        writer.startChannel(operation, 0, 0);
        writer.startChannel(operation, 1, 0);
        writer.stopChannel(operation, 1, DURATION);

        List<OperationInFlight> inFlight = read(writer).readCommunicator().inFlight();

        assertThat(inFlight).hasSize(1);
        assertThat(inFlight.getFirst().key().function()).isEqualTo(NcclFunction.ALL_REDUCE);
        assertThat(inFlight.getFirst().ordinal()).isEqualTo(1);
        assertThat(inFlight.getFirst().sizeBytes()).isEqualTo(BYTES);
        assertThat(inFlight.getFirst().channelsStarted()).isEqualTo(2);
        assertThat(inFlight.getFirst().channelsStopped()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void showsNothingInFlightWhenAllIsDone(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int communicator = writer.communicator(1, 8, 0);
        int operation = writer.enqueue(communicator, COUNT, 2);
        writer.startChannel(operation, 0, 0);
        writer.startChannel(operation, 1, 0);
        writer.stopChannel(operation, 0, DURATION);
        writer.stopChannel(operation, 1, DURATION);

        CommunicatorSnapshot seen = read(writer).readCommunicator();

        assertThat(seen.inFlight()).isEmpty();
        assertThat(seen.series().getFirst().calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void takesAnOperationThatLaterOnesOvertookForNoHang(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int communicator = writer.communicator(1, 8, 0);
        writer.enqueue(communicator, COUNT, 2);
        ReaderFixture fixture = read(writer);
        assertThat(fixture.readCommunicator().inFlight()).hasSize(1);
        writer.run(communicator, COUNT, DURATION);

        assertThat(fixture.readCommunicator().inFlight()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void settlesWhatIsQuietAndLeavesItToThePluginLater(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int communicator = writer.communicator(1, 8, 0);
        int operation = writer.enqueue(communicator, COUNT, 2);
        writer.startChannel(operation, 0, 0);
        writer.stopChannel(operation, 0, DURATION);
        ReaderFixture fixture = read(writer);
        assertThat(fixture.readCommunicator().inFlight()).hasSize(1);
        fixture.pass(100);
        assertThat(fixture.readCommunicator().inFlight()).isEmpty();
        assertThat(fixture.readSeries().calls()).isEqualTo(1);
        assertThat(fixture.readSeries().durations().sumNanos()).isEqualTo(DURATION);
        writer.startChannel(operation, 1, 1);
        writer.stopChannel(operation, 1, DURATION);

        assertThat(fixture.readCommunicator().inFlight()).isEmpty();
        assertThat(fixture.readSeries().calls()).isEqualTo(1);
        assertThat(fixture.readSeries().durations().sumNanos()).isEqualTo(DURATION);
    }

    @ParameterizedTest
    @EnumSource
    void deliversTheRing(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int communicator = writer.communicator(7, 8, 0);
        writer.run(communicator, COUNT, DURATION);
        writer.run(communicator, COUNT, 2 * DURATION);
        ReaderFixture fixture = read(writer);
        fixture.read();

        List<OperationRecord> records = fixture.readOperations();

        assertThat(records).extracting(OperationRecord::number).containsExactly(1L, 2L);
        assertThat(records)
                .extracting(record -> record.stopGpuNanos() - record.startGpuNanos())
                .containsExactly(DURATION, 2 * DURATION);
        assertThat(records.getFirst().communicatorId()).contains("0000000000000007");
        assertThat(records.getFirst().sizeBytes()).isEqualTo(BYTES);
        assertThat(records.getFirst().timing()).isEqualTo(OperationRecord.Timing.TIMED);
    }

    @ParameterizedTest
    @EnumSource
    void countsEveryRecordThatWasOverwritten(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int communicator = writer.communicator(7, 8, 0);
        int operations = ShmCapacities.FULL.ring() + 100;
        for (int i = 0; i < operations; i++) {
            writer.run(communicator, COUNT, 1_000);
        }
        ReaderFixture fixture = read(writer);
        fixture.read();

        int delivered = fixture.readOperations().size();

        assertThat(delivered + fixture.read().lost().getOrDefault("ring_overwritten", 0L))
                .isEqualTo(operations);
    }

    @ParameterizedTest
    @EnumSource
    void marksACommunicatorThatWasFinalized(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int first = writer.communicator(1, 8, 0);
        writer.communicator(2, 8, 0);
        writer.run(first, COUNT, DURATION);
        writer.closeCommunicator(first);

        assertThat(read(writer).read().communicators())
                .extracting(CommunicatorSnapshot::ended)
                .containsExactly(true, false);
    }

    @ParameterizedTest
    @EnumSource
    void livesUntilTheProcessDies(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int communicator = writer.communicator(1, 8, 0);
        writer.run(communicator, COUNT, DURATION);
        ReaderFixture fixture = read(writer);
        assertThat(fixture.reader().writerLives()).isTrue();
        writer.die();

        assertThat(fixture.reader().writerLives()).isFalse();
        assertThat(fixture.readSeries().calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void losesNothing(Twin twin) throws IOException {
        TestWriter writer = launch(twin);
        int communicator = writer.communicator(1, 8, 0);
        writer.run(communicator, COUNT, DURATION);

        assertThat(read(writer).read().lost().values()).containsOnly(0L);
        assertThat(read(writer).read().suspect().values()).containsOnly(0L);
    }
}
