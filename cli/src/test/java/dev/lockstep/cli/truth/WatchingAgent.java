// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.truth;

import static org.awaitility.Awaitility.await;

import dev.lockstep.cli.AgentProcess;
import java.io.IOException;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;

/// `lockstep agent` in a process of its own, so that it can be killed, on a free port.
final class WatchingAgent implements AutoCloseable {
    private static final String PROTOBUF =
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

    private final Process process;
    private final URI url;

    private WatchingAgent(Process process, URI url) {
        this.process = process;
        this.url = url;
    }

    static WatchingAgent start(Path sharedMemory) throws IOException {
        Path said = Files.createTempFile(sharedMemory.getParent(), "agent-", ".log");
        Process process =
                AgentProcess.start(said, "--listen=127.0.0.1:0", "--poll-interval=100ms", "--dir=" + sharedMemory);
        try {
            Matcher found = await().atMost(Duration.ofMinutes(1))
                    .until(() -> AgentProcess.METRICS_URL.matcher(Files.readString(said)), Matcher::find);
            return new WatchingAgent(process, URI.create(found.group()));
        } catch (RuntimeException late) {
            process.destroyForcibly();
            throw late;
        }
    }

    Map<SeriesName, ServedHistogram> classicHistograms(String family) throws IOException {
        return TextScrape.histograms(new String(get("text/plain"), StandardCharsets.UTF_8), family);
    }

    Map<SeriesName, ServedHistogram> nativeHistograms(String family) throws IOException {
        return ProtobufScrape.histograms(get(PROTOBUF), family);
    }

    private byte[] get(String accept) throws IOException {
        URLConnection connection = url.toURL().openConnection();
        connection.setRequestProperty("Accept", accept);
        try (var in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }

    /// At once, as with SIGKILL.
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
