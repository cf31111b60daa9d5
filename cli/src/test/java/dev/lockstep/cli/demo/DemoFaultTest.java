// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DemoFaultTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "ODD_FIRMWARE"})
    void beginsTenSecondsAfterTheJob(DemoFault fault) throws Exception {
        try (DemoFolder folder = DemoFolder.create()) {
            Scenario scenario = ScenarioFile.read(folder.scenario(fault.resource()));

            Instant begin = FaultTimes.of(scenario, START).begin().orElseThrow();

            assertThat(Duration.between(START, begin)).isBetween(Duration.ofMillis(9_500), Duration.ofMillis(10_500));
        }
    }

    @ParameterizedTest
    @CsvSource({"XID_HANG, '', true", "NONE, '', false", "XID_HANG, PT30S, false"})
    void endsWhenItIsFoundUnlessATimeIsGiven(DemoFault fault, String duration, boolean ends) {
        Optional<Duration> time = duration.isEmpty() ? Optional.empty() : Optional.of(Duration.parse(duration));
        DemoOptions options =
                new DemoOptions(fault, Set.of(), Optional.empty(), time, Path.of("plugin"), Optional.empty());

        assertThat(options.endsWhenFound()).isEqualTo(ends);
    }

    @Test
    void hasTwoWordsForAStraggler() {
        assertThat(DemoFault.of("straggler")).contains(DemoFault.STRAGGLER);
        assertThat(DemoFault.of("late-rank")).contains(DemoFault.STRAGGLER);
        assertThat(DemoFault.of("nothing")).isEmpty();
    }
}
