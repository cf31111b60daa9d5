// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.SampleNode;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.trouble.KnownJobs;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.trouble.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogSourceTest {
    private static final String TIMED_OUT_LINK =
            "node-a:4711:4800 [3] ib_plugin.c:1798 NCCL WARN NET/IB : Got completion from peer 10.0.0.7<41234> with"
                    + " status=12 opcode=0 len=0 vendor err 129 (Send) localGid ::1 hca mlx5_3\n";
    private static final String FLUSHED =
            "node-a:4711:4800 [3] ib_plugin.c:1798 NCCL WARN NET/IB : Got completion from peer 10.0.0.7<41234> with"
                    + " status=5 opcode=0 len=0 vendor err 249 (Send) localGid ::1 hca mlx5_3\n";
    private static final String WATCHDOG =
            "[rank2]:[E1130 10:00:00.000000000 ProcessGroupNCCL.cpp:616] [Rank 2] Watchdog caught collective operation"
                    + " timeout: WorkNCCL(SeqNum=22, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran"
                    + " for 600029 milliseconds before timing out.\n";
    private static final String RETRIED =
            "node-a:4711:4800 [3] NCCL INFO socketPollConnect: connect returned Connection"
                    + " refused, retrying (3/34) to 10.0.0.7<41234>\n";
    private static final String NOISE = "step 100: loss 2.31\n";

    @TempDir
    private Path logs;

    private final KnownJobs jobs = new KnownJobs();
    private LogSource source;
    private Instant now = Instant.ofEpochSecond(1_000);

    @BeforeEach
    void open() {
        source = following("*.{out,log}");
    }

    private LogSource following(String pattern) {
        return new LogSource(List.of(LogPattern.of(logs + "/" + pattern)), jobs);
    }

    @AfterEach
    void close() {
        source.close();
    }

    private Path append(String name, String... lines) throws IOException {
        return Files.writeString(
                logs.resolve(name),
                String.join("", lines),
                UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private Reading look() {
        now = now.plusSeconds(1);
        return source.read(now);
    }

    /// So long that new files are found and what was read is judged.
    private List<String> told() {
        for (int seconds = 0; seconds < 20; seconds++) {
            look();
        }
        return look() instanceof Reading.Fresh fresh
                ? fresh.troubles().stream().map(LogSourceTest::words).toList()
                : List.of();
    }

    private static String words(Trouble trouble) {
        return trouble.what().label() + " " + trouble.kind()
                + (trouble.reason().isEmpty() ? "" : " " + trouble.reason())
                + (trouble.isRoot() ? "" : " followed")
                + trouble.jobId().map(job -> " of " + job).orElse("") + " x" + trouble.count();
    }

    private Map<String, Long> refused() {
        return ((Reading.Fresh) look()).refused();
    }

    @Test
    void countsWhatLinesSay() throws IOException {
        append("rank.log", NOISE);
        assertThat(told()).isEmpty();

        append("rank.log", TIMED_OUT_LINK, NOISE, FLUSHED, FLUSHED, WATCHDOG, RETRIED);

        assertThat(told())
                .containsExactlyInAnyOrder(
                        "error net.completion_error retry_exc_err x1",
                        "error net.flush_secondary wr_flush_err followed x2",
                        "timeout hang.unknown x1",
                        "retry init.slow connect x1");
        assertThat(told()).as("read again, counted once").hasSize(4).contains("timeout hang.unknown x1");
    }

    @Test
    void remembersWhoToldItLastAndHow() throws IOException {
        look();
        append("rank.log", WATCHDOG);
        told();

        Trouble trouble = ((Reading.Fresh) look()).troubles().getFirst();

        assertThat(trouble.last().rank()).isEqualTo(OptionalInt.of(2));
        assertThat(trouble.last().words()).startsWith("[rank2]:[E1130").hasSize(Trouble.Told.WORDS_MAX);
    }

    @Test
    void leavesAloneWhatWasThereBefore() throws IOException {
        append("rank.log", TIMED_OUT_LINK);

        assertThat(told()).isEmpty();
    }

    @Test
    void isAbsentWithoutFiles() {
        assertThat(look())
                .isInstanceOfSatisfying(
                        Reading.Absent.class,
                        absent -> assertThat(absent.reason()).contains("no file is named by " + logs));
    }

    @Test
    void readsANewFileFromItsBeginning() throws IOException {
        look();
        append("rank.log", TIMED_OUT_LINK);

        assertThat(told()).containsExactly("error net.completion_error retry_exc_err x1");
    }

    @Test
    void waitsForTheEndOfALine() throws IOException {
        append("rank.log", NOISE);
        look();
        append("rank.log", TIMED_OUT_LINK.substring(0, 60));
        assertThat(told()).isEmpty();

        append("rank.log", TIMED_OUT_LINK.substring(60));

        assertThat(told()).containsExactly("error net.completion_error retry_exc_err x1");
    }

    @Test
    void beginsAgainWhereAFileWasCut() throws IOException {
        append("rank.log", NOISE.repeat(1_000));
        told();
        Files.writeString(logs.resolve("rank.log"), TIMED_OUT_LINK);

        assertThat(told()).containsExactly("error net.completion_error retry_exc_err x1");
    }

    @Test
    void followsARotatedFileToItsEndAndItsSuccessor() throws IOException {
        Path log = append("rank.log", NOISE);
        told();
        append("rank.log", NOISE);
        told();
        append("rank.log", TIMED_OUT_LINK);
        Files.move(log, logs.resolve("rank.log.1"));
        append("rank.log", WATCHDOG);

        assertThat(told())
                .containsExactlyInAnyOrder("error net.completion_error retry_exc_err x1", "timeout hang.unknown x1");
    }

    @Test
    void doesNotReadARenamedFileAgain() throws IOException {
        Path log = append("rank.log", NOISE);
        told();
        append("rank.log", TIMED_OUT_LINK);
        told();
        Files.move(log, logs.resolve("older.log"));
        append("older.log", NOISE);

        assertThat(told()).containsExactly("error net.completion_error retry_exc_err x1");
    }

    @Test
    void skipsALineThatFillsItsBufferAndCountsIt() throws IOException {
        append("rank.log", NOISE);
        told();
        append("rank.log", "x".repeat(3 << 20), "\n", TIMED_OUT_LINK);

        assertThat(told()).containsExactly("error net.completion_error retry_exc_err x1");
        assertThat(refused()).containsEntry("bytes_skipped", (3L << 20) + 1);
    }

    @Test
    void takesTheJobFromTheProcessThatTells() throws IOException {
        ProcessSnapshot process = SampleNode.process(4711);
        ProcessIdentity identity = process.identity();
        jobs.see(List.of(new ProcessSnapshot(
                new ProcessIdentity(
                        "node-a.cluster.local", 4711, "9001.0", identity.ncclVersion(), identity.profilerApi()),
                List.of(),
                Map.of(),
                Map.of())));
        look();
        append("rank.log", TIMED_OUT_LINK, WATCHDOG);
        append("other.log", WATCHDOG);

        assertThat(told())
                .as("a text is one job's")
                .containsExactlyInAnyOrder(
                        "error net.completion_error retry_exc_err of 9001.0 x1",
                        "timeout hang.unknown of 9001.0 x1",
                        "timeout hang.unknown x1");
    }

    @Test
    void takesTheJobFromTheNameOfTheFile() throws IOException {
        source.close();
        source = following("slurm-%j.out");
        look();
        append("slurm-17.out", WATCHDOG);

        assertThat(told()).containsExactly("timeout hang.unknown of 17 x1");
    }

    @Test
    void believesNoWarningThatItsProcessSurvives() throws IOException {
        look();
        append(
                "rank.log",
                "node-a:4711:4800 [3] misc/socket.cc:50 NCCL WARN NET/Socket : connect to 10.0.0.7<1> failed : timed"
                        + " out\n");
        for (int seconds = 0; seconds < 11; seconds++) {
            look();
        }
        append("rank.log", "node-a:4711:4800 [3] NCCL INFO comm 0x1 rank 3 nranks 8 - Init COMPLETE\n");

        assertThat(told()).isEmpty();
    }
}
