// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The web configuration file as Prometheus documents it, and what is said where this JDK cannot follow.
class WebConfigFileTest {
    private static final String HASH = "$2y$10$QOauhQNbBCuQDKes6eFzPeMqBSjb7Mr5DUmpZ/VcEd00UAV/LDeSi";

    @TempDir
    private Path folder;

    private final List<String> problems = new ArrayList<>();

    @Test
    void readsAllThatItKnows() throws IOException {
        WebConfig config = read("""
            tls_server_config:
              cert_file: server.crt
              key_file: /keys/server.key
              client_auth_type: RequireAndVerifyClientCert
              client_ca_file: ca.crt
              client_allowed_sans: [scraper.example]
              min_version: TLS13
              max_version: TLS13
              cipher_suites: [TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256]
              prefer_server_cipher_suites: false
              curve_preferences: [X25519, CurveP256]
            http_server_config:
              http2: false
              headers:
                X-Frame-Options: deny
                Strict-Transport-Security: max-age=3600
            basic_auth_users:
              alice: %s
            """.formatted(HASH));

        assertThat(problems).isEmpty();
        TlsConfig tls = config.tls().orElseThrow();
        assertThat(tls.certificate()).isEqualTo(new TlsConfig.Pem.InFile(folder.resolve("server.crt")));
        assertThat(tls.key()).isEqualTo(new TlsConfig.Pem.InFile(Path.of("/keys/server.key")));
        assertThat(tls.clients().auth()).isEqualTo(ClientAuth.REQUIRE_AND_VERIFY);
        assertThat(tls.clients().allowedNames()).containsExactly("scraper.example");
        assertThat(tls.protocols()).containsExactly("TLSv1.3");
        assertThat(tls.ciphers().suites()).contains("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_AES_128_GCM_SHA256");
        assertThat(tls.ciphers().preference()).isEqualTo(TlsConfig.Preference.CLIENT);
        assertThat(tls.curves()).containsExactly("x25519", "secp256r1");
        assertThat(config.headers())
                .isEqualTo(Map.of("X-Frame-Options", "deny", "Strict-Transport-Security", "max-age=3600"));
        assertThat(config.users()).isEqualTo(Map.of("alice", HASH));
    }

    @Test
    void hasPrometheusDefaults() throws IOException {
        TlsConfig tls =
                read("tls_server_config: {cert_file: a, key_file: b}").tls().orElseThrow();

        assertThat(tls.protocols()).containsExactly("TLSv1.2", "TLSv1.3");
        assertThat(tls.clients().auth()).isEqualTo(ClientAuth.NONE);
        assertThat(tls.ciphers()).isEqualTo(new TlsConfig.Ciphers(List.of(), TlsConfig.Preference.SERVER));
        assertThat(read("").tls()).isEmpty();
        assertThat(read("basic_auth_users:\n").users()).isEmpty();
        assertThat(problems).isEmpty();
    }

    @Test
    void tellsAllThatIsWrongAtOnce() throws IOException {
        read("""
            tls_server_config:
              cert_fil: a
              min_version: TLS10
              max_version: TLS14
              client_auth_type: Everybody
              cipher_suites: [TLS_RSA_WITH_ROT13]
              curve_preferences: [Curve25519]
            http_server_config:
              http2: true
              headers: {Server: x, X-Frame-Options: maybe}
            basic_auth_users:
              alice: secret
            rate_limit: {interval: 1s}
            quux: 1
            """);

        assertThat(problems)
                .contains(
                        at(2, "cert_fil is no setting here: did you mean cert_file?"),
                        at(3, "min_version cannot be TLS10, which this JDK has switched off: write TLS12"),
                        at(4, "max_version must be TLS12 or TLS13: TLS14"),
                        at(6, "cipher_suites has TLS_RSA_WITH_ROT13, which this JDK does not have: remove it"),
                        at(9, "http2 cannot be true, the agent speaks HTTP/1.1: write false or remove it"),
                        at(11, "basic_auth_users needs a bcrypt hash for alice: make it with htpasswd -nBC 10 alice"),
                        at(13, "rate_limit is not had here: put a proxy before the agent, or remove it"),
                        at(14, "quux is no setting here: all are in docs/operations/web-config.md"))
                .anyMatch(problem -> problem.contains(":5: client_auth_type must be one of NoClientCert"))
                .anyMatch(problem -> problem.contains(":7: curve_preferences has Curve25519"))
                .anyMatch(problem -> problem.contains("headers cannot have Server: only Content-Security-Policy"))
                .anyMatch(problem -> problem.contains("X-Frame-Options to be deny or sameorigin: maybe"))
                .noneMatch(problem -> problem.contains("secret"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        client_auth_type: RequireAndVerifyClientCert    | client_auth_type is RequireAndVerifyClientCert and needs client_ca_file
        client_ca_file: ca.crt                          | client_ca_file has no effect without client_auth_type
        client_allowed_sans: [a]                        | client_allowed_sans needs client_auth_type to be
        min_version: TLS13, max_version: TLS12          | min_version is above max_version
        cert: text                                      | cert stands beside cert_file: keep one of them
        """)
    void refusesWhatDoesNotGoTogether(String setting, String problem) throws IOException {
        read("tls_server_config: {cert_file: a, key_file: b, " + setting + "}");

        assertThat(problems).hasSize(1).first().asString().contains(problem);
    }

    @Test
    void needsTheKeyBesideTheCertificate() throws IOException {
        read("tls_server_config: {cert_file: a}");

        assertThat(problems).containsExactly(at(1, "key_file is missing: name the key of the server's certificate"));
    }

    @Test
    void refusesHashesThatCostTooMuch() throws IOException {
        read("basic_auth_users: {alice: " + HASH.replace("$10$", "$18$") + "}");

        assertThat(problems)
                .containsExactly(at(1, "basic_auth_users has cost 18 for alice: hash it again with 14 or less"));
    }

    private String at(int line, String problem) {
        return folder.resolve("web.yml") + ":" + line + ": " + problem;
    }

    private WebConfig read(String yaml) throws IOException {
        return WebConfigFile.read(Files.writeString(folder.resolve("web.yml"), yaml), problems);
    }
}
