// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

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
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that the source does not read, and the limits on those that it does.
class RefusedFilesTest {
    @TempDir
    Path directory;

    private NodeFixture node;

    @BeforeEach
    void open() throws IOException {
        node = new NodeFixture(directory);
    }

    @AfterEach
    void close() throws IOException {
        node.close();
    }

    @Test
    void ignoresHiddenFilesAndThoseOfOthers() throws IOException {
        Files.writeString(directory.resolve(".0-1-1-1-0.lockstep"), "still being made");
        Files.writeString(directory.resolve("control"), "0");
        Files.writeString(directory.resolve("notes.txt"), "mine");

        assertThat(node.read().refused()).isEmpty();
    }

    @Test
    void refusesALink() throws IOException {
        node.process(directory.resolve("elsewhere"), ProcessFacts.of(101).onBoot(NodeFixture.BOOT));
        Files.createSymbolicLink(node.file(101), directory.resolve("elsewhere"));

        assertThat(node.read().processes()).isEmpty();
        assertThat(node.read().refused()).containsExactlyEntriesOf(Map.of("symbolic_link", 1L));
    }

    @Test
    void refusesADirectoryWithTheNameOfAFile() throws IOException {
        Files.createDirectory(node.file(101));

        assertThat(node.read().refused()).containsExactlyEntriesOf(Map.of("not_a_file", 1L));
    }

    @Test
    void countsAFileThatIsNotOursOnce() throws IOException {
        Files.write(node.file(101), foreign(8192));
        node.read();

        assertThat(node.read().refused()).containsExactlyEntriesOf(Map.of("wrong_magic", 1L));
    }

    private static byte[] foreign(int bytes) {
        ByteBuffer content = ByteBuffer.allocate(bytes);
        while (content.hasRemaining()) {
            content.put((byte) 'x');
        }
        return content.array();
    }

    @Test
    void countsAFileThatIsTooShort() throws IOException {
        Files.write(node.file(101), foreign(100));

        assertThat(node.read().refused()).containsExactlyEntriesOf(Map.of("too_short", 1L));
    }

    @Test
    void waitsForAFileThatIsBeingMade() throws IOException {
        Files.write(node.file(101), new byte[8192]);

        assertThat(node.read().refused()).isEmpty();
    }

    @Test
    void losesOnlyTheFileThatIsDamaged() throws IOException {
        node.process(101);
        node.process(102);
        node.read();
        truncate(node.file(101));

        assertThat(node.processIds()).containsExactly(102L);
        assertThat(node.read().refused()).containsExactlyEntriesOf(Map.of("damaged_shrank", 1L));
    }

    private static void truncate(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(10_000);
        }
    }

    @Test
    void refusesAFileOfSomebodyElse() throws IOException {
        node.process(101);
        assumeThat(chowned(node.file(101))).isTrue();

        assertThat(node.read().processes()).isEmpty();
        assertThat(node.read().refused()).containsExactlyEntriesOf(Map.of("foreign_owner", 1L));
    }

    /// Only root can give a file away.
    private static boolean chowned(Path file) {
        try {
            Files.setAttribute(file, "unix:uid", 54_321);
            return true;
        } catch (IOException notRoot) {
            return false;
        }
    }

    @Test
    void showsNoMoreSeriesThanThereIsRoomFor() throws IOException {
        ShmCapacities capacities = new ShmCapacities(16, 16, 512, 64, 64);
        for (int process = 0; process < 9; process++) {
            ShmWriter writer =
                    node.process(node.file(process), ProcessFacts.of(process).onBoot(NodeFixture.BOOT), capacities);
            for (int communicator = 0; communicator < 9; communicator++) {
                int row = writer.communicator(CommunicatorSpec.of(communicator, 8, 0));
                for (int size = 0; size < 50; size++) {
                    writer.run(row, OperationSpec.collective("AllReduce", 1L << size, 1), 1_000, 1_000);
                }
            }
        }

        assertThat(node.processIds()).hasSize(SeriesBudget.SERIES_PER_DIRECTORY_MAX / 450);
        assertThat(node.read().refused()).containsExactlyEntriesOf(Map.of("series_over_limit", 3L));
    }

    @Test
    void attachesNoMoreFilesOfOneDirectoryThanItsPart() throws IOException {
        for (int i = 0; i <= AttachedFiles.FILES_PER_DIRECTORY_MAX; i++) {
            node.process(i);
        }
        Path job = Files.createDirectory(directory.resolve("job"));
        node.process(job.resolve("0-1-1-1-0.lockstep"), ProcessFacts.of(4711).onBoot(NodeFixture.BOOT));

        assertThat(node.processIds())
                .hasSize(AttachedFiles.FILES_PER_DIRECTORY_MAX + 1)
                .contains(4711L);
        assertThat(node.read().refused()).containsExactlyEntriesOf(Map.of("files_over_limit", 1L));
    }

    @Test
    void givesThePlaceOfAFileThatIsOverToTheNext() throws IOException {
        ShmWriter first = node.process(0);
        for (int i = 1; i < AttachedFiles.FILES_PER_DIRECTORY_MAX; i++) {
            node.process(i);
        }
        node.read();
        node.end(first);
        node.process(1000);
        assertThat(node.processIds()).doesNotContain(1000L);
        node.pass(NodeFixture.GRACE);
        node.read();

        assertThat(node.processIds()).contains(1000L);
    }
}
