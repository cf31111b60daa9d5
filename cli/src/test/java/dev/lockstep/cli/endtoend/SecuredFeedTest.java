// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// TLS and the bearer token between real agents and a real brain.
final class SecuredFeedTest {
    private static final Path OPENSSL = Path.of("/usr/bin/openssl");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String REFUSED = "lockstep_feed_refused_total";

    @TempDir
    private Path folder;

    @Test
    void onlyAnAgentThatTrustsTheAuthorityAndHasTheTokenIsHeard() throws Exception {
        assumeTrue(Files.isExecutable(OPENSSL), "apt-get install openssl");
        authority("ca");
        authority("other");
        certify("brain", "DNS:localhost", "ca");
        certify("elsewhere", "DNS:elsewhere", "ca");
        Path token = Files.writeString(folder.resolve("token"), "0123456789abcdef0123456789abcdef\n");
        Path wrong = Files.writeString(folder.resolve("wrong"), "fedcba9876543210fedcba9876543210\n");

        try (Brain brain = secured("brain", token);
                Brain misnamed = secured("elsewhere", token);
                WatchingAgent good = agent("good", brain, "ca", token);
                WatchingAgent stranger = agent("stranger", brain, "other", token);
                WatchingAgent forger = agent("forger", brain, "ca", wrong);
                WatchingAgent careful = agent("careful", misnamed, "ca", token)) {
            await().atMost(PATIENCE).until(() -> good.metrics().sum("lockstep_feed_batches_sent_total") >= 2);
            await().atMost(PATIENCE).until(() -> stranger.metrics().sum(REFUSED, "reason=\"tls\"") >= 1);
            await().atMost(PATIENCE).until(() -> forger.metrics().sum(REFUSED, "reason=\"status_401\"") >= 1);
            await().atMost(PATIENCE).until(() -> careful.metrics().sum(REFUSED, "reason=\"tls\"") >= 1);

            assertThat(good.metrics().sum(REFUSED)).isZero();
            for (WatchingAgent refused : List.of(stranger, forger, careful)) {
                assertThat(refused.metrics().sum("lockstep_feed_batches_sent_total"))
                        .isZero();
                assertThat(refused.metrics().sum("lockstep_feed_spool_batches")).isPositive();
            }
        }
    }

    private Brain secured(String certificate, Path token) throws IOException {
        return Brain.start(Map.of(
                "token-file", token.toString(),
                "tls-cert-file", folder.resolve(certificate + ".crt").toString(),
                "tls-key-file", folder.resolve(certificate + ".key").toString()));
    }

    private WatchingAgent agent(String node, Brain brain, String authority, Path token) throws IOException {
        return WatchingAgent.start(
                node,
                Files.createDirectories(folder.resolve("shm-" + node)),
                List.of(URI.create("https://localhost:" + brain.uri().getPort())),
                Map.of(
                        "brain-ca-file", folder.resolve(authority + ".crt").toString(),
                        "brain-token-file", token.toString()));
    }

    private void authority(String name) throws Exception {
        openssl("req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=" + name + " -keyout " + name + ".key -out " + name
                + ".crt");
    }

    private void certify(String name, String alternativeName, String authority) throws Exception {
        Files.writeString(folder.resolve(name + ".ext"), "subjectAltName=" + alternativeName + "\n");
        openssl("req -newkey rsa:2048 -nodes -subj /CN=" + name + " -keyout " + name + ".key -out " + name + ".csr");
        openssl("x509 -req -in " + name + ".csr -CA " + authority + ".crt -CAkey " + authority
                + ".key -CAcreateserial -days 2 -extfile " + name + ".ext -out " + name + ".crt");
    }

    private void openssl(String arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(OPENSSL.toString()));
        command.addAll(List.of(arguments.split(" ")));
        Path said = folder.resolve("openssl.log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor())
                .as("openssl %s: %s", arguments, Files.readString(said))
                .isZero();
    }
}
