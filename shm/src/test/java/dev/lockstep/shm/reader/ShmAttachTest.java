// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmHeader;
import dev.lockstep.shm.ShmLayout;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShmAttachTest {
    @TempDir
    Path directory;

    private Path path = Path.of("");
    private ShmWriter writer;
    private FilePatch patch;

    @BeforeEach
    void open() throws IOException {
        path = directory.resolve("process");
        writer = ShmWriter.create(
                path,
                ProcessFacts.of(4711).asRank(5, 16).onBoot("boot").with("SLURM_JOB_ID", "7"),
                ShmCapacities.SMALL);
        patch = new FilePatch(path);
    }

    @AfterEach
    void close() throws IOException {
        writer.close();
    }

    private ShmAttachment attach() {
        ShmAttachment attachment = ShmReader.attach(path, new CopyBuffer(), GpuIndex.UNKNOWN);
        if (attachment instanceof ShmAttachment.Ready(ShmReader reader)) {
            reader.close();
        }
        return attachment;
    }

    private void isDamagedBy(ShmDamage damage) {
        assertThat(attach())
                .isInstanceOfSatisfying(
                        ShmAttachment.Damaged.class,
                        damaged -> assertThat(damaged.damage()).isEqualTo(damage));
    }

    @Test
    void isReadyForAWholeFile() {
        assertThat(attach()).isInstanceOf(ShmAttachment.Ready.class);
    }

    @Test
    void knowsTheHeader() {
        ShmHeader header = ((ShmAttachment.Ready) attach()).reader().header();

        assertThat(header.processId()).isEqualTo(4711);
        assertThat(header.startTicks()).isEqualTo(4811);
        assertThat(header.bootId()).isEqualTo("boot");
        assertThat(header.worldSize()).hasValue(16);
        assertThat(header.worldRank()).hasValue(5);
        assertThat(header.localRank()).isEmpty();
        assertThat(header.environment()).containsEntry("SLURM_JOB_ID", "7").hasSize(1);
    }

    @Test
    void findsNoFile() throws IOException {
        Files.delete(path);

        assertThat(attach()).isInstanceOf(ShmAttachment.NoFile.class);
    }

    @Test
    void followsNoLink() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), path);

        assertThat(ShmReader.attach(link, new CopyBuffer(), GpuIndex.UNKNOWN))
                .isInstanceOf(ShmAttachment.Damaged.class);
    }

    @Test
    void doesNotReadADirectory() {
        assertThat(ShmReader.attach(directory, new CopyBuffer(), GpuIndex.UNKNOWN))
                .isInstanceOf(ShmAttachment.Damaged.class);
    }

    @Test
    void waitsForAHeader() {
        patch.truncate(100);

        assertThat(attach()).isEqualTo(new ShmAttachment.TooShort(100));
    }

    @Test
    void waitsForAVersion() {
        patch.int32(ShmLayout.Header.VERSION, 0);

        assertThat(attach()).isInstanceOf(ShmAttachment.UnderConstruction.class);
    }

    @Test
    void refusesAnotherMagic() {
        patch.int64(ShmLayout.Header.MAGIC, 42);

        assertThat(attach()).isEqualTo(new ShmAttachment.WrongMagic(42));
    }

    @Test
    void refusesAnotherMajorVersion() {
        patch.int32(ShmLayout.Header.VERSION, 2 << 16 | 3);

        assertThat(attach()).isEqualTo(new ShmAttachment.UnsupportedVersion(2, 3));
    }

    @Test
    void readsAnEarlierMinorVersion() {
        patch.int32(ShmLayout.Header.VERSION, ShmLayout.VERSION_MAJOR << 16);

        assertThat(attach()).isInstanceOf(ShmAttachment.Ready.class);
    }

    @Test
    void readsALaterMinorVersion() {
        patch.int32(ShmLayout.Header.VERSION, 1 << 16 | 9);

        assertThat(attach()).isInstanceOf(ShmAttachment.Ready.class);
    }

    @Test
    void refusesAFileThatIsShorterThanItSays() {
        patch.truncate(20_000);

        isDamagedBy(ShmDamage.SHRANK);
    }

    @Test
    void refusesAFileThatSaysItIsHuge() {
        patch.int64(ShmLayout.Header.FILE_BYTES, 1L << 40);

        isDamagedBy(ShmDamage.HEADER);
    }

    @Test
    void refusesATableOfTooManySections() {
        patch.int32(ShmLayout.Header.SECTION_COUNT, 33);

        isDamagedBy(ShmDamage.HEADER);
    }

    @Test
    void refusesAnEnvironmentThatDoesNotFit() {
        patch.int32(ShmLayout.Header.ENVIRONMENT_USED_BYTES, 2049);

        isDamagedBy(ShmDamage.HEADER);
    }

    @Test
    void refusesAnEnvironmentThatDoesNotEnd() {
        patch.fill(ShmLayout.Header.ENVIRONMENT, 16, 'x');
        patch.int32(ShmLayout.Header.ENVIRONMENT_USED_BYTES, 16);

        isDamagedBy(ShmDamage.TEXT);
    }

    @Test
    void refusesAHostWithoutAnEnd() {
        patch.fill(ShmLayout.Header.HOST, 64, 'x');

        isDamagedBy(ShmDamage.TEXT);
    }

    @Test
    void refusesASectionBeyondTheFile() {
        patch.int64(FilePatch.sectionRow(ShmLayout.SECTION_RING) + ShmLayout.Section.OFFSET, 1L << 30);

        isDamagedBy(ShmDamage.SECTION_TABLE);
    }

    @Test
    void refusesASectionThatWrapsAround() {
        patch.int64(FilePatch.sectionRow(ShmLayout.SECTION_RING) + ShmLayout.Section.OFFSET, Long.MAX_VALUE - 7);

        isDamagedBy(ShmDamage.SECTION_TABLE);
    }

    @Test
    void refusesASectionInTheHeader() {
        patch.int64(FilePatch.sectionRow(ShmLayout.SECTION_RING) + ShmLayout.Section.OFFSET, 64);

        isDamagedBy(ShmDamage.SECTION_TABLE);
    }

    @Test
    void refusesSectionsThatOverlap() {
        long slots = patch.entry(ShmLayout.SECTION_SLOTS, 0);
        patch.int64(FilePatch.sectionRow(ShmLayout.SECTION_NAMES) + ShmLayout.Section.OFFSET, slots + 8);

        isDamagedBy(ShmDamage.SECTION_TABLE);
    }

    @Test
    void refusesASectionThatIsThereTwice() {
        patch.int32(FilePatch.sectionRow(ShmLayout.SECTION_CHANNELS), ShmLayout.SECTION_NAMES);

        isDamagedBy(ShmDamage.SECTION_TABLE);
    }

    @Test
    void refusesEntriesThatAreTooSmall() {
        patch.int32(FilePatch.sectionRow(ShmLayout.SECTION_SLOTS) + ShmLayout.Section.ENTRY_BYTES, 64);

        isDamagedBy(ShmDamage.SECTION_TABLE);
    }

    @Test
    void refusesAnImpossibleCapacity() {
        patch.int32(FilePatch.sectionRow(ShmLayout.SECTION_SLOTS) + ShmLayout.Section.CAPACITY, -1);

        isDamagedBy(ShmDamage.SECTION_TABLE);
    }

    @Test
    void refusesKeysWithoutCells() {
        patch.int32(FilePatch.sectionRow(ShmLayout.SECTION_SERIES_KEYS) + ShmLayout.Section.CAPACITY, 31);

        isDamagedBy(ShmDamage.SECTION_TABLE);
    }
}
