// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector;

import static dev.lockstep.agent.inspector.InspectorLogs.QUIET;
import static dev.lockstep.agent.inspector.InspectorLogs.SOON;
import static dev.lockstep.agent.inspector.InspectorLogs.line;
import static dev.lockstep.agent.inspector.InspectorLogs.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Logs that grow, are cut, rewritten, rotated or compressed are read once.
final class InspectorFollowTest {
    @TempDir
    Path folder = Path.of("");

    private InspectorLogs logs = new InspectorLogs(folder);
    private InspectorSource source = new InspectorSource(folder);

    @BeforeEach
    void begin() {
        logs = new InspectorLogs(folder);
        source = new InspectorSource(folder);
    }

    @AfterEach
    void end() {
        source.close();
    }

    @Test
    void leavesAPartialLastLineUntilItIsWhole() throws IOException {
        logs.append(0, lines(0, 0, 2) + line(0, 2).substring(0, 120));
        assertThat(read().calls()).isEqualTo(2);

        logs.append(0, line(0, 2).substring(120) + "\n");

        assertThat(read().calls()).isEqualTo(3);
        assertThat(read().lost()).isEmpty();
    }

    @Test
    void countsACutLastLineOnlyOfAQuietFile() throws IOException {
        logs.append(0, lines(0, 0, 2) + line(0, 2).substring(0, 120));

        assertThat(read().lost()).isEmpty();
        assertThat(Totals.of(source.read(QUIET)).lost()).containsOnly(entry("cut_line", 1L));
    }

    @Test
    void countsAWholeLastLineWithoutLineFeedOfAQuietFile() throws IOException {
        logs.append(0, lines(0, 0, 2) + line(0, 2));

        assertThat(read().calls()).isEqualTo(2);
        assertThat(Totals.of(source.read(QUIET)).calls()).isEqualTo(3);
        assertThat(Totals.of(source.read(QUIET)).lost()).isEmpty();
    }

    @Test
    void readsRewrittenContentAsANewLife() throws IOException {
        logs.append(0, lines(0, 0, 10));
        assertThat(read().calls()).isEqualTo(10);

        logs.rewrite(0, lines(0, 0, 3).replace("4627031", "9999999"));

        assertThat(read().calls()).isEqualTo(13);
        assertThat(read().lost()).isEmpty();
    }

    @Test
    void doesNotReadAgainWhatIsLeftWhenTheEndIsCutOff() throws IOException {
        logs.append(0, lines(0, 0, 10));
        assertThat(read().calls()).isEqualTo(10);

        logs.rewrite(0, lines(0, 0, 6));

        assertThat(read().calls()).isEqualTo(10);
        assertThat(read().refused()).containsOnly(entry("file_shrunk", 1L));
    }

    @Test
    void goesOnBehindTheHoleThatAnOpenWriterLeaves() throws IOException {
        logs.append(0, lines(0, 0, 10));
        assertThat(read().calls()).isEqualTo(10);

        logs.rewrite(0, "\0".repeat(5000) + lines(0, 10, 12));

        assertThat(read().calls()).isEqualTo(12);
        assertThat(read().lost()).isEmpty();
        assertThat(read().refused()).containsOnly(entry("nul_bytes", 1L));
    }

    @Test
    void followsARotationWithoutReadingTheOldFileAgain() throws IOException {
        logs.append(0, lines(0, 0, 10));
        assertThat(read().calls()).isEqualTo(10);

        Path old = rotated(".1");
        Files.move(logs.path(0), old);
        logs.append(old, lines(0, 10, 12).getBytes(StandardCharsets.UTF_8));
        logs.append(0, lines(0, 12, 20));

        assertThat(read().calls()).isEqualTo(20);
        assertThat(read().lost()).isEmpty();
        assertThat(logs.readAt(SOON)).isEqualTo(read());
    }

    @Test
    void knowsACompressedFileAgain() throws IOException {
        logs.append(0, lines(0, 0, 10));
        assertThat(read().calls()).isEqualTo(10);

        byte[] compressed = compressed(Files.readAllBytes(logs.path(0)));
        Files.delete(logs.path(0));
        logs.append(rotated(".1.gz"), compressed);
        logs.append(0, lines(0, 10, 15));

        assertThat(read().calls()).isEqualTo(15);
        assertThat(read().lost()).isEmpty();
        assertThat(logs.readAt(SOON)).isEqualTo(read());
    }

    @Test
    void saysThatACompressedFileIsDamagedAndSaysItOnce() throws IOException {
        byte[] compressed = compressed(lines(0, 0, 10).getBytes(StandardCharsets.UTF_8));
        logs.append(rotated(".1.gz"), Arrays.copyOf(compressed, compressed.length - 6));

        assertThat(read().refused()).containsOnly(entry("gzip_damaged", 1L));
        assertThat(read().refused()).containsOnly(entry("gzip_damaged", 1L));
    }

    @Test
    void readsOfACompressedFileWithoutEndWhatTheLimitAllowsAndSaysSo() throws IOException {
        logs.append(rotated(".1.gz"), compressed(lines(0, 0, 2000).getBytes(StandardCharsets.UTF_8)));
        logs.append(1, lines(1, 0, 10));

        try (InspectorSource limited =
                new InspectorSource(folder, _ -> Optional.empty(), InspectorLimits.KEEP_UNCHANGED, 1)) {
            Totals totals = Totals.of(limited.read(SOON));

            assertThat(totals.calls()).isBetween(100L, 1000L);
            assertThat(totals.refused()).containsOnly(entry("gzip_too_long", 1L));
            assertThat(Totals.of(limited.read(SOON))).isEqualTo(totals);
        }
        assertThat(read().calls()).isEqualTo(2010);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void givesTheSameTotalsHoweverTheFilesGrowAndAfterARestart(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        byte[][] contents = new byte[4][];
        for (int rank = 0; rank < 4; rank++) {
            contents[rank] = (lines(rank, 0, 20 + random.nextInt(20)) + "{\"header\":{\n" + lines(rank, 50, 90))
                    .getBytes(StandardCharsets.UTF_8);
        }
        int[] written = new int[4];
        for (int step = 0; step < 200; step++) {
            int rank = random.nextInt(4);
            int to = Math.min(contents[rank].length, written[rank] + random.nextInt(3000));
            logs.append(logs.path(rank), Arrays.copyOfRange(contents[rank], written[rank], to));
            written[rank] = to;
            read();
        }
        Totals grown = Totals.of(source.read(QUIET));

        assertThat(grown.calls()).as("seed %s", seed).isPositive();
        assertThat(grown.lost()).as("seed %s", seed).containsKey("below_floor_or_ring");
        assertThat(logs.readAt(QUIET)).as("seed %s", seed).isEqualTo(grown);
    }

    private Path rotated(String suffix) {
        return Path.of(logs.path(0) + suffix);
    }

    private Totals read() {
        return Totals.of(source.read(SOON));
    }

    private static byte[] compressed(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }
}
