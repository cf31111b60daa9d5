// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.Checkout;
import dev.lockstep.simulator.run.NodeOptions;
import dev.lockstep.simulator.run.SimulatedCluster;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// P50, P95 and P99 of what an agent serves, against the durations that the simulator played through the real plugin.
/// The agent is killed while the job runs and another one takes over.
final class QuantilesTest {
    private static final String FAMILY = "nccl_collective_duration_seconds";
    private static final Path PLUGIN = Checkout.root().resolve("plugin/build/libnccl-profiler-lockstep.so");
    private static final Path SCENARIO = Checkout.root().resolve("testdata/scenarios/healthy.scenario");
    private static final List<Double> QUANTILES = List.of(0.5, 0.95, 0.99);
    private static final int STEPS = 40;
    private static final double SCALE = 2;

    @TempDir
    private Path out;

    @BeforeAll
    static void needsThePlugin() {
        assumeTrue(Files.exists(PLUGIN), "the plugin is not built: make -C plugin");
    }

    @Test
    void liesWithinABucketOfTheTruthThoughTheAgentWasKilled() throws IOException, InterruptedException {
        Map<SeriesName, ServedHistogram> beforeTheKill;
        try (SimulatedCluster cluster = play()) {
            try (WatchingAgent first = WatchingAgent.start(sharedMemory(0))) {
                beforeTheKill =
                        await().atMost(Duration.ofMinutes(1)).until(() -> classic(first), served -> total(served) > 0);
                first.kill();
            }
            try (WatchingAgent second = WatchingAgent.start(sharedMemory(0))) {
                assertThat(cluster.join()).containsExactly(0, 0);
                Map<SeriesName, List<Long>> truth = TrueDurations.read(out.resolve("truth-node-0.jsonl.gz"));
                Map<SeriesName, ServedHistogram> classic = await().atMost(Duration.ofMinutes(1))
                        .until(() -> classic(second), served -> total(served) == total(truth));

                assertThat(total(beforeTheKill)).isLessThan(total(classic));
                compare(truth, classic, upper -> upper / 2, 2);
                compare(truth, second.nativeHistograms(FAMILY), QuantilesTest::anEighthBelow, Math.pow(2, 1.0 / 8));
            }
        }
    }

    private static void compare(
            Map<SeriesName, List<Long>> truth,
            Map<SeriesName, ServedHistogram> served,
            ServedHistogram.LowerBound lower,
            double factorMax) {
        assertThat(served.keySet()).isEqualTo(truth.keySet()).isNotEmpty();
        truth.forEach((name, nanos) -> {
            ServedHistogram histogram = Objects.requireNonNull(served.get(name));
            assertThat(histogram.count()).as("%s", name).isEqualTo(nanos.size());
            double sum = nanos.stream().mapToLong(Long::longValue).sum() / 1e9;
            assertThat(histogram.sumSeconds()).as("%s", name).isCloseTo(sum, withinPercentage(1e-9));
            for (double q : QUANTILES) {
                double really = nanos.get((int) Math.ceil(q * nanos.size()) - 1) / 1e9;
                assertThat(histogram.quantile(q, lower))
                        .as("quantile %s of %s, really %s s", q, name, really)
                        .isBetween(really / factorMax, really * factorMax);
            }
        });
    }

    private static double anEighthBelow(double upperSeconds) {
        return upperSeconds / Math.pow(2, 1.0 / 8);
    }

    private static Map<SeriesName, ServedHistogram> classic(WatchingAgent agent) throws IOException {
        return agent.classicHistograms(FAMILY);
    }

    private static long total(Map<SeriesName, ?> histograms) {
        return histograms.values().stream()
                .mapToLong(one -> one instanceof ServedHistogram served ? served.count() : ((List<?>) one).size())
                .sum();
    }

    private SimulatedCluster play() throws IOException {
        Scenario scenario = ScenarioFile.read(SCENARIO);
        NodeOptions options = new NodeOptions(
                SCENARIO.toAbsolutePath(),
                0,
                out,
                PLUGIN.toAbsolutePath(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(SCALE),
                System.currentTimeMillis(),
                OptionalInt.of(STEPS),
                Optional.empty(),
                Optional.empty());
        return SimulatedCluster.start(
                options,
                scenario.shape().nodes(),
                node -> SimulatedCluster.jobEnvironment("4711", node, scenario.shape(), sharedMemory(node)),
                Redirect.DISCARD);
    }

    private Path sharedMemory(int node) {
        return out.resolve("shm-" + node);
    }
}
