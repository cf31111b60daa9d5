// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.simulator.run.NodeOptions;
import dev.lockstep.simulator.run.SimulatedCluster;
import dev.lockstep.simulator.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The simulated job: a process for each node, which loads the plugin as a training process would. What the processes
/// print goes to a file each, so that it does not run through the picture.
final class DemoJob implements AutoCloseable {
    private static final int KILLED = 137;
    private static final int ENDED_BY_SIGTERM = 143;
    private static final long PATIENCE_SECONDS = 10;
    private static final Pattern OPERATIONS = Pattern.compile("(\\d+) operations, (\\d+) unfinished");

    private record Node(String name, Process process, Path output) {}

    private final List<Node> nodes;

    private DemoJob(List<Node> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    static DemoJob start(String jobId, Scenario scenario, NodeOptions options, List<String> names, DemoFolder folder)
            throws IOException {
        List<Node> started = new ArrayList<>();
        try {
            for (int number = 0; number < names.size(); number++) {
                String name = names.get(number);
                Path output = folder.outputOf(name);
                ProcessBuilder builder = SimulatedCluster.command(options.withNode(number))
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
                builder.environment()
                        .putAll(SimulatedCluster.jobEnvironment(
                                jobId, number, scenario.shape(), folder.sharedMemoryOf(name)));
                started.add(new Node(name, builder.start(), output));
            }
        } catch (IOException e) {
            started.forEach(node -> node.process().destroyForcibly());
            throw e;
        }
        return new DemoJob(started);
    }

    /// A line for each node that is no longer running, and whether that was to be.
    List<String> endings() {
        return nodes.stream()
                .filter(node -> !node.process().isAlive())
                .map(node -> node.name() + ": " + ending(node.process().exitValue()))
                .toList();
    }

    /// Whether no node is running any more.
    boolean isOver() {
        return nodes.stream().noneMatch(node -> node.process().isAlive());
    }

    /// What the processes printed if one failed; empty if all is as it should be.
    String complaints() throws IOException {
        StringBuilder complaints = new StringBuilder();
        for (Node node : nodes) {
            if (!node.process().isAlive() && !isExpected(node.process().exitValue())) {
                complaints.append(Files.readString(node.output()));
            }
        }
        return complaints.toString();
    }

    /// Operations that ended, as the processes say themselves; absent if one was killed before it could.
    OptionalLong operationsFinished() throws IOException {
        long sum = 0;
        for (Node node : nodes) {
            Matcher summary = OPERATIONS.matcher(Files.readString(node.output()));
            if (!summary.find()) {
                return OptionalLong.empty();
            }
            sum += Long.parseLong(summary.group(1)) - Long.parseLong(summary.group(2));
        }
        return OptionalLong.of(sum);
    }

    /// Asks every node to stop at the end of its step, and waits for it; kills what does not come to an end.
    void stop() throws InterruptedException {
        nodes.forEach(node -> node.process().destroy());
        for (Node node : nodes) {
            if (!node.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                node.process().destroyForcibly().waitFor();
            }
        }
    }

    @Override
    public void close() {
        nodes.forEach(node -> node.process().destroyForcibly());
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
