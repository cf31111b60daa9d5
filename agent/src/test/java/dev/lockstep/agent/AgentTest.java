// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent;

import static dev.lockstep.agent.SampleNode.COMM;
import static dev.lockstep.agent.SampleNode.communicator;
import static dev.lockstep.agent.SampleNode.key;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.series;
import static dev.lockstep.agent.TestAgents.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.config.Machine;
import dev.lockstep.agent.poll.Clocks;
import dev.lockstep.agent.poll.PolledSource;
import dev.lockstep.agent.snapshot.SourceState;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.usage.UsageMeter;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.ProcessSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The agent reads by itself, serves what it last read, and stops cleanly.
class AgentTest {
    private static final long MIB = 1 << 20;

    private final ManualClock clock = new ManualClock();
    private final FakeSource memory = new FakeSource("shared_memory");
    private final FakeSource files = new FakeSource("inspector_json");
    private Agent agent;

    @BeforeEach
    void start() throws IOException {
        agent = TestAgents.start(clock, memory, files);
    }

    @AfterEach
    void close() {
        agent.close();
    }

    @Test
    void readsAgainAndAgainWithoutBeingAsked() throws IOException {

        await().atMost(Duration.ofMinutes(1)).until(() -> memory.readings() > 3 && files.readings() > 3);
    }

    @Test
    void servesWhatItReadLast() throws IOException {
        memory.sees(oneCall());

        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(get(agent, "/metrics").body())
                        .contains("nccl_collective_calls_total{")
                        .contains("lockstep_processes{node=\"node-a\",source=\"shared_memory\"} 1"));
    }

    @Test
    void givesTheSnapshotToWhoEmbedsIt() throws IOException, InterruptedException {
        memory.sees(oneCall());

        awaitLiving(1);
        assertThat(agent.awaitFirstReading(Duration.ofSeconds(10))).isTrue();
        assertThat(agent.snapshot().sources()).extracting("name").containsExactly("shared_memory", "inspector_json");
        assertThat(agent.snapshot().sources().getFirst().processes()).containsExactly(oneCall());
        assertThat(agent.address().getPort()).isPositive();
    }

    @Test
    void changesNothingWhenItIsScraped() throws IOException, InterruptedException {
        memory.sees(oneCall());
        awaitLiving(1);
        memory.reads(() -> new Reading.Fresh(List.of(), Map.of()));
        awaitLiving(0);

        String first = get(agent, "/metrics").body();
        for (int i = 0; i < 5; i++) {
            assertThat(get(agent, "/metrics").body()).isEqualTo(first);
        }
        assertThat(first).contains("nccl_collective_calls_total{");
    }

    @Test
    void endsSeriesAfterTheGraceWhoeverScrapes() throws IOException, InterruptedException {
        memory.sees(oneCall());
        awaitLiving(1);
        memory.sees();
        awaitLiving(0);

        clock.advance(Duration.ofSeconds(119));
        int readings = memory.readings();
        await().atMost(Duration.ofMinutes(1)).until(() -> memory.readings() > readings + 1);
        assertThat(get(agent, "/metrics").body()).contains("nccl_collective_calls_total{");

        clock.advance(Duration.ofSeconds(1));
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(
                        () -> assertThat(get(agent, "/metrics").body()).doesNotContain("nccl_collective_calls_total{"));
    }

    @Test
    void countsTheGraceOnTheClockThatDoesNotStep() throws IOException, InterruptedException {
        ManualClock steady = new ManualClock();
        FakeSource source = new FakeSource("shared_memory");
        source.sees(oneCall());
        try (Agent stepped =
                TestAgents.start(new Clocks(clock, TestAgents.clocks(steady).monotonicNanos()), source)) {
            assertThat(stepped.awaitFirstReading(Duration.ofSeconds(10))).isTrue();
            source.sees();
            awaitReadings(source);

            clock.advance(Duration.ofDays(365));
            awaitReadings(source);
            assertThat(get(stepped, "/metrics").body()).contains("nccl_collective_calls_total{");

            clock.advance(Duration.ofDays(-730));
            steady.advance(Duration.ofMinutes(2));
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() ->
                            assertThat(get(stepped, "/metrics").body()).doesNotContain("nccl_collective_calls_total{"));
        }
    }

    private static void awaitReadings(FakeSource source) {
        int before = source.readings();
        await().atMost(Duration.ofMinutes(1)).until(() -> source.readings() > before + 1);
    }

    @Test
    void outlivesASourceThatThrows() throws IOException {
        memory.reads(() -> {
            throw new IllegalStateException("boom");
        });
        files.sees(oneCall());

        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(agent.snapshot().sources())
                        .extracting("state")
                        .satisfiesExactly(
                                failed -> assertThat(failed)
                                        .isInstanceOfSatisfying(
                                                SourceState.Failed.class,
                                                state -> assertThat(state.reason())
                                                        .contains("boom")),
                                fresh -> assertThat(fresh).isEqualTo(new SourceState.Fresh())));
        int readings = memory.readings();
        await().atMost(Duration.ofMinutes(1)).until(() -> memory.readings() > readings + 1);
    }

    @Test
    void doesNotLetASlowSourceHoldTheOtherUp() throws IOException {
        CountDownLatch gate = new CountDownLatch(1);
        FakeSource slow = new FakeSource("inspector_json").reads(() -> waitFor(gate));
        FakeSource quick = new FakeSource("shared_memory");
        try (Agent other = TestAgents.start(clock, quick, slow)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> quick.readings() > 3);
            assertThat(other.snapshot().pending()).containsExactly("inspector_json");
            assertThat(get(other, "/healthz").statusCode()).isEqualTo(503);
            gate.countDown();
        }
    }

    private static Reading waitFor(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
        return new Reading.Absent("late");
    }

    @Test
    void closesItsSourcesWhenItStops() throws IOException {
        agent.close();

        assertThat(memory.isClosed()).isTrue();
        assertThat(files.isClosed()).isTrue();
    }

    @Test
    void livesBesideAnotherOneInTheSameProcess() throws IOException {
        try (Agent second = TestAgents.start(clock, new FakeSource("shared_memory"))) {
            assertThat(second.address()).isNotEqualTo(agent.address());
            assertThat(get(second, "/metrics").statusCode()).isEqualTo(200);
        }
        assertThat(get(agent, "/metrics").statusCode()).isEqualTo(200);
    }

    @Test
    void saysInOneLineThatItsPortIsTaken() throws IOException {
        AgentConfig taken = AgentConfig.parse(
                Map.of("listen", "127.0.0.1:" + agent.address().getPort()), Map.of(), new Machine("node-b", 0));
        FakeSource unused = new FakeSource("shared_memory");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Agent.start(
                        taken,
                        new AgentSources(List.of(PolledSource.of(unused)), List.of()),
                        UsageMeter.ofThisProcess(),
                        TestAgents.clocks(clock)))
                .withMessageMatching("cannot listen on 127\\.0\\.0\\.1:\\d+: Address already in use");
        assertThat(unused.isClosed()).isTrue();
    }

    private void awaitLiving(int processes) {
        await().atMost(Duration.ofMinutes(1))
                .until(() -> agent.snapshot().sources().stream()
                        .anyMatch(source -> source.name().equals("shared_memory") && source.living() == processes));
    }

    private static ProcessSnapshot oneCall() {
        return process(1, living(communicator(COMM, 0, 0), series(key(NcclFunction.ALL_REDUCE, MIB), MIB, 5_000)));
    }
}
