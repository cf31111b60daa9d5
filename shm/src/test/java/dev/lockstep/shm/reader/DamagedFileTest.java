// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.ShmSeriesKey;
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

/// What a file may say after it was attached, and must not be believed.
class DamagedFileTest {
    private static final OperationSpec ALL_REDUCE = OperationSpec.collective("AllReduce", 1 << 20, 1);

    @TempDir
    Path directory;

    private ShmWriter writer;
    private ReaderFixture fixture;
    private FilePatch patch;
    private int row;

    @BeforeEach
    void open() throws IOException {
        Path path = directory.resolve("process");
        writer = ShmWriter.create(path, ProcessFacts.of(4711), ShmCapacities.SMALL);
        patch = new FilePatch(path);
        row = writer.communicator(CommunicatorSpec.of(1, 8, 3));
        writer.run(row, ALL_REDUCE, 1_000, 250_000);
        fixture = ReaderFixture.on(path);
        fixture.read();
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
        writer.close();
    }

    private void isDamagedBy(ShmDamage damage) {
        assertThat(fixture.tryRead())
                .isInstanceOfSatisfying(
                        ShmReading.Damaged.class,
                        damaged -> assertThat(damaged.damage()).isEqualTo(damage));
    }

    private long key(int index) {
        return patch.entry(ShmLayout.SECTION_SERIES_KEYS, index);
    }

    private long cell() {
        return patch.entry(ShmLayout.SECTION_SERIES_CELLS, 0);
    }

    private long communicator() {
        return patch.entry(ShmLayout.SECTION_COMMUNICATORS, row);
    }

    @Test
    void noticesThatTheFileShrinks() {
        patch.truncate(30_000);

        isDamagedBy(ShmDamage.SHRANK);
    }

    @Test
    void noticesThatTheFileIsEmptied() {
        patch.truncate(0);

        isDamagedBy(ShmDamage.SHRANK);
    }

    @Test
    void noticesThatTheFileBecomesAnotherProcess() {
        patch.int32(ShmLayout.Header.PID, 4712);

        isDamagedBy(ShmDamage.HEADER);
    }

    @Test
    void readsOnWhenTheDamageIsGone() {
        patch.int32(ShmLayout.Header.PID, 4712);
        isDamagedBy(ShmDamage.HEADER);
        patch.int32(ShmLayout.Header.PID, 4711);

        assertThat(fixture.readSeries().calls()).isEqualTo(1);
    }

    @Test
    void refusesAProcessStateThatIsNone() {
        patch.int32(ShmLayout.Header.PROCESS_STATE, 17);

        isDamagedBy(ShmDamage.VALUE);
    }

    @Test
    void refusesMoreSlotsThanThereAre() {
        patch.int64(ShmLayout.Header.SLOTS_USED, 65);

        isDamagedBy(ShmDamage.VALUE);
    }

    @Test
    void refusesANameThatIsNotThere() {
        patch.int64(key(1) + ShmLayout.SeriesKey.KEY, ShmSeriesKey.pack(row, 31, 0, 0, 0, 0));
        patch.int32(key(1) + ShmLayout.SeriesKey.OWNER_SERIAL, 2);

        isDamagedBy(ShmDamage.INDEX);
    }

    @Test
    void refusesANameBeyondTheTable() {
        patch.int64(key(1) + ShmLayout.SeriesKey.KEY, ShmSeriesKey.pack(row, 255, 0, 0, 0, 0));
        patch.int32(key(1) + ShmLayout.SeriesKey.OWNER_SERIAL, 2);

        isDamagedBy(ShmDamage.INDEX);
    }

    @Test
    void refusesASizeClassThatIsNone() {
        patch.int64(key(1) + ShmLayout.SeriesKey.KEY, ShmSeriesKey.pack(row, 0, 0, 0, 64, 0));
        patch.int32(key(1) + ShmLayout.SeriesKey.OWNER_SERIAL, 2);

        isDamagedBy(ShmDamage.VALUE);
    }

    @Test
    void refusesAKindThatIsNone() {
        patch.int64(key(1) + ShmLayout.SeriesKey.KEY, ShmSeriesKey.pack(row, 0, 0, 0, 0, 5));
        patch.int32(key(1) + ShmLayout.SeriesKey.OWNER_SERIAL, 2);

        isDamagedBy(ShmDamage.VALUE);
    }

    @Test
    void refusesANameThatIsTooLong() {
        patch.int32(patch.entry(ShmLayout.SECTION_NAMES, 9), 56);

        isDamagedBy(ShmDamage.VALUE);
    }

    @Test
    void leavesOutASeriesOfARowThatIsNotThere() {
        patch.int64(key(1) + ShmLayout.SeriesKey.KEY, ShmSeriesKey.pack(0xffff, 0, 0, 0, 0, 0));
        patch.int32(key(1) + ShmLayout.SeriesKey.OWNER_SERIAL, 2);

        assertThat(fixture.readSeries().calls()).isEqualTo(1);
    }

    @Test
    void leavesOutASeriesOfAnotherOwner() {
        patch.int32(key(0) + ShmLayout.SeriesKey.OWNER_SERIAL, 99);

        assertThat(fixture.readCommunicator().series()).isEmpty();
    }

    @Test
    void makesOneOfTwoSeriesOfOneKey() {
        patch.int64(key(1) + ShmLayout.SeriesKey.KEY, ShmSeriesKey.pack(row, 1, 2, 3, 20, 0));
        patch.int32(key(1) + ShmLayout.SeriesKey.OWNER_SERIAL, 2);

        assertThat(fixture.readSeries().calls()).isEqualTo(1);
    }

    @Test
    void refusesNegativeCounts() {
        patch.int64(cell() + ShmLayout.SeriesCell.BUCKET_0 + 80, -1);
        patch.int64(cell() + ShmLayout.SeriesCell.CALLS, 2);

        isDamagedBy(ShmDamage.VALUE);
    }

    @Test
    void refusesMoreCallsThanThereCanBe() {
        patch.int64(cell() + ShmLayout.SeriesCell.SUSPECT, 1L << 60);

        isDamagedBy(ShmDamage.VALUE);
    }

    @Test
    void refusesMoreBytesThanThereCanBe() {
        patch.int64(cell() + ShmLayout.SeriesCell.BYTES, -1);

        isDamagedBy(ShmDamage.VALUE);
    }

    @Test
    void keepsCountersThatGoBackAndSaysSo() {
        OperationSeries before = fixture.readSeries();
        patch.int64(cell() + ShmLayout.SeriesCell.BYTES, 1);

        OperationSeries after = fixture.readSeries();

        assertThat(after.sizeBytes()).isEqualTo(before.sizeBytes());
        assertThat(fixture.read().lost()).containsEntry("counter_went_back", 1L);
    }

    @Test
    void countsOnWhenACounterHasCaughtUp() {
        patch.int64(cell() + ShmLayout.SeriesCell.BYTES, 1);
        fixture.read();
        writer.run(row, ALL_REDUCE, 1_000_000, 250_000);
        writer.run(row, ALL_REDUCE, 2_000_000, 250_000);

        assertThat(fixture.readSeries().sizeBytes()).isEqualTo(1 + (2L << 20));
        assertThat(fixture.readSeries().calls()).isEqualTo(3);
    }

    @Test
    void refusesACommunicatorStateThatIsNone() {
        patch.int32(communicator() + ShmLayout.Communicator.STATE, 3);

        isDamagedBy(ShmDamage.VALUE);
    }

    @Test
    void refusesACommunicatorNameWithoutAnEnd() {
        patch.fill(communicator() + ShmLayout.Communicator.NAME, 48, 'x');
        patch.int32(communicator() + ShmLayout.Communicator.SERIAL, 77);

        isDamagedBy(ShmDamage.TEXT);
    }

    @Test
    void replacesWhatIsNoText() {
        patch.fill(communicator() + ShmLayout.Communicator.NAME, 1, '\n');
        patch.int64(communicator() + ShmLayout.Communicator.NAME + 8, 0xc3);
        patch.fill(communicator() + ShmLayout.Communicator.NAME + 1, 7, 'x');
        patch.int32(communicator() + ShmLayout.Communicator.SERIAL, 77);

        assertThat(fixture.readCommunicator().identity().name()).isEqualTo("\uFFFDxxxxxxx\uFFFD");
    }

    @Test
    void refusesAPciBusIdThatIsNone() {
        patch.fill(communicator() + ShmLayout.Communicator.PCI_BUS_ID, 4, '"');
        patch.int32(communicator() + ShmLayout.Communicator.SERIAL, 77);

        isDamagedBy(ShmDamage.VALUE);
    }

    @Test
    void refusesNegativeChannelCounters() {
        patch.int64(patch.entry(ShmLayout.SECTION_CHANNELS, 64 * row), -5);

        isDamagedBy(ShmDamage.VALUE);
    }

    @Test
    void refusesASlotOfNegativeSize() {
        int slot = writer.enqueue(row, ALL_REDUCE);
        patch.int64(patch.entry(ShmLayout.SECTION_SLOTS, slot) + ShmLayout.Slot.BYTES, -5);

        isDamagedBy(ShmDamage.VALUE);
    }

    @Test
    void leavesOutASlotOfARowThatIsNotThere() {
        int slot = writer.enqueue(row, ALL_REDUCE);
        patch.int32(patch.entry(ShmLayout.SECTION_SLOTS, slot) + ShmLayout.Slot.OWNER_SERIAL, 12_345);

        assertThat(fixture.readCommunicator().inFlight()).isEmpty();
    }

    @Test
    void refusesARingThatGoesBack() {
        fixture.readOperations();
        patch.int64(patch.entry(ShmLayout.SECTION_RING_HEAD, 0), 0);

        assertThat(fixture.reader().readOperations(record -> {})).isPresent();
    }

    @Test
    void refusesANegativeRing() {
        patch.int64(patch.entry(ShmLayout.SECTION_RING_HEAD, 0), -1);

        assertThat(fixture.reader().readOperations(record -> {})).isPresent();
    }

    @Test
    void survivesARingHeadBeyondAllRecords() {
        patch.int64(patch.entry(ShmLayout.SECTION_RING_HEAD, 0), Long.MAX_VALUE);

        fixture.readOperations();

        assertThat(fixture.read().lost().getOrDefault("ring_overwritten", 0L)).isGreaterThan(1L << 60);
    }
}
