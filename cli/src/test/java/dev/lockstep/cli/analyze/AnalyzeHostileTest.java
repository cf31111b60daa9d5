// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.process.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders that are not as they should be.
class AnalyzeHostileTest {
    private static final long SEED = 5;

    @TempDir
    Path folder;

    private PlayedFolder job() throws IOException {
        return new PlayedFolder(8, 4, 4, SEED).slowRank(2, 1.5).into(folder);
    }

    private static byte[] compressed(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(out)) {
            zip.write(bytes);
        }
        return out.toByteArray();
    }

    @Test
    void readsCompressedAndRotatedLogsInTheirOrder() throws IOException {
        PlayedFolder played = job();
        for (int rank = 0; rank < 8; rank++) {
            Path file = played.file(folder, rank);
            byte[] all = Files.readAllBytes(file);
            int cut = new String(all, 0, all.length / 2, StandardCharsets.US_ASCII).lastIndexOf('\n') + 1;
            // The rotated part is written last, so that times of modification say the wrong order.
            Files.write(file, Arrays.copyOfRange(all, cut, all.length));
            Files.write(Path.of(file + ".1.gz"), compressed(Arrays.copyOf(all, cut)));
        }
        Analysis analysis = Analysis.of(folder);
        assertThat(analysis.verdict()).startsWith("Rank 2 (").contains("coverage 100 % of 8 of 8 ranks");
    }

    @Test
    void readsWhatIsWholeOfATruncatedArchive() throws IOException {
        PlayedFolder played = job();
        Path file = played.file(folder, 7);
        byte[] zip = compressed(Files.readAllBytes(file));
        Files.delete(file);
        Files.write(Path.of(file + ".gz"), Arrays.copyOf(zip, zip.length * 2 / 3));
        Analysis analysis = Analysis.of(folder);
        assertThat(analysis.verdict()).startsWith("Rank 2 (").contains("8 of 8 ranks");
        assertThat(analysis.out()).contains("1 gzip_damaged").contains("behind a rank's last record");
    }

    @Test
    void countsCutLinesAndReadsTheOthers() throws IOException {
        PlayedFolder played = job();
        Path file = played.file(folder, 3);
        byte[] all = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(all, all.length - 40));
        assertThat(Analysis.of(folder).out()).contains("refused: 1 cut_line");
    }

    @Test
    void namesEmptyFilesAndFilesOfOthers() throws IOException {
        job();
        Files.writeString(folder.resolve("train.log"), "Epoch 1\nloss 0.3\n");
        Files.writeString(folder.resolve("node-a-pid1.log"), "");
        Analysis analysis = Analysis.of(folder);
        assertThat(analysis.verdict()).startsWith("Rank 2 (");
        assertThat(analysis.out())
                .contains("files without an operation: 1 (node-a-pid1.log)")
                .contains("files that are not Inspector's: 1 (train.log)");
    }

    @Test
    void saysWhatToDoWhereThereIsNothingToRead() throws IOException {
        assertThat(Analysis.of(folder).exitCode()).isEqualTo(ExitCode.BAD_USAGE);
        Files.writeString(folder.resolve("train.log"), "Epoch 1\nloss 0.3\n");
        Analysis analysis = Analysis.of(folder);
        assertThat(analysis.exitCode()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(analysis.err()).contains("none is of Inspector's").contains("lockstep diagnose");
    }

    @Test
    void countsACopyOnce() throws IOException {
        PlayedFolder played = job();
        Files.copy(played.file(folder, 4), folder.resolve("copy.log"));
        assertThat(Analysis.of(folder).out()).contains("1 file_copy");
    }

    @Test
    void givesUpOnALineThatSaysMillionsOfRanks() throws IOException {
        PlayedFolder played = job();
        Path file = played.file(folder, 0);
        String all = Files.readString(file);
        Files.writeString(file, all.replace("\"n_ranks\":8", "\"n_ranks\":16000000"));
        assertThat(Analysis.of(folder).out()).contains("impossible_rank");
    }

    @Test
    void goesOnBehindAnEnormousStepOfNumbers() throws IOException {
        PlayedFolder played = job();
        Path file = played.file(folder, 0);
        String all = Files.readString(file);
        Files.writeString(file, all.replace("\"coll_sn\":59,", "\"coll_sn\":900000000,"));
        assertThat(Analysis.of(folder).verdict()).startsWith("Rank 2 (");
    }
}
