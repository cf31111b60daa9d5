// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.agent.Agent;
import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.config.Machine;
import dev.lockstep.agent.prometheus.PrometheusServer.Histograms;
import dev.lockstep.shm.writer.CommunicatorSpec;
import dev.lockstep.shm.writer.OperationSpec;
import dev.lockstep.shm.writer.ProcessFacts;
import dev.lockstep.shm.writer.ShmCapacities;
import dev.lockstep.shm.writer.ShmWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A real Prometheus scrapes a real agent that reads a real shared-memory file, and its answers are the truth.
class PrometheusTest {
    private static final long SEED = 20261130;
    private static final int OPERATIONS = 2_000;
    private static final String HISTOGRAM = "nccl_collective_duration_seconds";
    private static final OperationSpec ALL_REDUCE = OperationSpec.collective("AllReduce", 1 << 20, 1);

    @TempDir
    private Path directory;

    private ShmWriter process;
    private int communicator;
    private Agent agent;

    @BeforeAll
    static void needPrometheus() {
        assumeTrue(PrometheusServer.isInstalled(), "apt-get install prometheus");
    }

    @BeforeEach
    void start() throws IOException {
        Path memory = Files.createDirectories(directory.resolve("memory"));
        ProcessFacts facts = ProcessFacts.of(17).asRank(0, 2).with("SLURM_JOB_ID", "9001");
        process = ShmWriter.create(memory.resolve("0-17-1-1-0.lockstep"), facts, ShmCapacities.SMALL);
        communicator = process.communicator(CommunicatorSpec.of(0x9f0d3c5a7b1e2468L, 2, 0));
        agent = agentOn("127.0.0.1:0");
    }

    @AfterEach
    void close() throws IOException {
        agent.close();
        process.close();
    }

    @Test
    void findsClassicQuantilesWithinAFactorOfTwo() throws IOException {
        long[] sorted = run();
        try (PrometheusServer prometheus = scraping(Histograms.CLASSIC)) {
            prometheus.awaitValue(HISTOGRAM + "_count", OPERATIONS);
            assertQuantiles(prometheus, HISTOGRAM + "_bucket", sorted, 2);
            assertThat(prometheus.answer(HISTOGRAM + "_sum"))
                    .isEqualTo(LongStream.of(sorted).sum() / 1e9);
        }
    }

    @Test
    void findsNativeQuantilesWithinNinePercent() throws IOException {
        long[] sorted = run();
        try (PrometheusServer prometheus = scraping(Histograms.NATIVE)) {
            prometheus.awaitValue("histogram_count(" + HISTOGRAM + ")", OPERATIONS);
            assertQuantiles(prometheus, HISTOGRAM, sorted, 1.091);
        }
    }

    private static void assertQuantiles(PrometheusServer prometheus, String histogram, long[] sorted, double factor) {
        for (double quantile : new double[] {0.05, 0.5, 0.9, 0.99}) {
            double truth = sorted[(int) Math.ceil(quantile * OPERATIONS) - 1] / 1e9;
            assertThat(prometheus.answer("histogram_quantile(" + quantile + ", " + histogram + ")"))
                    .as("seed %d, quantile %g, truth %g s", SEED, quantile, truth)
                    .isBetween(truth / factor, truth * factor);
        }
    }

    @ParameterizedTest
    @EnumSource(Histograms.class)
    void countsOnWhenTheAgentIsRestarted(Histograms histograms) throws IOException {
        String count = histograms == Histograms.NATIVE ? "histogram_count(" + HISTOGRAM + ")" : HISTOGRAM + "_count";
        run();
        try (PrometheusServer prometheus = scraping(histograms)) {
            prometheus.awaitValue(count, OPERATIONS);
            String address = "127.0.0.1:" + agent.address().getPort();
            agent.close();
            process.run(communicator, ALL_REDUCE, 0, 1_000_000);
            agent = agentOn(address);

            prometheus.awaitValue(count, OPERATIONS + 1.0);
            assertThat(prometheus.query("resets(nccl_collective_calls_total[5m])"))
                    .hasValue(0);
            assertThat(prometheus.query("max_over_time(nccl_collective_bytes_total[5m])"))
                    .hasValue((OPERATIONS + 1.0) * (1 << 20));
        }
    }

    @Test
    void joinsARankWithItsSeries() throws IOException {
        run();
        try (PrometheusServer prometheus = scraping(Histograms.CLASSIC)) {
            String joined = "count(nccl_collective_calls_total"
                    + " * on (node, job_id, rank) group_left (pid) nccl_rank_info{pid=\"17\"}"
                    + " * on (node, job_id, comm) group_left (nranks) nccl_communicator_info{nranks=\"2\"})";

            await().atMost(Duration.ofMinutes(1))
                    .until(() -> prometheus.query(joined), found -> found.isPresent() && found.getAsDouble() == 1);
        }
    }

    /// Runs the operations and gives their durations in ascending order.
    private long[] run() {
        Random random = new Random(SEED);
        long[] nanos = IntStream.range(0, OPERATIONS)
                .mapToLong(i -> (long) (20_000 * Math.exp(2 * random.nextGaussian() + 3)))
                .toArray();
        for (long duration : nanos) {
            process.run(communicator, ALL_REDUCE, 0, duration);
        }
        Arrays.sort(nanos);
        return nanos;
    }

    private PrometheusServer scraping(Histograms histograms) throws IOException {
        return PrometheusServer.scraping(agent.address().getPort(), histograms, directory.resolve(histograms.name()));
    }

    private Agent agentOn(String address) throws IOException {
        Map<String, String> flags = Map.of(
                "listen",
                address,
                "poll-interval",
                "100ms",
                "dir",
                directory.resolve("memory").toString());
        AgentConfig config = AgentConfig.parse(flags, Map.of(), new Machine("node-a", 0));
        return Agent.start(config, InstantSource.system(), System::nanoTime);
    }
}
