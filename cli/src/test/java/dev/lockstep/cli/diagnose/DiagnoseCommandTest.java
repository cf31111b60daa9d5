// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DiagnoseCommandTest {
    private static final String FULL = "tern-4:51:52 [2] misc/shmutils.cc:87 NCCL WARN Error: failed to extend"
            + " /dev/shm/nccl-Qx to 33030532 bytes, error: No space left on device (28)\n";

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();

    private int run(String... arguments) {
        CommandLine line = new CommandLine(new DiagnoseCommand());
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(new StringWriter()));
        return line.execute(arguments);
    }

    private Path log(String text) throws IOException {
        return Files.writeString(folder.resolve("nccl.log"), text);
    }

    @Test
    void saysWhatHappenedWhoAndWhatNext() throws IOException {
        assertThat(run(log(FULL).toString())).isEqualTo(5);
        assertThat(out.toString())
                .startsWith("P0  ")
                .contains("resource.shm")
                .contains("culprit    tern-4")
                .contains("nccl.log:1")
                .contains("df -h /dev/shm");
    }

    @Test
    void saysThatNothingIsWrong() throws IOException {
        assertThat(run(log("tern-4:51:52 [2] NCCL INFO Connected all rings\n").toString()))
                .isZero();
        assertThat(out.toString()).startsWith("Nothing is wrong");
    }

    @Test
    void readsCompressedInputs() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(FULL.getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(folder.resolve("nccl.log.gz"), bytes.toByteArray());
        assertThat(run(file.toString())).isEqualTo(5);
    }

    @Test
    void printsTheVocabularyAsJson() throws IOException {
        run("--json", log(FULL).toString());
        assertThat(out.toString())
                .startsWith("{\"severity\":\"P0\",\"incidents\":1,")
                .contains("\"signal\":\"resource.shm\"")
                .contains("\"host\":\"tern-4\"");
    }

    @Test
    void redactsNamesEverywhereAlike() throws IOException {
        run("--redact", "--json", log(FULL).toString());
        assertThat(out.toString())
                .doesNotContain("tern-4")
                .contains("\"host\":\"host-1\"")
                .contains("host-1:51:52");
    }

    @Test
    void writesAPageThatEscapesTheInput() throws IOException {
        Path page = folder.resolve("out.html");
        run("--html", page.toString(), log(FULL.replace("Qx", "<b>")).toString());
        assertThat(Files.readString(page)).contains("nccl-&lt;b&gt;").contains("P0: 1 incident");
    }

    @Test
    void refusesToRunWithoutInput() {
        assertThat(run()).isEqualTo(2);
    }
}
