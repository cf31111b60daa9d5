// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import dev.lockstep.cli.process.BuiltFiles;
import dev.lockstep.cli.process.ExitCode;
import dev.lockstep.cli.process.SystemClock;
import dev.lockstep.core.config.InvalidConfigException;
import dev.lockstep.simulator.dcgm.DcgmExporters;
import dev.lockstep.simulator.logs.JobLogs;
import dev.lockstep.simulator.nccl.ProfilerApi;
import dev.lockstep.simulator.run.GracefulStop;
import dev.lockstep.simulator.run.NodeOptions;
import dev.lockstep.simulator.run.NodeRun;
import dev.lockstep.simulator.run.SimulatedCluster;
import dev.lockstep.simulator.run.StopSignal;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Plays a simulated job into the plugin: one node in this process, or every node in a process of its
/// own.
@Command(
        name = "sim",
        mixinStandardHelpOptions = true,
        description =
                "Plays a simulated training job into the plugin, faults included, and writes down what really happened.",
        footer = {
            "",
            "Without --node every node gets a process and a shared-memory directory below --out.",
            "Ctrl-C stops at the end of a step. docs/simulator.md explains scenario files."
        })
final class SimCommand implements Callable<Integer> {
    private static final int KILLED = 137;
    private static final long HEAD_START_MILLIS = 1_500;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call().
    private CommandSpec spec;

    @Option(names = "--scenario", required = true, paramLabel = "FILE", description = "What to simulate.")
    @SuppressWarnings("NullAway.Init")
    private Path scenario;

    @Option(names = "--out", paramLabel = "DIR", description = "Where the truth goes.")
    private @Nullable Path out;

    @Option(
            names = "--logs",
            paramLabel = "DIR",
            description = "Writes the logs and dumps that the job leaves without a plugin, and plays nothing.")
    private @Nullable Path logs;

    @Option(names = "--node", paramLabel = "N", description = "Plays only this node, in this process.")
    private @Nullable Integer node;

    @Option(names = "--steps", paramLabel = "N", description = "Instead of the scenario's number of steps.")
    private @Nullable Integer steps;

    @Option(names = "--for", paramLabel = "SECONDS", description = "Stops at the end of a step after that time.")
    private @Nullable Long seconds;

    @Option(
            names = "--hold",
            paramLabel = "SECONDS",
            description = "How long processes stay when their ranks wait for ever; until stopped by default.")
    private @Nullable Long holdSeconds;

    @Option(names = "--plugin", paramLabel = "PATH", description = "Profiler plugin; the built one by default.")
    private @Nullable Path plugin;

    @Option(names = "--api", paramLabel = "3..7", description = "Profiler API; the plugin's newest by default.")
    private @Nullable Integer api;

    @Option(
            names = "--scale",
            paramLabel = "X",
            defaultValue = "1",
            description = "Seconds of the job in a second (default: ${DEFAULT-VALUE}).")
    private double scale;

    @Option(names = "--fast", description = "As fast as it goes; GPU clocks have nothing to do with the host's then.")
    private boolean fast;

    @Option(names = "--no-driver", description = "Without a simulated CUDA driver.")
    private boolean noDriver;

    @Option(
            names = "--dcgm",
            paramLabel = "PORT",
            description = "Serves what a dcgm-exporter on each node would, on that loopback port and the next ones.")
    private @Nullable Integer dcgmPort;

    @Option(
            names = "--dcgm-lowercase",
            description = "With the label hostname, as newer dcgm-exporters have it, instead of Hostname.")
    private boolean lowercase;

    @Option(
            names = "--job-id",
            paramLabel = "ID",
            defaultValue = "4242",
            description = "SLURM_JOB_ID of the nodes' processes (default: ${DEFAULT-VALUE}).")
    private String jobId = "4242";

    @Override
    public Integer call() throws IOException, InterruptedException {
        Scenario read = ScenarioFile.read(scenario);
        Path folder = logs;
        if (folder != null) {
            return writeLogs(read, folder);
        }
        NodeOptions options = options();
        if (dcgmPort != null && (fast || node != null)) {
            throw new InvalidConfigException(
                    List.of("--dcgm follows a clock and serves all nodes: leave out --fast and --node"));
        }
        Files.createDirectories(truth());
        return node == null ? playAll(options, read) : playOne(options);
    }

    private Path truth() {
        Path folder = out;
        if (folder == null) {
            throw new ParameterException(spec.commandLine(), "Say where the truth goes: --out DIR.");
        }
        return folder.toAbsolutePath();
    }

    private int writeLogs(Scenario read, Path folder) throws IOException {
        int files = JobLogs.write(steps == null ? read : read.withSteps(steps), folder);
        spec.commandLine().getOut().println(files + " files: " + folder.toAbsolutePath());
        return ExitCode.OK;
    }

    private int playOne(NodeOptions options) throws IOException, InterruptedException {
        StopSignal stop = new StopSignal();
        GracefulStop.install(stop::give);
        PrintWriter err = spec.commandLine().getErr();
        try {
            String summary = NodeRun.run(options, stop, line -> err.println("plugin: " + line))
                    .summary();
            spec.commandLine().getOut().println(summary);
            return ExitCode.OK;
        } finally {
            GracefulStop.finished();
        }
    }

    private int playAll(NodeOptions options, Scenario read) throws IOException, InterruptedException {
        int nodes = read.shape().nodes();
        try (SimulatedCluster cluster = SimulatedCluster.start(
                options,
                nodes,
                number -> SimulatedCluster.jobEnvironment(
                        jobId, number, read.shape(), truth().resolve("shm-node-" + number)))) {
            GracefulStop.install(cluster::stop);
            return tell(join(cluster, options, read));
        } finally {
            GracefulStop.finished();
        }
    }

    private List<Integer> join(SimulatedCluster cluster, NodeOptions options, Scenario read)
            throws IOException, InterruptedException {
        if (dcgmPort == null) {
            return cluster.join();
        }
        List<String> nodes = IntStream.range(0, read.shape().nodes())
                .mapToObj(number -> "sim-node-" + number)
                .toList();
        Scenario played = read.withSteps(options.steps().orElse(read.steps()));
        var settings = new DcgmExporters.Settings(nodes, lowercase, dcgmPort);
        try (DcgmExporters exporters =
                DcgmExporters.start(played, settings, options.startMillis(), scale, SystemClock.wall())) {
            exporters.addresses().forEach(this::tellExporter);
            return cluster.join();
        }
    }

    private void tellExporter(InetSocketAddress address) {
        spec.commandLine().getOut().println("DCGM: http://127.0.0.1:" + address.getPort() + "/metrics");
        spec.commandLine().getOut().flush();
    }

    private int tell(List<Integer> codes) {
        PrintWriter print = spec.commandLine().getOut();
        for (int i = 0; i < codes.size(); i++) {
            if (codes.get(i) == KILLED) {
                print.println("node " + i + ": killed");
            }
        }
        print.println("truth: " + truth());
        return codes.stream().allMatch(code -> code == 0 || code == KILLED) ? ExitCode.OK : ExitCode.FAILED;
    }

    private NodeOptions options() {
        return new NodeOptions(
                scenario.toAbsolutePath(),
                node == null ? 0 : node,
                truth(),
                pluginPath(),
                driver(),
                profilerApi(),
                fast ? Optional.empty() : Optional.of(scale),
                SystemClock.wall().millis() + HEAD_START_MILLIS,
                steps == null ? OptionalInt.empty() : OptionalInt.of(steps),
                Optional.ofNullable(seconds).map(Duration::ofSeconds),
                Optional.ofNullable(holdSeconds).map(Duration::ofSeconds));
    }

    private Optional<ProfilerApi> profilerApi() {
        if (api == null) {
            return Optional.empty();
        }
        return Optional.of(ProfilerApi.of(api)
                .orElseThrow(() -> new InvalidConfigException(List.of("--api: " + api + " is not from 3 to 7"))));
    }

    private Path pluginPath() {
        if (plugin == null) {
            return BuiltFiles.found().plugin();
        }
        if (!Files.isRegularFile(plugin)) {
            throw new InvalidConfigException(List.of("--plugin: there is no " + plugin));
        }
        return plugin.toAbsolutePath();
    }

    private Optional<Path> driver() {
        return noDriver ? Optional.empty() : BuiltFiles.foundDriver();
    }
}
