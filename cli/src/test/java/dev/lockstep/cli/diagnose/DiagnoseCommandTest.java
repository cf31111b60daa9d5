// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.config.InvalidConfigException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine line = new CommandLine(new DiagnoseCommand());
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err, true));
        line.setExecutionExceptionHandler((failure, failed, parsed) -> {
            failed.getErr().println(failure);
            return failure instanceof InvalidConfigException ? 2 : 1;
        });
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

    @Test
    void refusesAPathThatIsNotThereAndReadsNothing() throws IOException {
        assertThat(run(log(FULL).toString(), folder.resolve("nosuch.log").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("nosuch.log: there is no such file or folder");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void namesAFileThatIsOfNoKnownFormat() throws IOException {
        Files.write(folder.resolve("core.1234"), new byte[] {0x7f, 'E', 'L', 'F', 0, 0});
        log(FULL);
        assertThat(run(folder.toString())).isEqualTo(5);
        assertThat(out.toString()).contains("Not seen", "core.1234: no text, and no format that is known");
    }

    @Test
    void namesAFileThatCannotBeReadToItsEnd() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(FULL.getBytes(StandardCharsets.UTF_8));
        }
        Files.write(folder.resolve("rank3.log.gz"), Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));
        run("--json", folder.toString());
        assertThat(out.toString()).contains("\"unseen\":[\"rank3.log.gz: cannot be read: its gzip is broken");
    }

    @Test
    void saysOfManyUnseenFilesHowManyThereAre() throws IOException {
        for (int i = 0; i < 31; i++) {
            Files.write(folder.resolve("core." + i), new byte[] {0, 0});
        }
        run(folder.toString());
        assertThat(out.toString()).contains("… and 11 more");
        assertThat(out.toString().lines().filter(line -> line.contains("core.")))
                .hasSize(20);
    }
}
