// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.prometheus;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import at.favre.lib.crypto.bcrypt.BCrypt;
import dev.lockstep.agent.Agent;
import dev.lockstep.agent.FakeSource;
import dev.lockstep.agent.ManualClock;
import dev.lockstep.agent.TestAgents;
import dev.lockstep.agent.prometheus.PrometheusServer.Histograms;
import dev.lockstep.agent.web.TestKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real Prometheus scrapes an agent behind TLS, with a certificate and a password of its own.
class SecuredPrometheusTest {
    @TempDir
    private Path directory;

    @Test
    void scrapesOverTlsWithCertificateAndPassword() throws IOException {
        assumeTrue(PrometheusServer.isInstalled(), "apt-get install prometheus");
        assumeTrue(TestKeys.canBeMade(), "apt-get install openssl");
        new TestKeys(directory).sign("server", "IP:127.0.0.1").sign("scraper", "DNS:scraper.example");
        Path web = Files.writeString(directory.resolve("web.yml"), """
            tls_server_config:
              cert_file: server.crt
              key_file: server.key
              client_auth_type: RequireAndVerifyClientCert
              client_ca_file: ca.crt
            basic_auth_users:
              prometheus: %s
            """.formatted(
                        BCrypt.withDefaults().hashToString(4, "right".toCharArray())));
        String how = """
            scheme: https
            tls_config: {ca_file: %1$s/ca.crt, cert_file: %1$s/scraper.crt, key_file: %1$s/scraper.key}
            basic_auth: {username: prometheus, password: right}
            """.formatted(directory);

        try (Agent agent = TestAgents.start(
                        new ManualClock(), Map.of("web.config.file", web.toString()), new FakeSource("shared_memory"));
                PrometheusServer prometheus = PrometheusServer.scraping(
                        agent.address().getPort(), how, Histograms.CLASSIC, directory.resolve("prometheus"))) {
            prometheus.awaitValue("lockstep_watchdog", 1);
            prometheus.awaitValue("up{job='lockstep'}", 1);
        }
    }
}
