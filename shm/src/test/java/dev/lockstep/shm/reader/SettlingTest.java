// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.OperationSeries;
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

/// Operations that have stopped on every channel that started, while the plugin waits for more channels.
class SettlingTest {
    private static final OperationSpec OF_EIGHT_CHANNELS = OperationSpec.collective("AllReduce", 1 << 20, 8);
    private static final long START = 10_000;
    private static final long DURATION = 250_000;

    @TempDir
    Path directory;

    private ShmWriter writer;
    private ReaderFixture fixture;
    private int row;

    @BeforeEach
    void open() throws IOException {
        Path path = directory.resolve("process");
        writer = ShmWriter.create(path, ProcessFacts.of(4711), ShmCapacities.SMALL);
        row = writer.communicator(CommunicatorSpec.of(1, 8, 3));
        fixture = ReaderFixture.on(path);
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
        writer.close();
    }

    private int stopped(int channels) {
        int slot = writer.enqueue(row, OF_EIGHT_CHANNELS);
        for (int channel = 0; channel < channels; channel++) {
            writer.startChannel(slot, channel, START);
        }
        for (int channel = 0; channel < channels; channel++) {
            writer.stopChannel(slot, channel, START + DURATION);
        }
        return slot;
    }

    /// Reads, waits for as long as is needed, and reads again.
    private CommunicatorSnapshot settle() {
        fixture.readCommunicator();
        fixture.pass(100);
        return fixture.readCommunicator();
    }

    private static OperationSeries only(CommunicatorSnapshot communicator) {
        return communicator.series().getFirst();
    }

    @Test
    void settlesWhatHasBeenQuietFor100Milliseconds() {
        stopped(2);

        CommunicatorSnapshot communicator = settle();

        assertThat(communicator.inFlight()).isEmpty();
        assertThat(only(communicator).calls()).isEqualTo(1);
        assertThat(only(communicator).sizeBytes()).isEqualTo(1 << 20);
        assertThat(only(communicator).durations().sumNanos()).isEqualTo(DURATION);
        assertThat(only(communicator).durations().countAt(DurationBuckets.indexOf(DURATION)))
                .isEqualTo(1);
    }

    @Test
    void waitsUntilThen() {
        stopped(2);
        fixture.read();
        fixture.pass(99);

        CommunicatorSnapshot communicator = fixture.readCommunicator();

        assertThat(communicator.inFlight()).hasSize(1);
        assertThat(only(communicator).calls()).isZero();
    }

    @Test
    void startsToWaitAgainWhenAnotherChannelComes() {
        int slot = stopped(2);
        fixture.read();
        fixture.pass(60);
        writer.startChannel(slot, 7, START);
        writer.stopChannel(slot, 7, START + DURATION);
        fixture.read();
        fixture.pass(60);

        assertThat(fixture.readCommunicator().inFlight()).hasSize(1);
        fixture.pass(40);
        assertThat(fixture.readCommunicator().inFlight()).isEmpty();
    }

    @Test
    void neverSettlesWhatRuns() {
        int slot = stopped(2);
        writer.startChannel(slot, 2, START);

        assertThat(settle().inFlight()).hasSize(1);
    }

    @Test
    void neverSettlesWhatHasNotStarted() {
        stopped(0);

        assertThat(settle().inFlight()).hasSize(1);
    }

    @Test
    void countsItOnceHoweverOftenItReads() {
        stopped(2);
        settle();
        fixture.pass(1_000);
        fixture.read();
        fixture.pass(1_000);

        assertThat(fixture.readSeries().calls()).isEqualTo(1);
    }

    @Test
    void leavesTheCountToThePluginWhenThatCountsIt() {
        int slot = stopped(2);
        settle();
        writer.complete(slot);

        OperationSeries series = fixture.readSeries();

        assertThat(series.calls()).isEqualTo(1);
        assertThat(series.durations().sumNanos()).isEqualTo(DURATION);
        assertThat(fixture.readSeries()).isSameAs(series);
    }

    @Test
    void countsOnAfterThePluginCountedIt() {
        int slot = stopped(2);
        settle();
        writer.complete(slot);
        writer.run(row, OF_EIGHT_CHANNELS, 1_000_000, DURATION);
        fixture.read();
        writer.run(row, OF_EIGHT_CHANNELS, 2_000_000, DURATION);

        assertThat(fixture.readSeries().calls()).isEqualTo(3);
        assertThat(fixture.readSeries().durations().sumNanos()).isEqualTo(3 * DURATION);
        assertThat(fixture.read().lost()).containsEntry("counter_went_back", 0L);
    }

    @Test
    void settlesSeveralOfOneSeries() {
        stopped(2);
        stopped(3);
        writer.run(row, OF_EIGHT_CHANNELS, 1_000_000, 2 * DURATION);

        assertThat(only(settle()).calls()).isEqualTo(3);
    }

    @Test
    void neverGoesBackWhenThePluginFindsTheTimingSuspect() {
        int slot = stopped(2);
        settle();
        writer.completeSuspect(slot);

        OperationSeries series = fixture.readSeries();

        assertThat(series.calls()).isEqualTo(1);
        assertThat(series.durations().count()).isEqualTo(1);
        assertThat(series.suspectCalls()).isZero();
    }

    @Test
    void showsTheSuspectTimingOnceTheHistogramHasCaughtUp() {
        int slot = stopped(2);
        settle();
        writer.completeSuspect(slot);
        fixture.read();
        writer.run(row, OF_EIGHT_CHANNELS, 1_000_000, DURATION);

        OperationSeries series = fixture.readSeries();

        assertThat(series.calls()).isEqualTo(2);
        assertThat(series.durations().count()).isEqualTo(1);
        assertThat(series.suspectCalls()).isEqualTo(1);
    }

    @Test
    void neverGoesBackWhenThePluginFindsALongerDuration() {
        int slot = stopped(2);
        settle();
        writer.startChannel(slot, 5, START);
        writer.stopChannel(slot, 5, START + 40 * DURATION);
        writer.complete(slot);

        OperationSeries series = fixture.readSeries();

        assertThat(series.calls()).isEqualTo(1);
        assertThat(series.durations().count()).isEqualTo(1);
        assertThat(series.durations().sumNanos()).isEqualTo(40 * DURATION);
    }

    @Test
    void showsAnOperationInFlightAgainThatGoesOn() {
        int slot = stopped(2);
        settle();
        writer.startChannel(slot, 5, START);

        CommunicatorSnapshot communicator = fixture.readCommunicator();

        assertThat(communicator.inFlight()).hasSize(1);
        assertThat(only(communicator).calls()).isEqualTo(1);
        writer.stopChannel(slot, 5, START + DURATION);
        writer.complete(slot);
        assertThat(fixture.readSeries().calls()).isEqualTo(1);
    }

    @Test
    void countsStampsThatCannotBeTrueAsSuspect() {
        int slot = writer.enqueue(row, OF_EIGHT_CHANNELS);
        writer.startChannel(slot, 0, START);
        writer.stopChannel(slot, 0, START - 1);

        OperationSeries series = only(settle());

        assertThat(series.suspectCalls()).isEqualTo(1);
        assertThat(series.durations().count()).isZero();
    }

    @Test
    void leavesTheNextOperationOfTheSlotAlone() {
        int slot = stopped(2);
        settle();
        writer.complete(slot);
        int slots = ShmCapacities.SMALL.slots();
        for (int i = 1; i < slots; i++) {
            writer.run(row, OF_EIGHT_CHANNELS, 1_000_000L * i, DURATION);
        }
        assertThat(stopped(2)).isEqualTo(slot);

        CommunicatorSnapshot communicator = fixture.readCommunicator();

        assertThat(communicator.inFlight()).hasSize(1);
        assertThat(only(communicator).calls()).isEqualTo(slots);
    }
}
