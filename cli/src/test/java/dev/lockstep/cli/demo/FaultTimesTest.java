// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultTimesTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void aFaultBeginsAfterTheStepsBeforeItAndEndsAfterItsOwn() throws IOException {
        FaultTimes times = FaultTimes.of(scenario("fault: late-rank rank=5 from=10 to=30 factor=2\n"), START);

        Instant begin = times.begin().orElseThrow();
        Instant end = times.end().orElseThrow();
        assertThat(begin).isAfter(START);
        assertThat(Duration.between(begin, end)).isGreaterThan(Duration.between(START, begin));
        assertThat(times.since(begin.plusSeconds(7), false)).hasValue(Duration.ofSeconds(7));
        assertThat(times.since(begin.minusSeconds(1), false)).isEmpty();
        assertThat(times.since(end.plusSeconds(3), true)).hasValue(Duration.ofSeconds(3));
    }

    @Test
    void aFaultThatStaysHasNoEnd() throws IOException {
        FaultTimes times = FaultTimes.of(scenario("fault: late-rank rank=5 from=10 factor=2\n"), START);

        assertThat(times.begin()).isPresent();
        assertThat(times.end()).isEmpty();
    }

    @Test
    void withoutAFaultThereAreNoTimes() throws IOException {
        assertThat(FaultTimes.of(scenario(""), START)).isEqualTo(FaultTimes.none());
    }

    private Scenario scenario(String fault) throws IOException {
        return ScenarioFile.read(Files.writeString(folder.resolve("a.scenario"), "steps: 60\n" + fault));
    }
}
