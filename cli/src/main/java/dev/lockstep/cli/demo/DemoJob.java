// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.simulator.run.NodeOptions;
import dev.lockstep.simulator.run.SimulatedCluster;
import dev.lockstep.simulator.scenario.Scenario;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The simulated job: a process for each node, which loads the plugin as a training process would. What the processes
/// print goes to a file, so that it does not run through the picture.
final class DemoJob implements AutoCloseable {
    private static final int KILLED = 137;
    private static final int ENDED_BY_SIGTERM = 143;
    private static final Pattern OPERATIONS = Pattern.compile("(\\d+) operations, (\\d+) unfinished");

    private final List<String> names;
    private final SimulatedCluster cluster;
    private final Path output;

    private DemoJob(List<String> names, SimulatedCluster cluster, Path output) {
        this.names = List.copyOf(names);
        this.cluster = cluster;
        this.output = output;
    }

    static DemoJob start(String jobId, Scenario scenario, NodeOptions options, List<String> names, DemoFolder folder)
            throws IOException {
        Path output = folder.output();
        SimulatedCluster cluster = SimulatedCluster.start(
                options,
                names.size(),
                node -> SimulatedCluster.jobEnvironment(
                        jobId, node, scenario.shape(), folder.sharedMemoryOf(names.get(node))),
                Redirect.appendTo(output.toFile()));
        return new DemoJob(names, cluster, output);
    }

    /// A line for each node that is no longer running, and whether that was to be.
    List<String> endings() {
        List<String> endings = new ArrayList<>();
        for (int node = 0; node < names.size(); node++) {
            Process process = cluster.processes().get(node);
            if (!process.isAlive()) {
                endings.add(names.get(node) + ": " + ending(process.exitValue()));
            }
        }
        return endings;
    }

    /// Whether no node is running any more.
    boolean isOver() {
        return cluster.processes().stream().noneMatch(Process::isAlive);
    }

    /// What the processes printed if one failed; empty if all is as it should be.
    String complaints() throws IOException {
        boolean failed = cluster.processes().stream()
                .anyMatch(process -> !process.isAlive() && !isExpected(process.exitValue()));
        return failed ? Files.readString(output) : "";
    }

    /// Operations that ended, as the processes say themselves; absent if one was killed before it could.
    OptionalLong operationsFinished() throws IOException {
        List<MatchResult> summaries =
                OPERATIONS.matcher(Files.readString(output)).results().toList();
        return summaries.size() < names.size()
                ? OptionalLong.empty()
                : OptionalLong.of(summaries.stream()
                        .mapToLong(summary -> Long.parseLong(summary.group(1)) - Long.parseLong(summary.group(2)))
                        .sum());
    }

    /// Asks every node to stop at the end of its step, and waits for it; kills what does not come to an end.
    @Override
    public void close() {
        cluster.close();
    }

    private static boolean isExpected(int code) {
        return code == 0 || code == KILLED || code == ENDED_BY_SIGTERM;
    }

    private static String ending(int code) {
        return switch (code) {
            case 0, ENDED_BY_SIGTERM -> "its process has ended";
            case KILLED -> "its process was killed, as the scenario says";
            default -> "its process failed with exit code " + code;
        };
    }
}
