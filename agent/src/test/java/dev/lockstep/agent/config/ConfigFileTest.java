// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Settings from a YAML file, under the environment and the flags, and what `/config` says of all of them.
class ConfigFileTest {
    private static final Machine MACHINE = new Machine("node-a", 1000);

    @TempDir
    private Path directory;

    @Test
    void readsAFile() throws IOException {
        Files.createDirectories(directory.resolve("logs"));
        AgentConfig config = parse(Map.of(), """
            # the agent of the GPU nodes
            listen: ":28029"
            node: 0123
            dir: [., logs]
            inspector_dir: logs
            poll_interval: 250ms
            grace: '30s'
            """);

        assertThat(config.serving().listen().getAddress().isAnyLocalAddress()).isTrue();
        assertThat(config.node()).isEqualTo("0123");
        assertThat(config.reading().sharedMemoryDirs()).containsExactly(directory, directory.resolve("logs"));
        assertThat(config.reading().inspectorDirs()).containsExactly(directory.resolve("logs"));
        assertThat(config.reading().pollInterval()).isEqualTo(Duration.ofMillis(250));
        assertThat(config.grace()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void prefersTheFlagToTheEnvironmentAndTheEnvironmentToTheFile() throws IOException {
        Path file = write("node: from-file\ngrace: 1s\npoll_interval: 2s\n");
        AgentConfig config = AgentConfig.parse(
                Map.of("node", "from-flag"),
                Map.of(
                        "LOCKSTEP_AGENT_CONFIG", file.toString(),
                        "LOCKSTEP_AGENT_NODE", "from-env",
                        "LOCKSTEP_AGENT_GRACE", "5s"),
                MACHINE);

        assertThat(config.node()).isEqualTo("from-flag");
        assertThat(config.grace()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.reading().pollInterval()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.effective().yaml())
                .contains("node: from-flag  # --node\n")
                .contains("grace: 5s  # LOCKSTEP_AGENT_GRACE\n")
                .contains("poll_interval: 2s  # " + file + ":3: poll_interval\n")
                .contains("listen: \"127.0.0.1:28029\"  # default\n")
                .contains("dir: [/dev/shm/lockstep-1000]  # default\n")
                .contains("# inspector_dir: not set\n");
    }

    @Test
    void servesWhatCanBeGivenToItAgain() throws IOException {
        Path odd = Files.createDirectories(directory.resolve("a b#c\"d\\e"));
        AgentConfig first = AgentConfig.parse(
                Map.of("dir", odd + ":" + directory, "node", "true", "grace", "90s", "listen", "[::1]:0"),
                Map.of(),
                MACHINE);
        AgentConfig second = parse(Map.of(), first.effective().yaml());

        assertThat(second.node()).isEqualTo(first.node());
        assertThat(second.serving()).isEqualTo(first.serving());
        assertThat(second.reading()).isEqualTo(first.reading());
        assertThat(second.grace()).isEqualTo(first.grace());
    }

    @Test
    void tellsAllThatIsWrongInAFileAtOnce() throws IOException {
        assertThat(problems("""
            poll_intervall: 1s
            grace: soon
            node:
            node: twice
            config: other.yml
            listen: {host: x}
            dir: [/does/not/exist]
            poll-interval: 1s
            """))
                .containsExactlyInAnyOrder(
                        at(1, "poll_intervall is no setting of the agent: did you mean poll_interval?"),
                        at(2, "grace must be a time like 500ms, 10s or 2m, from 0s to 1h: soon"),
                        at(3, "node has no value: write node: NAME, or remove the line"),
                        at(4, "node stands on line 3 already: keep one of them"),
                        at(5, "config is no setting of the agent: all are in docs/config.md"),
                        at(6, "listen has no value: write listen: HOST:PORT, or remove the line"),
                        at(7, "dir must name directories that exist: '/does/not/exist' does not"),
                        at(8, "poll-interval is no setting of the agent: did you mean poll_interval?"));
    }

    @Test
    void saysThatTheFileIsMissing() {
        Path missing = directory.resolve("missing.yml");

        assertThat(problemsOf(missing)).containsExactly(missing + " does not exist: make it or name another file");
    }

    @Test
    void saysEachSettingInOneLine() throws IOException {
        assertThat(parse(Map.of("node", "gpu-17"), "grace: 10s").effective().line())
                .startsWith("config=" + directory + "/agent.yml listen=127.0.0.1:28029 node=gpu-17 dir=")
                .endsWith("grace=10s series_per_gpu=300 hardware_interval=5s sysfs=/sys kernel_log=/dev/kmsg"
                        + " nvml=libnvidia-ml.so.1 dcgm=none journal=none ras=none ras_interval=1m brain=none"
                        + " brain_spool=none; set by: --config, --node, "
                        + directory + "/agent.yml:1: grace")
                .doesNotContain("inspector_dir");
    }

    private String at(int line, String problem) {
        return directory + "/agent.yml:" + line + ": " + problem;
    }

    private AgentConfig parse(Map<String, String> flags, String yaml) throws IOException {
        Map<String, String> all = new HashMap<>(flags);
        all.put("config", write(yaml).toString());
        return AgentConfig.parse(all, Map.of(), MACHINE);
    }

    private List<String> problems(String yaml) throws IOException {
        return problemsOf(write(yaml));
    }

    private static List<String> problemsOf(Path file) {
        InvalidConfigException invalid = catchThrowableOfType(
                InvalidConfigException.class,
                () -> AgentConfig.parse(Map.of("config", file.toString()), Map.of(), MACHINE));
        assertThat(invalid).isNotNull();
        return invalid.problems();
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(directory.resolve("agent.yml"), yaml);
    }
}
