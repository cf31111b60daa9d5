// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import dev.lockstep.cli.Checkout;
import dev.lockstep.cli.process.SystemClock;
import dev.lockstep.simulator.run.NodeOptions;
import dev.lockstep.simulator.run.SimulatedCluster;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/// A simulated job, a process a node, played into the real plugin. It computes long and communicates little, so that a
/// busy machine keeps up with it.
final class PlayedJob implements AutoCloseable {
    /// What the job is called.
    static final String ID = "train-7";

    /// Two nodes of two ranks: `TP_0` is on the first, `TP_1` on the second, `DP_0` and `DP_1` on both.
    static final String SMALL = """
            cluster.nodes: 2
            cluster.gpus-per-node: 2
            groups.tensor: 2
            model.layers: 1
            model.microbatches: 2
            compute.forward: 15ms
            """;

    private static final Path ROOT = Checkout.root();
    private static final Path PLUGIN = ROOT.resolve("plugin/build/libnccl-profiler-lockstep.so");
    private static final Path DRIVER = ROOT.resolve("simulator/target/native/libcuda.so.1");
    private static final long HEAD_START_MILLIS = 1_500;
    private static final Duration LIFE_MAX = Duration.ofMinutes(5);

    private final Path folder;
    private final Scenario scenario;
    private final Instant start;
    private final SimulatedCluster cluster;

    private PlayedJob(Path folder, Scenario scenario, Instant start, SimulatedCluster cluster) {
        this.folder = folder;
        this.scenario = scenario;
        this.start = start;
        this.cluster = cluster;
    }

    /// Whether plugin and driver are built: `assumeTrue(PlayedJob.canBePlayed(), "make -C plugin")`.
    static boolean canBePlayed() {
        return Files.exists(PLUGIN) && Files.exists(DRIVER);
    }

    /// One of that shape with that line of a fault; empty for none.
    static PlayedJob start(Path folder, String shape, String fault) throws IOException {
        String text = "seed: 21\nsteps: 100000\n" + shape + (fault.isEmpty() ? "" : "fault: " + fault + "\n");
        Path file = Files.writeString(folder.resolve("job.scenario"), text);
        Scenario scenario = ScenarioFile.read(file);
        long start = SystemClock.wall().millis() + HEAD_START_MILLIS;
        NodeOptions options = new NodeOptions(
                file.toAbsolutePath(),
                0,
                Files.createDirectories(folder.resolve("truth")),
                PLUGIN.toAbsolutePath(),
                Optional.of(DRIVER.toAbsolutePath()),
                Optional.empty(),
                Optional.of(1.0),
                start,
                OptionalInt.empty(),
                Optional.of(LIFE_MAX),
                Optional.empty());
        SimulatedCluster cluster = SimulatedCluster.start(
                options,
                scenario.shape().nodes(),
                node -> SimulatedCluster.jobEnvironment(ID, node, scenario.shape(), sharedMemory(folder, node)),
                Redirect.appendTo(folder.resolve("nodes.log").toFile()));
        return new PlayedJob(folder, scenario, Instant.ofEpochMilli(start), cluster);
    }

    private static Path sharedMemory(Path folder, int node) {
        return folder.resolve("shm-" + node);
    }

    /// How many nodes it has.
    int nodes() {
        return cluster.processes().size();
    }

    /// What is played.
    Scenario scenario() {
        return scenario;
    }

    /// When it starts.
    Instant start() {
        return start;
    }

    /// Where the plugin of a node writes.
    Path sharedMemory(int node) {
        return sharedMemory(folder, node);
    }

    /// Ends it as a scheduler does, and waits for that.
    void end() {
        cluster.close();
    }

    @Override
    public void close() {
        end();
    }
}
