// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import static org.awaitility.Awaitility.await;

import dev.lockstep.cli.Lockstep;
import dev.lockstep.cli.server.ServerProcess;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// `lockstep server` in a process of its own, which can be killed and started again.
final class BrainProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path folder;
    private final int port;
    private Process process;

    private BrainProcess(Path folder, int port) throws IOException {
        this.folder = folder;
        this.port = port;
        this.process = run();
    }

    /// A hasty one that keeps everything in the folder.
    static BrainProcess start(Path folder) throws IOException {
        BrainProcess brain = new BrainProcess(folder, ServerProcess.freePort());
        brain.awaitHealth();
        return brain;
    }

    private Process run() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Lockstep.class.getName(),
                "server",
                "--listen",
                "127.0.0.1:" + port,
                "--store-dir",
                folder.resolve("store").toString()));
        Brain.HASTY.forEach((key, value) -> command.addAll(List.of("--" + key, value)));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(folder.resolve("brain.log").toFile()))
                .start();
    }

    private void awaitHealth() {
        await("a healthy brain")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> Web.get(uri().resolve("/healthz")).equals("ok\n"));
    }

    /// Kills it as the kernel does, and starts another one in its place.
    void killAndStartAgain() throws IOException, InterruptedException {
        process.destroyForcibly().waitFor();
        process = run();
        awaitHealth();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    Asked ask() {
        return new Asked(uri());
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
