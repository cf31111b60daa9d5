// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DemoFaultTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void beginsTenSecondsAfterTheJob(DemoFault fault) throws Exception {
        try (DemoFolder folder = DemoFolder.create()) {
            Scenario scenario = ScenarioFile.read(folder.scenario(fault.resource()));

            Instant begin = FaultTimes.of(scenario, START).begin().orElseThrow();

            assertThat(Duration.between(START, begin)).isBetween(Duration.ofMillis(9_500), Duration.ofMillis(10_500));
        }
    }

    @Test
    void hasTwoWordsForAStraggler() {
        assertThat(DemoFault.of("straggler")).contains(DemoFault.STRAGGLER);
        assertThat(DemoFault.of("late-rank")).contains(DemoFault.STRAGGLER);
        assertThat(DemoFault.of("nothing")).isEmpty();
    }
}
