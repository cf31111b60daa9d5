// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.server;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// One server's process on a loopback port of its own. Its output goes to a file; closing it ends the process.
public final class ServerProcess implements AutoCloseable {
    private static final int LOOKS_MAX = 600;
    private static final int LOOK_MILLIS = 100;
    private static final int ANSWER_MILLIS = 1_000;
    private static final int STOP_SECONDS = 20;
    private static final int COMPLAINT_LINES = 5;

    private final String name;
    private final Process process;
    private final Path output;
    private final int port;

    private ServerProcess(String name, Process process, Path output, int port) {
        this.name = name;
        this.process = process;
        this.output = output;
        this.port = port;
    }

    /// A port of the loopback address that nobody uses now.
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /// Starts it in that folder; `port` is the one that the command tells it to listen on.
    public static ServerProcess start(String name, int port, List<String> command, Path folder) throws IOException {
        Path output = folder.resolve(name + "-" + port + ".log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new ServerProcess(name, process, output, port);
    }

    /// Returns when it answers on that path.
    ///
    /// @throws IOException with the end of its output if it ends or does not answer
    public ServerProcess awaitReady(String path) throws IOException, InterruptedException {
        for (int look = 0; look < LOOKS_MAX; look++) {
            if (answers(address().resolve(path))) {
                return this;
            }
            if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException(name + " ended at once: " + lastLines());
            }
        }
        throw new IOException(name + " does not get ready: " + lastLines());
    }

    /// Where it listens, `http://127.0.0.1:PORT/`.
    public URI address() {
        return URI.create("http://127.0.0.1:" + port + "/");
    }

    /// All that it has printed.
    public String output() throws IOException {
        return Files.readString(output);
    }

    /// Waits for that long, and says whether it has ended by itself.
    public boolean endsWithin(Duration atMost) throws InterruptedException {
        return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static boolean answers(URI uri) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setConnectTimeout(ANSWER_MILLIS);
        connection.setReadTimeout(ANSWER_MILLIS);
        try {
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException notYet) {
            return false;
        } finally {
            connection.disconnect();
        }
    }

    private String lastLines() throws IOException {
        List<String> lines = Files.readAllLines(output);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - COMPLAINT_LINES), lines.size()));
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
