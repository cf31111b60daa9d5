// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent;

import dev.lockstep.agent.config.AgentConfig;
import dev.lockstep.agent.config.Machine;
import dev.lockstep.agent.poll.Clocks;
import dev.lockstep.agent.poll.PolledSource;
import dev.lockstep.agent.usage.UsageMeter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Agents over fake sources, and requests to them.
public final class TestAgents {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Map<String, String> FLAGS = Map.of("listen", "127.0.0.1:0", "poll-interval", "100ms");

    private TestAgents() {}

    /// The configuration of an agent called node-a on any free port that reads ten times a second.
    public static AgentConfig config() {
        return AgentConfig.parse(FLAGS, Map.of(), new Machine("node-a", 0));
    }

    /// An agent over the first source as memory and the others as files.
    public static Agent start(InstantSource clock, FakeSource memory, FakeSource... files) throws IOException {
        return start(config(), clock, memory, files);
    }

    /// The same with more settings.
    public static Agent start(InstantSource clock, Map<String, String> settings, FakeSource memory) throws IOException {
        Map<String, String> flags = new HashMap<>(FLAGS);
        flags.putAll(settings);
        return start(AgentConfig.parse(flags, Map.of(), new Machine("node-a", 0)), clock, memory);
    }

    private static Agent start(AgentConfig config, InstantSource clock, FakeSource memory, FakeSource... files)
            throws IOException {
        return Agent.start(
                config,
                new AgentSources(
                        List.of(PolledSource.of(memory)),
                        Stream.of(files).map(PolledSource::of).toList()),
                UsageMeter.of(Path.of("none"), Optional::empty),
                clocks(clock));
    }

    /// Both clocks of a host where the wall clock never steps.
    static Clocks clocks(InstantSource clock) {
        return new Clocks(
                clock, () -> Duration.between(Instant.EPOCH, clock.instant()).toNanos());
    }

    /// An agent over one source on a host whose clocks are these.
    static Agent start(Clocks clocks, FakeSource memory) throws IOException {
        AgentSources sources = new AgentSources(List.of(PolledSource.of(memory)), List.of());
        return Agent.start(config(), sources, UsageMeter.of(Path.of("none"), Optional::empty), clocks);
    }

    /// The answer to a GET with these headers, as pairs.
    public static HttpResponse<String> get(Agent agent, String path, String... headers) {
        return send(request(agent, path, headers).GET().build());
    }

    /// A request to be finished.
    public static HttpRequest.Builder request(Agent agent, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + agent.address().getPort() + path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    /// Sends it.
    public static HttpResponse<String> send(HttpRequest request) {
        return send(request, HttpResponse.BodyHandlers.ofString());
    }

    /// Sends it and takes the body as told.
    public static <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return CLIENT.send(request, body);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(asked);
        }
    }
}
