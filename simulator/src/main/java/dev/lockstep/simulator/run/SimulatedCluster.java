// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.run;

import dev.lockstep.simulator.scenario.Shape;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A cluster as one child process a node, each with the environment that a launcher would give it:
///
/// ```java
/// try (SimulatedCluster cluster = SimulatedCluster.start(options, nodes, node -> Map.of("LOCKSTEP_DIR", …))) {
///     cluster.join();
/// }
/// ```
public final class SimulatedCluster implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;

    private final List<Process> processes;

    private SimulatedCluster(List<Process> processes) {
        this.processes = List.copyOf(processes);
    }

    /// What a node's process finds in its environment beside the parent's.
    @FunctionalInterface
    public interface Environment {
        /// Of that node.
        Map<String, String> of(int node);
    }

    /// Starts all nodes of the scenario. Their output is this process's own.
    ///
    /// @param nodes how many the scenario has
    public static SimulatedCluster start(NodeOptions options, int nodes, Environment environment) throws IOException {
        return start(options, nodes, environment, Redirect.INHERIT);
    }

    /// Starts all nodes of the scenario with another place for their output and errors.
    public static SimulatedCluster start(NodeOptions options, int nodes, Environment environment, Redirect output)
            throws IOException {
        List<Process> started = new ArrayList<>();
        try {
            for (int node = 0; node < nodes; node++) {
                ProcessBuilder builder =
                        command(options.withNode(node)).redirectOutput(output).redirectError(output);
                builder.environment().putAll(environment.of(node));
                makeDirectory(builder.environment());
                started.add(builder.start());
            }
        } catch (IOException e) {
            started.forEach(Process::destroyForcibly);
            throw e;
        }
        return new SimulatedCluster(started);
    }

    /// The command of one node, with this process's Java and modules.
    public static ProcessBuilder command(NodeOptions options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx512m", "-Xss512k", "-XX:TieredStopAtLevel=1"));
        command.addAll(launch());
        command.addAll(options.words());
        return new ProcessBuilder(command);
    }

    /// What Slurm and a launcher tell a node's process, and where its plugin puts its file.
    ///
    /// @param shm a directory of its own for each node, since nodes share no memory
    public static Map<String, String> jobEnvironment(String jobId, int node, Shape shape, Path shm) {
        return Map.of(
                "LOCKSTEP_DIR",
                shm.toString(),
                "WORLD_SIZE",
                Integer.toString(shape.ranks()),
                "SLURM_JOB_ID",
                jobId,
                "SLURM_JOB_NUM_NODES",
                Integer.toString(shape.nodes()),
                "SLURM_NODEID",
                Integer.toString(node),
                "SLURMD_NODENAME",
                "sim-node-" + node);
    }

    /// The nodes' processes, in the order of the nodes.
    public List<Process> processes() {
        return processes;
    }

    /// Waits until every node has ended.
    ///
    /// @return their exit codes; 137 for one that its scenario killed
    public List<Integer> join() throws InterruptedException {
        List<Integer> codes = new ArrayList<>();
        for (Process process : processes) {
            codes.add(process.waitFor());
        }
        return codes;
    }

    /// Asks every node to stop at the end of its step.
    public void stop() {
        processes.forEach(Process::destroy);
    }

    /// Stops the nodes and waits a little; kills what does not come to an end.
    @Override
    public void close() {
        stop();
        for (Process process : processes) {
            try {
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException _) {
                processes.forEach(Process::destroyForcibly);
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /// For its owner alone, as the plugin wants it.
    private static void makeDirectory(Map<String, String> environment) throws IOException {
        String directory = environment.get("LOCKSTEP_DIR");
        if (directory != null) {
            Files.createDirectories(
                    Path.of(directory),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    /// On the module path if this process is, else on the class path, as in tests.
    private static List<String> launch() {
        String main = NodeMain.class.getName();
        Module module = NodeMain.class.getModule();
        String modules = System.getProperty("jdk.module.path", "");
        if (module.isNamed() && !modules.isEmpty()) {
            return List.of(
                    "--enable-native-access=" + module.getName(),
                    "--module-path",
                    absolute(modules),
                    "--module",
                    module.getName() + "/" + main);
        }
        return List.of(
                "--enable-native-access=ALL-UNNAMED",
                "--class-path",
                absolute(System.getProperty("java.class.path", "")),
                main);
    }

    private static String absolute(String path) {
        List<String> parts = new ArrayList<>();
        for (String part : path.split(File.pathSeparator, -1)) {
            parts.add(Path.of(part).toAbsolutePath().toString());
        }
        return String.join(File.pathSeparator, parts);
    }
}
