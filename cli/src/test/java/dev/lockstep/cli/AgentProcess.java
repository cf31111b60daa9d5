// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// `lockstep agent` in a process of its own, as an operator starts it.
public final class AgentProcess {
    /// Where it serves, as it says at the start.
    public static final Pattern METRICS_URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/metrics");

    private AgentProcess() {}

    /// Starts one that writes to the file `said` and keeps beside it what it keeps.
    public static Process start(Path said, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Lockstep.class.getName(),
                "agent"));
        command.addAll(List.of(arguments));
        ProcessBuilder agent =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        agent.environment().put("STATE_DIRECTORY", said.toAbsolutePath() + ".state");
        return agent.start();
    }
}
