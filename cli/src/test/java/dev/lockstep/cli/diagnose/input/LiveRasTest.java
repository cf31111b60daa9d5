// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.agent.reader.ras.RasClient;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.cause.all.Diagnoser;
import dev.lockstep.core.analysis.clue.Sighting;
import dev.lockstep.core.analysis.clue.Signal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Against a server that answers as NCCL does.
class LiveRasTest {
    private final AtomicInteger polls = new AtomicInteger();

    private static String report(String version, String status, int lagging) {
        return "NCCL version " + version + " compiled with CUDA 12.8\n\n"
                + "Job summary\n===========\n\n  Nodes  Processes         GPUs  Processes     GPUs\n"
                + "(total)   per node  per process    (total)  (total)\n      1          4            1          4        4\n\n"
                + "Communicators... (0.00s)\n=============\n\n"
                + "Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors\n"
                + "    #  in group  per comm  per node  per comm  in group\n"
                + "    0         1         1         4         4         4   " + status + "  MISMATCH\n\n"
                + "Errors\n======\n\n\nWarnings\n========\n\n#0-0 (5ca1ab1e) MISMATCH\n"
                + "  Communicator ranks have different AllReduce operation counts\n"
                + "  3 ranks have launched up to operation 500\n"
                + "  Rank 2 has launched up to operation " + lagging
                + " -- GPU 2 managed by process 77 on node 192.0.2.1\n";
    }

    /// Serves polls one after the other until the socket is closed.
    private void serve(ServerSocket server, List<String> reports) {
        try {
            for (String report : reports) {
                try (Socket socket = server.accept()) {
                    polls.incrementAndGet();
                    var in = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                    for (String answer : List.of("SERVER PROTOCOL 2\n", "OK\n", report)) {
                        in.readLine();
                        socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Diagnosis ask(List<Sighting> known, String... reports) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            var served = CompletableFuture.runAsync(() -> serve(server, List.of(reports)));
            var client = new RasClient("127.0.0.1", server.getLocalPort(), Duration.ofSeconds(20));
            List<Sighting> seen =
                    new LiveRas(client, "RAS of test", Duration.ZERO).ask(known, new PrintWriter(new StringWriter()));
            if (reports.length == polls.get()) {
                served.join();
            }
            return Diagnoser.diagnose(seen);
        }
    }

    @Test
    void judgesAfterTwoPolls() throws Exception {
        String standing = report("2.28.9", "RUNNING", 499);
        Diagnosis diagnosis = ask(List.of(), standing, standing);
        Conclusion hang = diagnosis.conclusions().getFirst();
        assertThat(hang.signal()).isEqualTo(Signal.HANG_RANK_NOT_ENTERED);
        assertThat(hang.culprits())
                .anySatisfy(culprit -> assertThat(culprit.rank()).hasValue(2));
        assertThat(polls).hasValue(2);
    }

    @Test
    void asksNoSecondTimeWhereThatMayCrashTheJob() throws Exception {
        Diagnosis diagnosis = ask(List.of(), report("2.27.7", "   INIT", 499));
        assertThat(polls).hasValue(1);
        assertThat(diagnosis.unseen()).anySatisfy(line -> assertThat(line).contains("known to crash"));
    }

    @Test
    void asksNotOnceWhereALogShowsThatItMayCrashTheJob() throws Exception {
        List<Sighting> known = Scan.read(InputFile.of("job.log", """
                        NCCL version 2.27.3+cuda12.9
                        n1:1:2 [0] NCCL INFO ncclCommInitRank comm 0xa rank 0 nranks 2 cudaDev 0 nvmlDev 0 busId 1000 \
                        commId 0xb - Init START
                        """.getBytes(StandardCharsets.UTF_8)));
        Diagnosis diagnosis = ask(known);
        assertThat(polls).hasValue(0);
        assertThat(diagnosis.unseen()).anySatisfy(line -> assertThat(line).contains("known to crash"));
    }

    @Test
    void tellsWhoDidNotAnswer() throws Exception {
        int port;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
        }
        List<Sighting> seen =
                LiveRas.of("127.0.0.1:" + port).orElseThrow().ask(List.of(), new PrintWriter(new StringWriter()));
        assertThat(Diagnoser.diagnose(seen).unseen())
                .anySatisfy(line -> assertThat(line).contains("NCCL_RAS_ADDR"));
    }

    @Test
    void knowsWhatIsNoEndpoint() {
        assertThat(LiveRas.of("node1:http")).isEmpty();
        assertThat(LiveRas.of("node1:99999")).isEmpty();
        assertThat(LiveRas.of("node1")).isPresent();
    }
}
