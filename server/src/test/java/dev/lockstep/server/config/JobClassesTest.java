// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.job.JobIdentity;
import dev.lockstep.core.config.InvalidConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which thresholds each job gets.
class JobClassesTest {
    @TempDir
    Path folder;

    @Test
    void judgesAllAsUsualByDefault() throws IOException {
        JobClasses classes = read("");

        assertThat(classes.name(job("a", "node-1", 8))).isEqualTo("default");
        assertThat(classes.settings(job("a", "node-1", 8))).isEqualTo(BrainSettings.defaults());
    }

    @Test
    void takesTheFirstClassThatHasTheJob() throws IOException {
        JobClasses classes = read("""
            job_classes:
              - name: large
                ranks: 512-
                hang_p0: 10m
              - name: notebooks
                job_id: ["nb-*", "dev-?"]
                straggler_share: 25%
              - name: old
                node: gpu-old-*
                ranks: 8-64
            """);

        assertThat(classes.name(job("nb-1", "node-1", 512))).isEqualTo("large");
        assertThat(classes.name(job("nb-1", "node-1", 511))).isEqualTo("notebooks");
        assertThat(classes.name(job("dev-10", "node-1", 8))).isEqualTo("default");
        assertThat(classes.name(job("train", "gpu-old-7", 64))).isEqualTo("old");
        assertThat(classes.name(job("train", "gpu-old-7", 65))).isEqualTo("default");
        assertThat(classes.name(new JobIdentity("train", "gpu-old-7", OptionalInt.empty())))
                .isEqualTo("default");
    }

    @Test
    void givesAClassTheThresholdsOfTheServerBesideItsOwn() throws IOException {
        JobClasses classes = read("""
            hang_suspect: 10s
            slow_link_share: 50%
            job_classes:
              - name: large
                ranks: 512-
                hang_p0: 10m
                straggler_share: 12.5%
            """);

        BrainSettings large = classes.settings(job("a", "node-1", 512));
        assertThat(large.hang().suspectNanos()).isEqualTo(Duration.ofSeconds(10).toNanos());
        assertThat(large.hang().stillNanos()).isEqualTo(Duration.ofSeconds(5).toNanos());
        assertThat(large.hang().stopNanos()).isEqualTo(Duration.ofMinutes(10).toNanos());
        assertThat(large.blame().shareMin()).isEqualTo(0.125);
        assertThat(large.link().factorMin()).isEqualTo(1.5);
        BrainSettings usual = classes.settings(job("a", "node-1", 8));
        assertThat(usual.hang().stopNanos()).isEqualTo(Duration.ofMinutes(2).toNanos());
        assertThat(usual.blame().shareMin()).isEqualTo(0.08);
    }

    @Test
    void tellsEveryProblemAtOnce() {
        assertThat(problems("""
            hang_suspect: 3m
            job_classes:
              - name: one
                ranks: 64-8
                hang_suspekt: 1m
                hang_p0: 3m
              - name: one
                node: a
                hang_p0: 1m
              - hang_p0: 4m
              - name: default
                job_id: ""
            """))
                .satisfiesExactlyInAnyOrder(
                        problem -> assertThat(problem).startsWith("hang_p0 is less than hang_suspect"),
                        problem -> assertThat(problem).contains("[0]: hang_suspekt", "did you mean hang_suspect?"),
                        problem -> assertThat(problem).contains("[0]: ranks must be", "64-8"),
                        problem -> assertThat(problem).contains("[1]: name one is that of another class"),
                        problem -> assertThat(problem).contains("[1]: hang_p0 is less than hang_suspect"),
                        problem -> assertThat(problem).contains("[2] needs a name"),
                        problem -> assertThat(problem).contains("[2] says of no job"),
                        problem -> assertThat(problem).contains("[3]: name must be a word"),
                        problem -> assertThat(problem).contains("[3]: job_id must have 1"));
        assertThat(problems("job_classes: large\n"))
                .singleElement()
                .satisfies(problem -> assertThat(problem).contains("job_classes must be a list"));
        assertThat(problems("job_clases: []\n"))
                .singleElement()
                .satisfies(problem -> assertThat(problem).contains("did you mean job_classes?"));
        assertThat(problems("job_classes:\n" + "  - {name: a, node: b}\n".repeat(65)))
                .singleElement()
                .satisfies(problem -> assertThat(problem).contains("more than 64 entries"));
    }

    @Test
    void showsClassesSoThatTheyCanBeReadAgain() throws IOException {
        String file = """
            job_classes:
              - name: large
                ranks: 512-
              - name: small
                job_id: ["a*", "b\\\\"]
            """;
        String shown = parse(file).effective().yaml();

        assertThat(shown).endsWith("""
            job_classes:
              - name: "large"
                ranks: "512-"
              - name: "small"
                job_id: "a*,b\\\\"
            """);
        assertThat(parse(shown).effective().classes())
                .isEqualTo(parse(file).effective().classes());
    }

    private static JobIdentity job(String id, String node, int ranks) {
        return new JobIdentity(id, node, OptionalInt.of(ranks));
    }

    private JobClasses read(String yaml) throws IOException {
        return parse(yaml).jobClasses();
    }

    private ServerConfig parse(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("server.yml"), yaml);
        return ServerConfig.parse(Map.of("config", file.toString()), Map.of());
    }

    private List<String> problems(String yaml) {
        List<String> problems = new java.util.ArrayList<>();
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> read(yaml))
                .satisfies(invalid -> problems.addAll(invalid.problems()));
        return problems;
    }
}
