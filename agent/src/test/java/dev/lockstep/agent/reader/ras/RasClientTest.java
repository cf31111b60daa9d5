// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.ras;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// Against a server that answers line by line as NCCL does.
class RasClientTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /// Answers each line with the next answer, then closes; tells what it was asked.
    private static CompletableFuture<List<String>> serve(ServerSocket server, String... answers) {
        return CompletableFuture.supplyAsync(() -> {
            try (Socket socket = server.accept()) {
                var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                List<String> asked = new java.util.ArrayList<>();
                for (String answer : answers) {
                    asked.add(String.valueOf(in.readLine()));
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                }
                return asked;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void asksAsTheToolOfNcclDoes() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var asked = serve(server, "SERVER PROTOCOL 2\n", "OK\n", "NCCL version 2.30.1 compiled with CUDA 13.0\n");

            RasClient.Poll poll = new RasClient("127.0.0.1", server.getLocalPort(), TIMEOUT).poll();

            assertThat(poll).isEqualTo(new RasClient.Poll.Answer("NCCL version 2.30.1 compiled with CUDA 13.0\n"));
            assertThat(asked.get()).containsExactly("CLIENT PROTOCOL 2", "TIMEOUT 5", "VERBOSE STATUS");
        }
    }

    @Test
    void asksNothingOfAServerThatIsNoRas() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var asked = serve(server, "HTTP/1.1 400 Bad Request\n");

            assertThat(new RasClient("127.0.0.1", server.getLocalPort(), TIMEOUT).poll())
                    .isInstanceOf(RasClient.Poll.Failed.class);
            assertThat(asked.get()).containsExactly("CLIENT PROTOCOL 2");
        }
    }

    @Test
    void saysWhatToDoWhereNobodyListens() throws Exception {
        int port;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
        }

        RasClient.Poll poll = new RasClient("127.0.0.1", port, TIMEOUT).poll();

        assertThat(((RasClient.Poll.Failed) poll).reason()).contains("NCCL_RAS_ADDR");
    }

    @Test
    void refusesToPollVersionsThatCrashWhileTheyInitialise() {
        assertThat(RasClient.refusal("2.27.7", true)).isPresent();
        assertThat(RasClient.refusal("2.27.7", false)).isEmpty();
        assertThat(RasClient.refusal("2.30.7", true)).isEmpty();
        assertThat(RasClient.refusal(
                        "NCCL version 2.26.5 compiled with CUDA 12.8\n    0   1  1  8  8  8      INIT      OK\n"))
                .isPresent();
        assertThat(RasClient.refusal(
                        "NCCL version 2.26.5 compiled with CUDA 12.8\n    0   1  1  8  8  8   RUNNING      OK\n"))
                .isEmpty();
    }
}
