// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.peer;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// One server's process on a loopback port of its own. Its output goes to a file; closing it ends the process.
final class PeerProcess implements AutoCloseable {
    private static final int LOOKS_MAX = 300;
    private static final int LOOK_MILLIS = 100;
    private static final int ANSWER_MILLIS = 1_000;
    private static final int STOP_SECONDS = 10;
    private static final int COMPLAINT_LINES = 5;

    private final String name;
    private final Process process;
    private final Path output;
    private final int port;

    private PeerProcess(String name, Process process, Path output, int port) {
        this.name = name;
        this.process = process;
        this.output = output;
        this.port = port;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /// Starts it; `port` is the one that the command tells it to listen on.
    static PeerProcess start(Peer peer, int port, List<String> command, Path folder) throws IOException {
        Path output = folder.resolve(peer + "-" + port + ".log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new PeerProcess(peer.toString(), process, output, port);
    }

    /// Returns when it answers on that path.
    PeerProcess awaitReady(String path) throws IOException, InterruptedException {
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

    URI address() {
        return URI.create("http://127.0.0.1:" + port + "/");
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
