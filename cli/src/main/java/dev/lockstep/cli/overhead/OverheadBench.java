// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.overhead;

import dev.lockstep.agent.Agent;
import dev.lockstep.cli.scratch.ScratchFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Measures the plugin's cost for each size, detail and reading interval: a program plays operations into the plugin
/// and into an empty one in turn, while an agent in this process reads what the plugin writes.
public final class OverheadBench {
    private static final int CONTROL_BYTES = 4096;

    private final Programs programs;
    private final AgentStarter agents;
    private final ReferenceJob job = new ReferenceJob();
    private final PrintWriter out;

    /// The native programs: the measuring one, the plugin, and the plugin that does nothing.
    public record Programs(Path bench, Path plugin, Path emptyPlugin) {}

    /// Starts an agent over a directory that reads it at an interval.
    @FunctionalInterface
    public interface AgentStarter {
        /// The agent, which the caller closes.
        Agent start(Path sharedMemory, Duration interval) throws IOException;
    }

    /// `out` gets the tables as they are done.
    public OverheadBench(Programs programs, AgentStarter agents, PrintWriter out) {
        this.programs = programs;
        this.agents = agents;
        this.out = out;
    }

    /// A table for each interval, details side by side; `seconds` are spent on each of its columns, but at least one
    /// interval.
    public void run(List<Long> sizes, List<Duration> intervals, double seconds)
            throws IOException, InterruptedException {
        OverheadTable.head(job).forEach(out::println);
        for (Duration interval : intervals) {
            Map<Detail, List<Cost>> columns = new LinkedHashMap<>();
            for (Detail detail : Detail.values()) {
                columns.put(detail, measure(sizes, detail, interval, Math.max(seconds, atLeast(interval))));
            }
            OverheadTable.lines(columns, interval, job).forEach(out::println);
            out.flush();
        }
    }

    /// A little longer than an interval, so that the file is read while it is written.
    private static double atLeast(Duration interval) {
        return interval.toMillis() / 1000.0 * 1.1;
    }

    private List<Cost> measure(List<Long> sizes, Detail detail, Duration interval, double seconds)
            throws IOException, InterruptedException {
        try (ScratchFolder folder = ScratchFolder.create("lockstep-overhead-")) {
            writeControl(folder.path(), detail);
            try (Agent _ = agents.start(folder.path(), interval)) {
                return Cost.parse(play(sizes, detail, seconds, folder.path()));
            }
        }
    }

    private static void writeControl(Path directory, Detail detail) throws IOException {
        byte[] line = (detail.controlLine() + "\n").getBytes(StandardCharsets.US_ASCII);
        Path control = directory.resolve("control");
        Files.write(control, Arrays.copyOf(line, CONTROL_BYTES));
        Files.setPosixFilePermissions(control, PosixFilePermissions.fromString("rw-------"));
    }

    private String play(List<Long> sizes, Detail detail, double seconds, Path directory)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(programs.bench().toString(), Double.toString(seconds)));
        sizes.forEach(size -> command.add(size + ":" + job.channels(size)));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
        builder.environment().putAll(detail.environment());
        builder.environment()
                .putAll(Map.of(
                        "LOCKSTEP_DIR", directory.toString(),
                        "LOCKSTEP_PLUGIN", programs.plugin().toString(),
                        "LOCKSTEP_EMPTY_PLUGIN", programs.emptyPlugin().toString()));
        Process process = builder.start();
        try (var lines = process.getInputStream()) {
            String output = new String(lines.readAllBytes(), StandardCharsets.US_ASCII);
            if (process.waitFor() != 0) {
                throw new IOException(programs.bench().getFileName() + " failed with exit code " + process.exitValue());
            }
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}
