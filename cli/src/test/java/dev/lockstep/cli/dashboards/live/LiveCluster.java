// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.live;

import static org.awaitility.Awaitility.await;

import dev.lockstep.cli.AgentProcess;
import dev.lockstep.cli.Checkout;
import dev.lockstep.cli.peer.PrometheusServer;
import dev.lockstep.cli.rules.RulePack;
import dev.lockstep.cli.rules.model.Flavour;
import dev.lockstep.cli.rules.model.RuleFile;
import dev.lockstep.cli.rules.model.RuleGroup;
import dev.lockstep.cli.server.ServerProcess;
import dev.lockstep.server.Server;
import dev.lockstep.server.config.ServerConfig;
import dev.lockstep.simulator.dcgm.DcgmExporters;
import dev.lockstep.simulator.run.NodeOptions;
import dev.lockstep.simulator.run.SimulatedCluster;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;

/// Two simulated nodes, watched as real ones are: two jobs through the real plugin, an agent and a
/// dcgm-exporter for each node, this host's node_exporter, and a Prometheus of each flavour with the rules as
/// they are, but evaluated more often.
final class LiveCluster implements AutoCloseable {
    static final List<String> NODES = List.of("node-a", "node-b");
    static final String LATE_JOB = "late";
    static final String LATE_RANK = "1";
    static final String CLUSTER = "live";

    static final Path PLUGIN = Checkout.root().resolve("plugin/build/libnccl-profiler-lockstep.so");
    static final Path NODE_EXPORTER = Path.of("/usr/bin/prometheus-node-exporter");
    private static final Duration OFTEN = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(150);
    private static final Path DRIVER = Checkout.root().resolve("simulator/target/native/libcuda.so.1");

    /// Tensor groups inside nodes with AllGather and ReduceScatter, data groups over nodes, experts inside nodes.
    private static final String LATE = """
            steps: 100000
            cluster.nodes: 2
            cluster.gpus-per-node: 4
            groups.tensor: 2
            groups.expert: 2
            compute.forward: 15ms
            fault: late-rank rank=1 from=2 factor=1.5
            """;

    /// Tensor groups inside nodes with AllReduce, a pipeline over nodes.
    private static final String PIPELINE = """
            seed: 2
            steps: 100000
            cluster.nodes: 2
            cluster.gpus-per-node: 2
            groups.tensor: 2
            groups.pipeline: 2
            model.sequence-parallel: no
            compute.forward: 15ms
            """;

    private final Path folder;
    private final Deque<Runnable> endings = new ArrayDeque<>();
    private final Map<Flavour, PrometheusServer> servers = new EnumMap<>(Flavour.class);

    private LiveCluster(Path folder) {
        this.folder = folder;
    }

    static LiveCluster start(Path folder) throws IOException, InterruptedException {
        LiveCluster cluster = new LiveCluster(folder);
        try {
            cluster.startAll();
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    PrometheusServer prometheus(Flavour flavour) {
        return Optional.ofNullable(servers.get(flavour)).orElseThrow();
    }

    private void startAll() throws IOException, InterruptedException {
        long start = System.currentTimeMillis() + 1_000;
        play(LATE_JOB, LATE, start);
        play("pipeline", PIPELINE, start);
        Server brain = brain();
        String brainAddress = "127.0.0.1:" + brain.address().getPort();
        List<String> agents = new ArrayList<>();
        for (String node : NODES) {
            agents.add(agent(node, "http://" + brainAddress));
        }
        String nodeExporter = nodeExporter();
        List<String> gpus = gpus(start);
        for (Flavour flavour : Flavour.values()) {
            PrometheusServer server = PrometheusServer.in(folder.resolve(flavour.folder()))
                    .flavour(flavour)
                    .every("1s")
                    .rules(rules(flavour))
                    .scraping("lockstep", Map.of("cluster", CLUSTER), agents.toArray(String[]::new))
                    .scraping("lockstep-brain", brainAddress)
                    .scraping("dcgm", gpus.toArray(String[]::new))
                    .scraping("node", Map.of("node", NODES.getFirst()), nodeExporter)
                    .start();
            endings.push(server::close);
            servers.put(flavour, server);
        }
    }

    private void play(String jobId, String text, long start) throws IOException {
        Path file = Files.writeString(folder.resolve(jobId + ".scenario"), text);
        Scenario scenario = ScenarioFile.read(file);
        NodeOptions options = new NodeOptions(
                file,
                0,
                Files.createDirectories(folder.resolve("truth-" + jobId)),
                PLUGIN.toAbsolutePath(),
                Optional.of(DRIVER.toAbsolutePath()).filter(Files::exists),
                Optional.empty(),
                Optional.of(1.0),
                start,
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty());
        SimulatedCluster job = SimulatedCluster.start(
                options,
                NODES.size(),
                node -> SimulatedCluster.jobEnvironment(
                        jobId, node, scenario.shape(), folder.resolve("shm-" + NODES.get(node))),
                Redirect.appendTo(folder.resolve(jobId + ".log").toFile()));
        endings.push(job::close);
    }

    private Server brain() throws IOException {
        ServerConfig config = ServerConfig.parse(Map.of("listen", "127.0.0.1:0"), Map.of());
        Server brain = Server.start(config, InstantSource.system(), System::nanoTime);
        endings.push(brain::close);
        return brain;
    }

    /// Gives the address that it serves on.
    private String agent(String node, String brain) throws IOException {
        Path said = folder.resolve(node + ".log");
        Process process = AgentProcess.start(
                said,
                "--listen=127.0.0.1:0",
                "--node=" + node,
                "--dir=" + folder.resolve("shm-" + node),
                "--flight-dir=" + folder.resolve("flight-" + node),
                "--brain=" + brain,
                "--compat=inspector");
        endings.push(process::destroyForcibly);
        Matcher found = await(node)
                .atMost(PATIENCE)
                .until(() -> AgentProcess.METRICS_URL.matcher(Files.readString(said)), Matcher::find);
        return URI.create(found.group()).getAuthority();
    }

    private String nodeExporter() throws IOException {
        int port = ServerProcess.freePort();
        List<String> command = List.of(NODE_EXPORTER.toString(), "--web.listen-address=127.0.0.1:" + port);
        ServerProcess exporter = ServerProcess.start("node_exporter", port, command, folder);
        endings.push(exporter::close);
        return exporter.address().getAuthority();
    }

    /// Of the first node as dcgm-exporter writes the host by itself, of the second as others rename it.
    private List<String> gpus(long start) throws IOException {
        Scenario scenario = ScenarioFile.read(folder.resolve(LATE_JOB + ".scenario"));
        List<String> addresses = new ArrayList<>();
        for (int node = 0; node < NODES.size(); node++) {
            DcgmExporters exporters = DcgmExporters.start(
                    scenario, new DcgmExporters.Settings(NODES, node == 1, 0), start, 1.0, InstantSource.system());
            endings.push(exporters::close);
            InetSocketAddress address = exporters.addresses().get(node);
            addresses.add(address.getAddress().getHostAddress() + ":" + address.getPort());
        }
        return addresses;
    }

    /// The rules as they are, each group evaluated more often.
    private Path rules(Flavour flavour) throws IOException {
        Path rules = Files.createDirectories(folder.resolve("rules-" + flavour.folder()));
        for (RuleFile file : RulePack.of(flavour)) {
            List<RuleGroup> often =
                    file.groups().stream().map(group -> group.every(OFTEN)).toList();
            Files.writeString(rules.resolve(file.name()), new RuleFile(file.name(), file.about(), often).yaml());
        }
        return rules.resolve("*.yml");
    }

    @Override
    public void close() {
        while (!endings.isEmpty()) {
            endings.pop().run();
        }
    }
}
