// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble.ras;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.ras.RasClient;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.trouble.KnownJobs;
import dev.lockstep.core.model.ProcessIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.trouble.Trouble;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Against a server that answers as NCCL's RAS does.
class RasSourceTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_000);

    private final KnownJobs jobs = new KnownJobs();
    private ServerSocket server;
    private RasSource source;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 4, InetAddress.getLoopbackAddress());
        source = new RasSource(
                new RasClient("127.0.0.1", server.getLocalPort(), Duration.ofSeconds(20), RasSource.ANSWER_BYTES_MAX),
                Duration.ofMinutes(1),
                jobs);
    }

    @AfterEach
    void close() throws IOException {
        source.close();
        server.close();
    }

    private Reading ask(int minute, String report) {
        CompletableFuture<Void> served = CompletableFuture.runAsync(() -> answer(report));
        Reading reading = source.read(NOW.plus(Duration.ofMinutes(minute)));
        served.join();
        return reading;
    }

    private void answer(String report) {
        try (Socket socket = server.accept()) {
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            for (String line : List.of("SERVER PROTOCOL 2\n", "OK\n", report)) {
                if (in.readLine() != null) {
                    socket.getOutputStream().write(line.getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String report(String version, String row, String more) {
        return """
            NCCL version %s compiled with CUDA 12.9
            CUDA runtime version 12090, driver version 13000

            Job summary
            ===========

              Nodes  Processes         GPUs  Processes     GPUs
            (total)   per node  per process    (total)  (total)
                  4          4            1         16       16

            Communicators... (0.00s)
            =============

            Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors
                #  in group  per comm  per node  per comm  in group
                0         1         4         4        16        16   %s

            Errors
            ======

            %s""".formatted(version, row, more);
    }

    private static String quiet(String version) {
        return report(version, "RUNNING      OK", "");
    }

    private static String behind(int operation) {
        return report("2.30.1", "RUNNING  MISMATCH", """
            Warnings
            ========

            #0-0 (00c0ffee12345678) MISMATCH
              Communicator ranks have different AllGather operation counts
              15 ranks have launched up to operation %d
              Rank 11 has launched up to operation 305 -- GPU 3 managed by process 7011 on node gpu-c

            """.formatted(operation));
    }

    private static void runs(KnownJobs jobs, String version) {
        jobs.see(List.of(new ProcessSnapshot(
                new ProcessIdentity("gpu-c", 7011, "9001.0", Optional.of(version), OptionalInt.empty()),
                List.of(),
                Map.of(),
                Map.of())));
    }

    private static List<Trouble> told(Reading reading) {
        return ((Reading.Fresh) reading).troubles();
    }

    @Test
    void judgesTwoAnswersTogetherAndCountsAnIncidentOnce() {
        runs(jobs, "2.30.1");

        assertThat(told(ask(0, behind(310)))).as("once may be on its way").isEmpty();
        assertThat(told(ask(1, behind(310)))).singleElement().satisfies(trouble -> {
            assertThat(trouble.kind()).isEqualTo("hang.rank_not_entered");
            assertThat(trouble.jobId()).contains("9001.0");
            assertThat(trouble.last().rank()).isEqualTo(OptionalInt.of(11));
        });
        assertThat(told(ask(2, behind(310)))).extracting(Trouble::count).containsExactly(1L);
        ask(3, quiet("2.30.1"));
        ask(4, behind(320));
        assertThat(told(ask(5, behind(320))))
                .extracting(trouble -> trouble.kind() + " x" + trouble.count())
                .as("the same incident, first seen beside a quiet answer")
                .containsExactly("hang.rank_not_entered x1", "ras.straggler x1");
    }

    @Test
    void asksNotMoreOftenThanToldTo() {
        Reading first = ask(0, quiet("2.30.1"));

        assertThat(source.read(NOW.plusSeconds(59))).isSameAs(first);
    }

    @Test
    void doesNotAskAVersionThatMayCrash() {
        runs(jobs, "2.27.7");

        assertThat(source.read(NOW))
                .isInstanceOfSatisfying(
                        Reading.Absent.class,
                        absent -> assertThat(absent.reason()).contains("2.27.7", "crash"));
    }

    @Test
    void doesNotAskAgainWhatTurnsOutToBeFragile() {
        ask(0, quiet("2.27.7"));

        assertThat(source.read(NOW.plusSeconds(60)))
                .isInstanceOfSatisfying(
                        Reading.Absent.class,
                        absent -> assertThat(absent.reason()).contains("2.27.7", "restart"));
        runs(jobs, "2.30.1");
        assertThat(ask(2, quiet("2.30.1"))).isInstanceOf(Reading.Fresh.class);
    }

    @Test
    void isAbsentWhereNobodyListens() throws IOException {
        server.close();

        assertThat(source.read(NOW))
                .isInstanceOfSatisfying(
                        Reading.Absent.class,
                        absent -> assertThat(absent.reason()).contains("no RAS at 127.0.0.1"));
    }

    @Test
    void leavesAnAnswerOverItsLimitUnjudged() {
        String tooLong = behind(310) + "x".repeat(RasSource.ANSWER_BYTES_MAX);
        ask(0, tooLong);

        assertThat(ask(1, tooLong)).isInstanceOfSatisfying(Reading.Fresh.class, fresh -> {
            assertThat(fresh.troubles()).isEmpty();
            assertThat(fresh.refused()).containsEntry("answer_over_limit", 2L);
        });
    }
}
