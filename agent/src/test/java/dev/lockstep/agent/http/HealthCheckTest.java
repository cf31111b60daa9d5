// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.snapshot.NodeSnapshot;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.core.model.device.DeviceReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The agent is well if it reads; what it reads is another matter.
class HealthCheckTest {
    private static final Instant START = Instant.parse("2026-11-30T00:00:00Z");
    private static final List<String> SOURCES = List.of("shared_memory", "inspector_json");

    private final HealthCheck check = HealthCheck.every(Duration.ofSeconds(1));

    @Test
    void isNotWellBeforeItHasReadAll() {
        NodeSnapshot half = NodeSnapshot.starting("node-a", START, SOURCES).with(read("shared_memory", 1), SOURCES);

        assertThat(check.problem(half, after(3)))
                .contains("starting: inspector_json not read yet, 3 s after the start");
    }

    @Test
    void isWellWhileBothAreRead() {
        assertThat(check.problem(node(5, 6), after(15))).isEmpty();
    }

    @Test
    void isWellWithASourceThatFails() {
        assertThat(check.problem(node(new SourceState.Failed("no permission")), after(1)))
                .isEmpty();
    }

    @Test
    void namesTheSourceThatIsNotReadAnyMore() {
        assertThat(check.problem(node(60, 5), after(61)))
                .contains("inspector_json was last read 56 s ago, more than 10 s: its thread hangs or has died, "
                        + "restart the agent");
    }

    @Test
    void waitsLongerWhereItReadsSeldom() {
        assertThat(HealthCheck.every(Duration.ofMinutes(1)).problem(node(0, 0), after(599)))
                .isEmpty();
        assertThat(HealthCheck.every(Duration.ofMinutes(1)).problem(node(0, 0), after(601)))
                .isPresent();
    }

    @Test
    void isWellAfterTheClockWentBack() {
        assertThat(check.problem(node(500, 500), after(1))).isEmpty();
    }

    private static NodeSnapshot node(long memoryAt, long filesAt) {
        return NodeSnapshot.starting("node-a", START, SOURCES)
                .with(read("inspector_json", filesAt), SOURCES)
                .with(read("shared_memory", memoryAt), SOURCES);
    }

    private static NodeSnapshot node(SourceState state) {
        return NodeSnapshot.starting("node-a", START, List.of("x")).with(read("x", 0, state), List.of("x"));
    }

    private static SourceSnapshot read(String name, long at) {
        return read(name, at, new SourceState.Fresh());
    }

    private static SourceSnapshot read(String name, long at, SourceState state) {
        return new SourceSnapshot(
                name,
                state,
                List.of(),
                List.of(),
                DeviceReport.NONE,
                Map.of(),
                0,
                Map.of(),
                after(at),
                Optional.of(after(at)),
                Duration.ZERO,
                List.of());
    }

    private static Instant after(long seconds) {
        return START.plusSeconds(seconds);
    }
}
