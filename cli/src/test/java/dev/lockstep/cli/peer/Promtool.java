// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.peer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs Debian's promtool.
public final class Promtool {
    private static final Path BINARY = Path.of("/usr/bin/promtool");

    private Promtool() {}

    /// Whether tests may run it: `assumeTrue(Promtool.isInstalled(), "apt-get install prometheus")`.
    public static boolean isInstalled() {
        return Files.isExecutable(BINARY);
    }

    /// How a run of it ended and all that it printed.
    public record Result(int exitCode, String text) {}

    /// Runs it in that folder.
    public static Result run(Path folder, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(BINARY.toString()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), text);
    }
}
