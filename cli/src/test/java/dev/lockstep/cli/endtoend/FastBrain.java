// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import static org.awaitility.Awaitility.await;

import dev.lockstep.cli.process.SystemClock;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.feed.NodeFeed;
import dev.lockstep.core.wire.FeedEncoder;
import dev.lockstep.server.Server;
import dev.lockstep.server.config.ServerConfig;
import dev.lockstep.simulator.feed.FeedSettings;
import dev.lockstep.simulator.feed.FeedSettings.End;
import dev.lockstep.simulator.feed.JobFeed;
import dev.lockstep.simulator.feed.NodeAgents;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/// A brain whose seconds pass when the test says so. It is fed, over HTTP, what the agents of a job would tell in which
/// rank 3 hangs and which is killed after a hundred seconds.
final class FastBrain implements AutoCloseable {
    static final String JOB = "train-8";

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long SECOND = 1_000_000_000L;
    private static final long KILLED_NANOS = 100 * SECOND;

    private final AtomicLong seconds = new AtomicLong();
    private final NodeAgents agents;
    private final JobFeed job;
    private final Server server;
    private final URI uri;

    private FastBrain(Scenario scenario, Map<String, String> settings) throws IOException {
        this.agents = new NodeAgents(scenario.seed(), 0);
        this.job = new JobFeed(scenario, FeedSettings.of(JOB, "1").ending(End.killed(rank -> KILLED_NANOS)));
        this.server =
                Server.start(ServerConfig.parse(settings, Map.of()), SystemClock.wall(), () -> seconds.get() * SECOND);
        this.uri = URI.create("http://localhost:" + server.address().getPort());
    }

    static FastBrain pushingTo(URI alertmanager) throws IOException {
        Scenario scenario = ScenarioFile.parse(
                "hang",
                (PlayedJob.SMALL + "steps: 100000\nfault: hang rank=3 group=TP operation=0 from=20\n")
                        .lines()
                        .toList());
        Map<String, String> settings = new HashMap<>(Brain.HASTY);
        settings.putAll(Map.of("listen", "127.0.0.1:0", "alerts", "push", "alertmanager", alertmanager.toString()));
        return new FastBrain(scenario, settings);
    }

    List<Incident> incidents() {
        return server.incidents();
    }

    /// Lets at most so many seconds pass, until `isEnough`. In each the agents tell, and the brain looks.
    void pass(int atMost, BooleanSupplier isEnough) throws IOException {
        for (int second = 0; second < atMost && !isEnough.getAsBoolean(); second++) {
            double looks = looks();
            long now = seconds.incrementAndGet() * SECOND;
            for (NodeFeed feed : agents.batches(now, job.until(now))) {
                post(FeedEncoder.encode(feed));
            }
            await("a look").atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> looks() > looks);
        }
    }

    private double looks() {
        return Metrics.of(uri).sum("lockstep_brain_looks_total");
    }

    private void post(byte[] batch) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) uri.resolve("/api/v1/feed").toURL().openConnection();
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/vnd.lockstep.feed");
        try (var out = connection.getOutputStream()) {
            out.write(batch);
        }
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
            throw new AssertionError("the brain answers " + connection.getResponseCode());
        }
        connection.getInputStream().close();
    }

    @Override
    public void close() {
        server.close();
    }
}
