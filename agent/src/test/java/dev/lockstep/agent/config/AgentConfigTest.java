// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Settings are read once, and everything that is wrong is told at once.
class AgentConfigTest {
    private static final Machine MACHINE = new Machine("node-a", 1000);

    @TempDir
    private Path directory;

    @Test
    void hasDefaults() {
        AgentConfig config = AgentConfig.parse(Map.of(), Map.of(), MACHINE);

        assertThat(config.serving().listen().getHostString()).isEqualTo("127.0.0.1");
        assertThat(config.serving().listen().getPort()).isEqualTo(28029);
        assertThat(config.node()).isEqualTo("node-a");
        assertThat(config.reading().sharedMemoryDirs()).containsExactly(Path.of("/dev/shm/lockstep-1000"));
        assertThat(config.reading().inspectorDirs()).isEmpty();
        assertThat(config.reading().inspectorKeep()).isEqualTo(Duration.ofHours(1));
        assertThat(config.serving().inspectorGauges()).isFalse();
        assertThat(config.reading().pollInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.grace()).isEqualTo(Duration.ofMinutes(2));
        assertThat(config.seriesPerGpu()).isEqualTo(300);
    }

    private static void assertsHardware(HardwareConfig hardware) {
        assertThat(hardware)
                .isEqualTo(new HardwareConfig(
                        Duration.ofSeconds(10),
                        Optional.of(Path.of("/host/sys")),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(URI.create("http://127.0.0.1:9400/metrics"))));
    }

    private static void assertsTrouble(TroubleConfig trouble, Path directory) {
        assertThat(trouble.logs()).containsExactly("/logs/slurm-%j.out", directory + "/**/*.{log,err}");
        assertThat(trouble.journal()).contains("/usr/bin/journalctl");
        assertThat(trouble.ras()).contains(InetSocketAddress.createUnresolved("gpu-17.local", 28028));
        assertThat(trouble.rasInterval()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void takesEverySetting() throws IOException {
        Map<String, String> flags = Map.ofEntries(
                Map.entry(
                        "config",
                        Files.createFile(directory.resolve("empty.yml")).toString()),
                Map.entry("listen", "[::1]:0"),
                Map.entry(
                        "web.config.file",
                        Files.createFile(directory.resolve("web.yml")).toString()),
                Map.entry("node", "gpu-17"),
                Map.entry("dir", directory + ":/tmp"),
                Map.entry("inspector-dir", directory.toString()),
                Map.entry("flight-dir", directory + "/not/yet"),
                Map.entry("inspector-keep", "24h"),
                Map.entry("inspector-prom-dir", directory.toString()),
                Map.entry("compat", "inspector"),
                Map.entry("poll-interval", "250ms"),
                Map.entry("grace", "0s"),
                Map.entry("series-per-gpu", "120"),
                Map.entry("hardware-interval", "10s"),
                Map.entry("sysfs", "/host/sys"),
                Map.entry("kernel-log", "none"),
                Map.entry("nvml", "none"),
                Map.entry("dcgm", "http://127.0.0.1:9400/metrics"),
                Map.entry("logs", "/logs/slurm-%j.out:" + directory + "/**/*.{log,err}"),
                Map.entry("journal", "/usr/bin/journalctl"),
                Map.entry("ras", "gpu-17.local:28028"),
                Map.entry("ras-interval", "5m"),
                Map.entry("brain", "http://brain-a:28030,http://brain-b:28030"),
                Map.entry(
                        "brain-token-file",
                        Files.createFile(directory.resolve("token")).toString()),
                Map.entry("brain-ca-file", directory + "/ca.pem"),
                Map.entry("brain-cert-file", directory + "/cert.pem"),
                Map.entry("brain-key-file", directory + "/key.pem"),
                Map.entry("brain-spool", directory + "/spool"));
        AgentConfig config = AgentConfig.parse(flags, Map.of(), MACHINE);

        assertThat(flags).hasSameSizeAs(AgentSetting.values());
        assertThat(config.serving().listen().getAddress().isLoopbackAddress()).isTrue();
        assertThat(config.serving().webConfigFile()).contains(directory.resolve("web.yml"));
        assertThat(config.node()).isEqualTo("gpu-17");
        assertThat(config.reading().sharedMemoryDirs()).containsExactly(directory, Path.of("/tmp"));
        assertThat(config.reading().inspectorDirs()).containsExactly(directory);
        assertThat(config.reading().inspectorKeep()).isEqualTo(Duration.ofHours(24));
        assertThat(config.reading().inspectorPromDirs()).containsExactly(directory);
        assertThat(config.serving().inspectorGauges()).isTrue();
        assertThat(config.reading().pollInterval()).isEqualTo(Duration.ofMillis(250));
        assertThat(config.flightDir()).contains(directory.resolve("not/yet"));
        assertThat(config.grace()).isZero();
        assertThat(config.seriesPerGpu()).isEqualTo(120);
        assertsHardware(config.reading().hardware());
        assertsTrouble(config.reading().trouble(), directory);
        BrainConfig brain = config.brain().orElseThrow();
        assertThat(brain.urls()).extracting(URI::getHost).containsExactly("brain-a", "brain-b");
        assertThat(brain.tokenFile()).contains(directory.resolve("token"));
        assertThat(brain.tls()).as("of no use without https").isEmpty();
        assertThat(brain.spool()).contains(directory.resolve("spool"));
    }

    @Test
    void saysWhatIsWrongWithAPatternOfLogs() {
        InvalidConfigException wrong = catchThrowableOfType(
                InvalidConfigException.class,
                () -> AgentConfig.parse(Map.of("logs", "/logs/[a.out:/logs/**"), Map.of(), MACHINE));

        assertThat(wrong)
                .hasMessageContaining("'/logs/[a.out' is no pattern")
                .hasMessageContaining("'/logs/**' names no files");
    }

    @Test
    void feedsNoBrainUnlessToldTo() {
        assertThat(AgentConfig.parse(Map.of(), Map.of(), MACHINE).brain()).isEmpty();
        assertThat(AgentConfig.parse(Map.of(), Map.of("LOCKSTEP_BRAIN", "none"), MACHINE)
                        .brain())
                .isEmpty();
    }

    @Test
    void keepsTheSpoolsOfSeveralNodesApart() {
        Map<String, String> environment = Map.of("LOCKSTEP_BRAIN", "http://b:1", "HOME", "/home/a");
        BrainConfig brain = AgentConfig.parse(Map.of("node", "../gpu 17"), environment, MACHINE)
                .brain()
                .orElseThrow();

        assertThat(brain.spool()).contains(Path.of("/home/a/.local/state/lockstep/brain/__gpu_17"));
    }

    @Test
    void refusesABrainThatCannotBe() {
        assertThat(problems(Map.of("brain", "brain:28030"))).anyMatch(line -> line.contains("URLs like https://"));
        assertThat(problems(Map.of("brain", "http://a,http://b,http://c")))
                .anyMatch(line -> line.contains("2 different"));
        assertThat(problems(Map.of("brain", "http://a", "brain-token-file", "/nonexistent/token")))
                .anyMatch(line -> line.contains("/nonexistent/token, which cannot be read"));
        assertThat(problems(Map.of("brain", "http://a", "brain-cert-file", "/c.pem")))
                .anyMatch(line -> line.contains("belong together"));
        assertThat(problems(Map.of("brain", "https://a", "brain-ca-file", "/nonexistent/ca.pem")))
                .anyMatch(line -> line.contains("/nonexistent/ca.pem does not exist"));
    }

    private static List<String> problems(Map<String, String> flags) {
        return problems(flags, Map.of());
    }

    @Test
    void keepsFlightRecordsWhereTheServiceOrItsUserKeepsState() {
        Map<String, String> everything =
                Map.of("STATE_DIRECTORY", "/var/lib/a:/var/lib/b", "XDG_STATE_HOME", "/xdg", "HOME", "/home/a");

        assertThat(flightDir(everything)).contains(Path.of("/var/lib/a/flight"));
        assertThat(flightDir(Map.of("XDG_STATE_HOME", "/xdg", "HOME", "/home/a")))
                .contains(Path.of("/xdg/lockstep/flight"));
        assertThat(flightDir(Map.of("HOME", "/home/a"))).contains(Path.of("/home/a/.local/state/lockstep/flight"));
        assertThat(flightDir(Map.of("HOME", "home"))).isEmpty();
        assertThat(flightDir(Map.of("HOME", "/home/a", "LOCKSTEP_AGENT_FLIGHT_DIR", "none")))
                .isEmpty();
    }

    private static Optional<Path> flightDir(Map<String, String> environment) {
        return AgentConfig.parse(Map.of(), environment, MACHINE).flightDir();
    }

    @Test
    void prefersTheFlagToTheEnvironment() {
        Map<String, String> environment =
                Map.of("LOCKSTEP_AGENT_NODE", "from-env", "LOCKSTEP_AGENT_GRACE", "5s", "PATH", "x");
        AgentConfig config = AgentConfig.parse(Map.of("node", "from-flag"), environment, MACHINE);

        assertThat(config.node()).isEqualTo("from-flag");
        assertThat(config.grace()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void sharesTheDirectoryVariableWithThePlugin() {
        AgentConfig config = AgentConfig.parse(Map.of(), Map.of("LOCKSTEP_DIR", directory.toString()), MACHINE);

        assertThat(config.reading().sharedMemoryDirs()).isEqualTo(List.of(directory));
    }

    @Test
    void tellsAllProblemsAtOnce() {
        Map<String, String> flags = Map.of(
                "listen",
                "abc",
                "dir",
                "/does/not/exist",
                "poll-interval",
                "0s",
                "grace",
                "2 minutes",
                "series-per-gpu",
                "20",
                "colour",
                "red");

        assertThat(problems(flags, Map.of("LOCKSTEP_AGENT_LISTNE", "x")))
                .hasSize(7)
                .anyMatch(problem -> problem.startsWith("--listen must be HOST:PORT"))
                .anyMatch(problem -> problem.contains("'/does/not/exist'"))
                .anyMatch(problem -> problem.startsWith("--poll-interval must be a time like"))
                .anyMatch(problem -> problem.startsWith("--grace must be a time like"))
                .contains("--series-per-gpu must be a number from 100 to 10000: 20")
                .contains(
                        "--colour is no setting of the agent: all are in docs/config.md",
                        "LOCKSTEP_AGENT_LISTNE is no setting of the agent: did you mean LOCKSTEP_AGENT_LISTEN?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LOCKSTEP_DISABLE",
                "LOCKSTEP_SIZE_FLOOR",
                "LOCKSTEP_JAVA_HOME",
                "LOCKSTEP_SERVER_LISTEN",
                "LOCKSTEP_SERVER_LISTNE",
                "LOCKSTEP_AGENT_SERVICE_HOST",
                "LOCKSTEP_AGENT_SERVICE_PORT_METRICS",
                "LOCKSTEP_PORT",
                "LOCKSTEP_AGENT_PORT_28029_TCP_ADDR"
            })
    void knowsWhatThePluginTheScriptTheServerAndKubernetesSet(String variable) {
        assertThat(AgentConfig.parse(Map.of(), Map.of(variable, "1"), MACHINE)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "LOCKSTEP_DISABEL, did you mean LOCKSTEP_DISABLE?",
        "LOCKSTEP_AGENT_POL_INTERVAL, did you mean LOCKSTEP_AGENT_POLL_INTERVAL?",
        "LOCKSTEP_QUUX, all are in docs/config.md"
    })
    void saysWhichVariableWasMeant(String variable, String hint) {
        assertThat(problems(Map.of(), Map.of(variable, "x")))
                .containsExactly(variable + " is no setting of the agent: " + hint);
    }

    @Test
    void tellsWhatIsWrongWithTheWebConfigurationFileToo() throws IOException {
        Path web = Files.writeString(directory.resolve("web.yml"), "tls_server_config: {cert_file: none.crt}\n");

        assertThat(problems(Map.of("web.config.file", web.toString(), "grace", "soon"), Map.of()))
                .hasSize(2)
                .contains(web + ":1: key_file is missing: name the key of the server's certificate");
    }

    @Test
    void saysWhichWordsASettingKnows() {
        assertThat(problems(Map.of("compat", "dcgm"), Map.of()))
                .containsExactly("--compat must be none or inspector: 'dcgm'");
    }

    @Test
    void namesTheVariableThatIsWrong() {
        assertThat(problems(Map.of(), Map.of("LOCKSTEP_AGENT_NODE", " ")))
                .containsExactly("LOCKSTEP_AGENT_NODE must have 1 to 128 characters: ' '");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "127.0.0.1", "127.0.0.1:65536", "127.0.0.1:-1", "::1:80", "a b:80", "127.0.0.1:80:80"})
    void refusesWhatIsNoAddress(String listen) {
        assertThat(problems(Map.of("listen", listen), Map.of())).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "99ms, 1",
        "61s, 1",
        "2m, 1",
        "1h, 1",
        "1, 1",
        "1.5s, 1",
        "9999999999s, 1",
        "-1s, 1",
        "100ms, 0",
        "1m, 0"
    })
    void holdsThePollIntervalInBounds(String text, int expected) {
        if (expected == 0) {
            assertThat(AgentConfig.parse(Map.of("poll-interval", text), Map.of(), MACHINE))
                    .isNotNull();
        } else {
            assertThat(problems(Map.of("poll-interval", text), Map.of())).hasSize(expected);
        }
    }

    @Test
    void knowsItsMachine() {
        Machine here = Machine.here();

        assertThat(here.hostName()).isNotBlank();
        assertThat(here.uid()).isNotNegative();
    }

    private static List<String> problems(Map<String, String> flags, Map<String, String> environment) {
        InvalidConfigException invalid = catchThrowableOfType(
                InvalidConfigException.class, () -> AgentConfig.parse(flags, environment, MACHINE));
        assertThat(invalid).as("%s %s is refused", flags, environment).isNotNull();
        return invalid.problems();
    }
}
