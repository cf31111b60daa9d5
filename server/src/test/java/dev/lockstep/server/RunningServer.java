// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server;

import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.wire.FeedEncoder;
import dev.lockstep.server.config.ServerConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/// A brain on a free loopback port, and one who asks it.
public final class RunningServer implements AutoCloseable {
    private final Server server;
    private final HttpClient client = HttpClient.newHttpClient();

    private RunningServer(Server server) {
        this.server = server;
    }

    /// With these settings, by their keys.
    public static RunningServer with(Map<String, String> settings) throws IOException {
        Map<String, String> flags = new HashMap<>(settings);
        flags.putIfAbsent("listen", "127.0.0.1:0");
        ServerConfig config = ServerConfig.parse(flags, Map.of());
        return new RunningServer(Server.start(config, InstantSource.system(), System::nanoTime));
    }

    /// The brain itself.
    public Server server() {
        return server;
    }

    /// Sends a batch.
    public HttpResponse<String> feed(NodeFeed feed) throws IOException, InterruptedException {
        return post("/api/v1/feed", FeedEncoder.encode(feed), Map.of());
    }

    /// Asks.
    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    /// Asks in another way.
    public HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
        return client.send(request(path).method(method, BodyPublishers.noBody()).build(), BodyHandlers.ofString());
    }

    /// Tells.
    public HttpResponse<String> post(String path, byte[] body, Map<String, String> headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path).POST(BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /// A request for that path.
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.address().getPort() + path));
    }

    /// The client that asks.
    public HttpClient client() {
        return client;
    }

    /// The value of a sample, as it stands in the exposition: `name{a="b"}`.
    public double metric(String sample) throws IOException, InterruptedException {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(sample + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(sample.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no sample " + sample));
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
