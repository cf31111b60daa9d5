// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.Line;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextLinesTest {
    private static List<Line> lines(String text) throws IOException {
        List<Line> lines = new ArrayList<>();
        new TextLines(lines::add).read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        return lines;
    }

    private static String only(String text) throws IOException {
        assertThat(lines(text)).hasSize(1);
        return lines(text).getFirst().text();
    }

    @Test
    void takesWhatLaunchersPutBeforeALine() throws IOException {
        assertThat(only("[1,12]<stdout>:  8  2 float")).isEqualTo("  8  2 float");
        assertThat(only("2026-06-02T16:13:44.884Z: [1,12]<stdout>:a:1:2 [0] NCCL INFO x"))
                .isEqualTo("a:1:2 [0] NCCL INFO x");
        assertThat(only("Fri Aug 11 12:31:45 2023[1,0]<stdout>:text")).isEqualTo("text");
        assertThat(only("3: text")).isEqualTo("text");
        assertThat(only("(RayWorkerWrapper pid=12, ip=198.51.100.4) text")).isEqualTo("text");
        assertThat(only("kerWrapper pid=12) text")).isEqualTo("text");
        assertThat(only("198.51.100.4: text")).isEqualTo("text");
    }

    @Test
    void keepsWhoTheLauncherSaidItWas() throws IOException {
        assertThat(lines("[1,12]<stderr>:x").getFirst().task()).hasValue(12);
        assertThat(lines("7: x").getFirst().task()).hasValue(7);
        assertThat(lines("198.51.100.4: x").getFirst().host()).isEqualTo("198.51.100.4");
    }

    @Test
    void knowsTheHostThatShellsAndTheJournalPutBeforeALine() throws IOException {
        Line shell = lines("gpu-12: [rank3]: RuntimeError: no").getFirst();
        assertThat(shell.host()).isEqualTo("gpu-12");
        assertThat(shell.text()).isEqualTo("[rank3]: RuntimeError: no");
        Line journal = lines("Nov 30 09:59:59 gpu-12 python3[812]: x").getFirst();
        assertThat(journal.host()).isEqualTo("gpu-12");
        assertThat(journal.text()).isEqualTo("x");
        assertThat(only("trainer-1  | x")).isEqualTo("x");
        assertThat(only("ValueError: x")).isEqualTo("ValueError: x");
        assertThat(only("Nov 30 09:59:59 gpu-12 kernel: x")).isEqualTo("Nov 30 09:59:59 gpu-12 kernel: x");
    }

    @Test
    void joinsASentenceOfAWatchdogThatATerminalCut() throws IOException {
        assertThat(only(
                        "[rank6]:[E429 ProcessGroupNCCL.cpp:1743] [PG 0 Rank 6] ProcessGroupNCCL'\ns watchdog got stuck for"
                                + " 480 seconds"))
                .endsWith("] ProcessGroupNCCL's watchdog got stuck for 480 seconds");
    }

    @Test
    void takesColoursAndMarks() throws IOException {
        assertThat(only("\u001b[36mblue\u001b[0m")).isEqualTo("blue");
        assertThat(only("^[[36mblue^[[0m")).isEqualTo("blue");
        assertThat(only("**bold**")).isEqualTo("bold");
    }

    @Test
    void takesATagThatStandsInsideAMessage() throws IOException {
        assertThat(only("[1,0]<stderr>:operations.cc[1,0]<stderr>::588] Stalled"))
                .isEqualTo("operations.cc:588] Stalled");
    }

    @Test
    void cutsAtCarriageReturnsOfProgressBars() throws IOException {
        assertThat(lines("10%\r20%\rdone\n")).extracting(Line::text).containsExactly("10%", "20%", "done");
        assertThat(lines("a\r\nb")).extracting(Line::text).containsExactly("a", "", "b");
    }

    @Test
    void joinsALineThatATerminalCut() throws IOException {
        assertThat(only("h:1:2 [0] NCCL INFO AllReduce: opCount b sendbuff 0x1 coun$\n"
                        + "t 8 datatype 0 comm 0x5 stream 0x6"))
                .isEqualTo(
                        "h:1:2 [0] NCCL INFO AllReduce: opCount b sendbuff 0x1 count 8 datatype 0 comm 0x5 stream 0x6");
    }

    @Test
    void joinsACompletionErrorThatWasCutBeforeItsVendorCode() throws IOException {
        assertThat(only("h:1:2 [0] NCCL WARN NET/IB : Got completion from peer 198.51.100.7<1>\n"
                        + " with status=12 vendor err 129"))
                .contains("<1> with status=12");
    }

    @Test
    void partsTwoRecordsInOneLine() throws IOException {
        assertThat(lines("h1:1:2 [0] NCCL INFO Connected all rings h2:3:4 [1] NCCL WARN broken"))
                .extracting(Line::text)
                .containsExactly("h1:1:2 [0] NCCL INFO Connected all rings ", "h2:3:4 [1] NCCL WARN broken");
    }

    @Test
    void leavesTwoLinesThatAreWholeApart() throws IOException {
        assertThat(lines("h1:1:2 [0] NCCL INFO a\nh1:1:2 [0] NCCL INFO b")).hasSize(2);
    }

    @Test
    void cutsAnEndlessLineAndGoesOnAfterIt() throws IOException {
        String endless = "x".repeat(3 * RawLines.LINE_BYTES_MAX);
        List<Line> lines = lines(endless + "\nnext\n");
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst().text()).hasSize(RawLines.LINE_BYTES_MAX);
        assertThat(lines.getLast().text()).isEqualTo("next");
        assertThat(lines.getLast().number()).isEqualTo(2);
    }
}
