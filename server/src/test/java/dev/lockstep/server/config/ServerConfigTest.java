// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.server.config.ServerConfig.AlertPath;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where settings come from, and that all that is wrong is told at once.
class ServerConfigTest {
    @TempDir
    Path folder;

    @Test
    void hasDefaultsForAll() {
        ServerConfig config = ServerConfig.parse(Map.of(), Map.of());

        assertThat(config.serving().listen().getPort()).isEqualTo(28_030);
        assertThat(config.serving().listen().getAddress().isLoopbackAddress()).isTrue();
        assertThat(config.history()).isEmpty();
        assertThat(config.load()).isEqualTo(new ServerConfig.Load(2_000_000, 1_000_000));
        assertThat(config.alerting().path()).isEqualTo(AlertPath.RULES);
    }

    @Test
    void readsEverySetting() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "0123456789abcdef\n");
        Path file = Files.writeString(folder.resolve("server.yml"), """
            listen: ":28031"
            token_file: token
            store_dir: store
            store_keep: 30d
            store_bytes: 1GiB
            alerts: push
            alertmanager: [http://am-0:9093, http://am-1:9093]
            """);

        ServerConfig config = ServerConfig.parse(
                Map.of("config", file.toString(), "records-per-second", "5000"),
                Map.of("LOCKSTEP_SERVER_STORE_KEEP", "2h", "LOCKSTEP_SERVER_PORT_80_TCP", "tcp://10.0.0.1:80"));

        assertThat(config.serving().listen().getPort()).isEqualTo(28_031);
        assertThat(config.serving().agentToken()).contains("0123456789abcdef");
        assertThat(token).exists();
        assertThat(config.history())
                .contains(new ServerConfig.History(folder.resolve("store"), Duration.ofHours(2), 1L << 30));
        assertThat(config.alerting().alertmanagers())
                .containsExactly(URI.create("http://am-0:9093"), URI.create("http://am-1:9093"));
        assertThat(config.load().recordsPerSecond()).isEqualTo(5_000);
        assertThat(config.effective().line())
                .contains("set by: ", "LOCKSTEP_SERVER_STORE_KEEP", "--records-per-second");
    }

    @Test
    void tellsEveryProblemAtOnce() throws IOException {
        Path file = Files.writeString(folder.resolve("server.yml"), "lisen: x\nstore_keep: soon\n");

        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> ServerConfig.parse(
                        Map.of("config", file.toString(), "alerts", "both", "records-per-secnd", "1"),
                        Map.of("LOCKSTEP_SERVER_LISTENN", "x", "LOCKSTEP_SERVER_ALERTMANAGER", "am:9093")))
                .satisfies(invalid -> assertThat(invalid.problems())
                        .hasSize(6)
                        .anySatisfy(problem -> assertThat(problem).contains("did you mean listen?"))
                        .anySatisfy(problem -> assertThat(problem).contains("store_keep must be a time"))
                        .anySatisfy(problem -> assertThat(problem).contains("did you mean --records-per-second?"))
                        .anySatisfy(problem -> assertThat(problem).contains("did you mean LOCKSTEP_SERVER_LISTEN?"))
                        .anySatisfy(problem -> assertThat(problem).contains("--alerts must be none or push or rules"))
                        .anySatisfy(problem -> assertThat(problem).contains("must be http://HOST")));
    }

    @Test
    void wantsATokenWhereOtherMachinesReachIt() {
        assertThat(problems(Map.of("listen", ":28030")))
                .singleElement()
                .satisfies(problem -> assertThat(problem).contains("set token-file"));
    }

    @Test
    void refusesTwoPathsToAlertmanager() {
        assertThat(problems(Map.of("alertmanager", "http://am:9093"))).hasSize(1);
        assertThat(problems(Map.of("alerts", "push"))).hasSize(1);
        assertThat(problems(Map.of("tls-cert-file", "cert.pem"))).hasSize(1);
    }

    @Test
    void showsWhatHoldsAsYaml() {
        String yaml = ServerConfig.parse(Map.of("listen", "127.0.0.1:1"), Map.of())
                .effective()
                .yaml();

        assertThat(yaml).contains("listen: \"127.0.0.1:1\"  # --listen\n", "# store_dir: \"none\"  # default\n");
    }

    private static List<String> problems(Map<String, String> flags) {
        try {
            ServerConfig.parse(flags, Map.of());
            return List.of();
        } catch (InvalidConfigException invalid) {
            return invalid.problems();
        }
    }
}
