// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import at.favre.lib.crypto.bcrypt.BCrypt;
import dev.lockstep.agent.Agent;
import dev.lockstep.agent.FakeSource;
import dev.lockstep.agent.ManualClock;
import dev.lockstep.agent.TestAgents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An agent behind TLS and passwords, as real clients meet it. Each client is fresh, so that nothing is resumed.
class SecuredAgentTest {
    private static final String LOOPBACK = "IP:127.0.0.1";
    private static final String TLS = "tls_server_config: {cert_file: server.crt, key_file: server.key";

    @TempDir
    private Path folder;

    private final List<Agent> agents = new ArrayList<>();
    private TestKeys keys;

    @BeforeEach
    void makeKeys() throws IOException {
        assumeTrue(TestKeys.canBeMade(), "apt-get install openssl");
        keys = new TestKeys(folder).sign("server", LOOPBACK);
    }

    @AfterEach
    void close() {
        agents.forEach(Agent::close);
    }

    @Test
    void servesOverTls() throws IOException, InterruptedException {
        start(TLS + "}\nhttp_server_config: {headers: {X-Content-Type-Options: nosniff}}");

        HttpResponse<String> answer = get(keys.client(), "/metrics");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("lockstep_watchdog");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(get(keys.client(), "/config").body()).contains("web_config_file: " + folder.resolve("web.yml"));
    }

    @Test
    void doesNotServeWithoutTls() throws IOException {
        start(TLS + "}");

        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> TestAgents.get(agent(), "/metrics"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa.key", "rsa.pkcs1"})
    void readsRsaKeysInBothForms(String key) throws IOException, InterruptedException {
        keys.signRsa("rsa", LOOPBACK);
        start("tls_server_config: {cert_file: rsa.crt, key_file: " + key + "}");

        assertThat(get(keys.client(), "/healthz").statusCode()).isIn(200, 503);
    }

    @Test
    void readsEcKeysInTheOlderForm() throws IOException, InterruptedException {
        start("tls_server_config: {cert_file: server.crt, key_file: server.sec1, max_version: TLS12}");

        HttpResponse<String> answer = get(keys.client(), "/metrics");
        assertThat(answer.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.2");
    }

    @Test
    void wantsTheCertificateOfItsClients() throws IOException, InterruptedException {
        keys.sign("scraper", "DNS:scraper.example").sign("stranger", "DNS:stranger.example");
        start(TLS + ", client_auth_type: RequireAndVerifyClientCert, client_ca_file: ca.crt,"
                + " client_allowed_sans: [scraper.example]}");

        assertThat(get(keys.clientWith("scraper"), "/metrics").statusCode()).isEqualTo(200);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> get(keys.clientWith("stranger"), "/metrics"));
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> get(keys.client(), "/metrics"));
    }

    @Test
    void refusesCertificatesOfOtherAuthorities() throws IOException, InterruptedException {
        TestKeys others = new TestKeys(Files.createDirectories(folder.resolve("others"))).sign("scraper", "DNS:x");
        Files.copy(keys.file("ca.crt"), others.file("ca.crt"), StandardCopyOption.REPLACE_EXISTING);
        start(TLS + ", client_auth_type: VerifyClientCertIfGiven, client_ca_file: ca.crt}");

        assertThat(get(keys.client(), "/metrics").statusCode()).isEqualTo(200);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> get(others.clientWith("scraper"), "/metrics"));
    }

    @Test
    void wantsAPassword() throws IOException, InterruptedException {
        start(TLS + "}\nbasic_auth_users: {prometheus: " + hash("right") + "}");

        HttpResponse<String> without = get(keys.client(), "/metrics");
        assertThat(without.statusCode()).isEqualTo(401);
        assertThat(without.headers().firstValue("WWW-Authenticate"))
                .contains("Basic realm=\"lockstep\", charset=\"UTF-8\"");
        assertThat(without.body()).hasLineCount(1).doesNotContain("nccl");
        assertThat(get(keys.client(), "/metrics", "prometheus:wrong").statusCode())
                .isEqualTo(401);
        assertThat(get(keys.client(), "/config", "nobody:right").statusCode()).isEqualTo(401);
        assertThat(get(keys.client(), "/metrics", "prometheus:right").statusCode())
                .isEqualTo(200);
        assertThat(get(keys.client(), "/config", "prometheus:right").body()).doesNotContain("$2");
    }

    @Test
    void takesARenewedCertificateAndANewPasswordWithoutARestart() throws IOException, InterruptedException {
        start(TLS + "}\nbasic_auth_users: {prometheus: " + hash("old") + "}");
        assertThat(serialOf(get(keys.client(), "/metrics", "prometheus:old"))).isEqualTo(serial("server.crt"));

        keys.sign("server", LOOPBACK);
        write(TLS + "}\nbasic_auth_users: {prometheus: " + hash("new") + "}");
        HttpResponse<String> answer = get(keys.client(), "/metrics", "prometheus:new");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(serialOf(answer)).isEqualTo(serial("server.crt"));
        assertThat(get(keys.client(), "/metrics", "prometheus:old").statusCode())
                .isEqualTo(401);
    }

    @Test
    void keepsWhatHeldIfTheNewFileCannotBeUsed() throws IOException, InterruptedException {
        start(TLS + "}\nbasic_auth_users: {prometheus: " + hash("old") + "}");
        write("tls_server_config: [");

        assertThat(get(keys.client(), "/metrics", "prometheus:old").statusCode())
                .isEqualTo(200);
    }

    @Test
    void needsNoTlsForAPassword() throws IOException {
        start("basic_auth_users: {prometheus: " + hash("right") + "}");

        assertThat(TestAgents.get(agent(), "/metrics").statusCode()).isEqualTo(401);
        assertThat(TestAgents.get(agent(), "/metrics", "Authorization", basic("prometheus:right"))
                        .statusCode())
                .isEqualTo(200);
    }

    private void start(String yaml) throws IOException {
        write(yaml);
        agents.add(TestAgents.start(
                new ManualClock(),
                Map.of("web.config.file", folder.resolve("web.yml").toString()),
                new FakeSource("shared_memory")));
    }

    private Agent agent() {
        return agents.getFirst();
    }

    /// Files that are written twice within one tick of the clock look the same otherwise.
    private void write(String yaml) throws IOException {
        Path file = folder.resolve("web.yml");
        FileTime before = Files.exists(file) ? Files.getLastModifiedTime(file) : FileTime.fromMillis(0);
        Files.writeString(file, yaml);
        Files.setLastModifiedTime(file, FileTime.fromMillis(before.toMillis() + 10_000));
    }

    private HttpResponse<String> get(HttpClient client, String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(HttpClient client, String path, String credentials)
            throws IOException, InterruptedException {
        return client.send(
                request(path).header("Authorization", basic(credentials)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(
                URI.create("https://127.0.0.1:" + agent().address().getPort() + path));
    }

    private String serial(String name) throws IOException {
        keys.openssl("x509 -in " + name + " -noout -serial");
        return Files.readString(folder.resolve("openssl.log")).strip().replace("serial=", "");
    }

    private static String serialOf(HttpResponse<String> answer) throws IOException {
        X509Certificate shown =
                (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
        String serial = shown.getSerialNumber().toString(16).toUpperCase(Locale.ROOT);
        return serial.length() % 2 == 0 ? serial : "0" + serial;
    }

    private static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(String password) {
        return BCrypt.withDefaults().hashToString(4, password.toCharArray());
    }
}
