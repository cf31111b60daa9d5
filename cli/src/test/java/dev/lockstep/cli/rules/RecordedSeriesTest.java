// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.agent.Agent;
import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.config.Machine;
import dev.lockstep.cli.peer.PrometheusServer;
import dev.lockstep.cli.peer.Sample;
import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.Rule;
import dev.lockstep.cli.rules.model.RuleFile;
import dev.lockstep.cli.rules.record.RecordingRules;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Two agents, a node and a rank each, and a real Prometheus that evaluates the rules, often since tests have no time.
class RecordedSeriesTest {
    private static final Duration OFTEN = Duration.ofMillis(500);

    /// What needs an hour of history, a pipeline, an agent that is missing, a pause, a brain, traffic between nodes, or
    /// NICs and
    /// NVLinks.
    private static final Set<String> NOT_SO_SOON = Set.of(
            "shape:nccl_duration_seconds:p50_baseline7d",
            "shape:nccl_duration_seconds:p99_baseline7d",
            "shape:nccl_duration_seconds:mean_baseline7d",
            "job_comm_collective_size:nccl_duration_seconds:p50_to_baseline",
            "job_comm_collective_size:nccl_duration_seconds:p99_to_baseline",
            "job_comm_collective_size:nccl_duration_seconds:mean_to_baseline",
            "job_comm:nccl_uneven:info",
            "job_comm:nccl_partly_seen:ranks",
            "job:nccl_pause_seconds:completed",
            "job:lockstep_step_seconds:p50_5m",
            "job:lockstep_step_seconds:p95_5m",
            "job_comm_collective:lockstep_transfer_seconds:p50_5m",
            "job_comm_edge:nccl_link_step_seconds:mean5m",
            "job_comm_edge:nccl_link_step_bytes:mean5m",
            "job_comm_edge:nccl_link_slowness:ratio",
            "node_kind_device:lockstep_device_link_bytes:rate1m",
            "node_kind_device:lockstep_device_link_utilisation:1m",
            "node_kind_device:lockstep_device_link_errors:rate5m");

    private static final List<String> COLLECTIVES =
            List.of("AllReduce", "AllGather", "ReduceScatter", "Broadcast", "Reduce", "AlltoAll");

    @TempDir
    private Path folder;

    private final List<Agent> agents = new ArrayList<>();
    private final List<ShmWriter> processes = new ArrayList<>();

    /// Its row, the same in both processes.
    private int communicator;

    @BeforeEach
    void startTwoNodes() throws IOException {
        assumeTrue(PrometheusServer.isInstalled(), "apt-get install prometheus");
        for (int rank = 0; rank < 2; rank++) {
            String node = "node-" + rank;
            Path memory = Files.createDirectories(folder.resolve(node));
            ProcessFacts facts = ProcessFacts.of(17).asRank(rank, 2).with("SLURM_JOB_ID", "9001");
            ShmWriter process = ShmWriter.create(memory.resolve("0-17-1-1-0.lockstep"), facts, ShmCapacities.SMALL);
            communicator = process.communicator(
                    CommunicatorSpec.of(0x9f0d3c5a7b1e2468L, 2, rank).over(2).named("DP_0"));
            processes.add(process);
            Map<String, String> flags =
                    Map.of("listen", "127.0.0.1:0", "poll-interval", "100ms", "dir", memory.toString(), "node", node);
            AgentConfig config = AgentConfig.parse(flags, Map.of(), new Machine(node, 0));
            agents.add(Agent.start(config, InstantSource.system(), System::nanoTime));
        }
    }

    @AfterEach
    void close() throws IOException {
        agents.forEach(Agent::close);
        for (ShmWriter process : processes) {
            process.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void recordsEverySeriesAndNamesTheLateRank(Flavour flavour) throws Exception {
        try (PrometheusServer prometheus = prometheus(flavour)) {
            Awaitility.await("every series is recorded")
                    .atMost(Duration.ofMinutes(4))
                    .pollInterval(OFTEN)
                    .until(() -> missing(prometheus, flavour), Set::isEmpty);

            List<Sample> culprits = prometheus.query("job_comm:nccl_culprit_share:1m");
            assertThat(culprits).hasSize(1);
            assertThat(culprits.getFirst().labels())
                    .containsEntry("node", "node-1")
                    .containsEntry("rank", "1")
                    .containsEntry("comm", "9f0d3c5a7b1e2468")
                    .containsEntry("job_id", "9001");
            assertThat(culprits.getFirst().value()).isPositive();
            assertThat(prometheus.query(p99OfAllReduce(flavour))).hasSize(2);
            assertThat(failures(prometheus)).isEmpty();
        }
    }

    /// As people write it.
    private static String p99OfAllReduce(Flavour flavour) {
        return switch (flavour) {
            case CLASSIC -> "histogram_quantile(0.99, rate(nccl_allreduce_duration_bucket[5m]))";
            case NATIVE -> "histogram_quantile(0.99, rate(nccl_allreduce_duration[5m]))";
        };
    }

    /// Lets the job go on, and gives what is not recorded yet.
    private Set<String> missing(PrometheusServer prometheus, Flavour flavour) throws Exception {
        for (int rank = 0; rank < 2; rank++) {
            run(processes.get(rank), rank);
        }
        Set<String> missing = RecordingRules.files(flavour).stream()
                .flatMap(file -> file.groups().stream())
                .flatMap(group -> group.rules().stream())
                .map(Rule::name)
                .filter(name -> !NOT_SO_SOON.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        for (Sample there : prometheus.query("count by (__name__) ({__name__=~\".*:.*|nccl_[a-z]+_duration.*\"})")) {
            missing.remove(there.label("__name__"));
        }
        return missing;
    }

    /// Rank 1 comes last, so that it is in its collectives for a shorter time.
    private void run(ShmWriter process, int rank) {
        long nanos = rank == 0 ? 8_000_000 : 2_000_000;
        for (String function : COLLECTIVES) {
            for (int i = 0; i < 20; i++) {
                process.run(communicator, OperationSpec.collective(function, 1 << 20, 1), 0, nanos);
            }
        }
        process.run(communicator, OperationSpec.pointToPoint("Send", 1 - rank, 1 << 20, 1), 0, nanos);
        process.run(communicator, OperationSpec.pointToPoint("Recv", 1 - rank, 1 << 20, 1), 0, nanos);
        process.channel(communicator, 0, 1_000, 1_000, nanos);
    }

    private PrometheusServer prometheus(Flavour flavour) throws IOException, InterruptedException {
        List<Path> files = new ArrayList<>();
        for (RuleFile file : RecordingRules.files(flavour)) {
            RuleFile often = new RuleFile(
                    file.name(),
                    file.about(),
                    file.groups().stream().map(group -> group.every(OFTEN)).toList());
            files.add(Files.writeString(folder.resolve(file.name()), often.yaml()));
        }
        String[] targets = agents.stream()
                .map(agent -> "127.0.0.1:" + agent.address().getPort())
                .toArray(String[]::new);
        return PrometheusServer.in(folder.resolve("prometheus"))
                .flavour(flavour)
                .rules(files.toArray(Path[]::new))
                .scraping("lockstep", targets)
                .start();
    }

    private static List<String> failures(PrometheusServer prometheus) throws Exception {
        String rules = prometheus.get("/api/v1/rules").toString();
        return rules.contains("lastError=") ? List.of(rules) : List.of();
    }
}
