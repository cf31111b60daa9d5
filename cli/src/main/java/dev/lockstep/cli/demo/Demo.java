// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import static java.util.stream.Collectors.joining;

import dev.lockstep.cli.demo.peer.Peer;
import dev.lockstep.cli.demo.peer.PeerServers;
import dev.lockstep.simulator.run.NodeOptions;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// The demo: starts the simulated nodes and their agents, draws what the agents see once a second, and takes everything
/// away again. One thread runs it; `stop` may come from any other.
public final class Demo {
    private static final String JOB_ID = "demo";
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final long DRAW_MILLIS = 1_000;
    private static final int DRAWS_PER_PLAIN_PICTURE = 10;
    private static final long HEAD_START_MILLIS = 2_500;
    private static final Duration LAST_LOOK_MAX = Duration.ofSeconds(4);

    private final DemoOptions options;
    private final Terminal terminal;
    private final InstantSource clock;
    private final LongSupplier monotonicNanos;
    private final CountDownLatch stopped = new CountDownLatch(1);

    /// `out` is drawn on; the clocks are the host's.
    public Demo(DemoOptions options, PrintWriter out, InstantSource clock, LongSupplier monotonicNanos) {
        this.options = options;
        this.terminal = Terminal.of(out);
        this.clock = clock;
        this.monotonicNanos = monotonicNanos;
    }

    /// Asks it to end; `run` then does.
    public void stop() {
        stopped.countDown();
    }

    /// Runs until it is stopped, its time is over, or no simulated process is left.
    ///
    /// @return whether all went as it should
    public boolean run() throws IOException, InterruptedException {
        PeerServers.check(options.servers());
        try (DemoFolder folder = DemoFolder.create()) {
            Path file = options.scenario().isPresent()
                    ? options.scenario().get()
                    : folder.scenario(options.fault().resource());
            Scenario scenario = ScenarioFile.read(file);
            List<String> names = names(scenario.shape().nodes());
            List<WatchedNode> watched = new ArrayList<>();
            Instant start = clock.instant().plusMillis(HEAD_START_MILLIS);
            NodeOptions nodeOptions = nodeOptions(file, folder, start);
            try (DemoJob job = DemoJob.start(JOB_ID, scenario, nodeOptions, names, folder)) {
                for (String name : names) {
                    watched.add(WatchedNode.start(name, folder.sharedMemoryOf(name), WINDOW, clock, monotonicNanos));
                }
                List<URI> agents = watched.stream()
                        .map(WatchedNode::metricsUrl)
                        .map(URI::create)
                        .toList();
                try (DemoMonitoring monitoring = monitoring(new DemoMonitoring.Job(scenario, start, names, agents))) {
                    watch(job, watched, monitoring);
                }
                return end(job, watched);
            } finally {
                watched.forEach(WatchedNode::close);
            }
        }
    }

    private DemoMonitoring monitoring(DemoMonitoring.Job job) throws IOException, InterruptedException {
        if (options.servers().isEmpty()) {
            return DemoMonitoring.none(clock);
        }
        terminal.say("Starting "
                + options.servers().stream().sorted().map(Peer::toString).collect(joining(", ")) + " ...");
        return DemoMonitoring.start(options.servers(), job, clock);
    }

    private NodeOptions nodeOptions(Path scenario, DemoFolder folder, Instant start) throws IOException {
        return new NodeOptions(
                scenario.toAbsolutePath(),
                0,
                folder.truth(),
                options.plugin(),
                options.driver(),
                Optional.empty(),
                Optional.of(1.0),
                start.toEpochMilli(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /// `node-a`, `node-b`, …
    private static List<String> names(int nodes) {
        List<String> names = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            names.add("node-" + (node < 26 ? String.valueOf((char) ('a' + node)) : Integer.toString(node)));
        }
        return names;
    }

    private void watch(DemoJob job, List<WatchedNode> watched, DemoMonitoring monitoring) throws InterruptedException {
        Instant start = clock.instant();
        DemoScreen screen = new DemoScreen("job " + JOB_ID + ", fault: " + options.faultWords(), terminal.height());
        for (int draw = 0; !job.isOver() && !isTimeOver(start); draw++) {
            Duration running = Duration.between(start, clock.instant());
            List<DemoNode> nodes = watched.stream().map(WatchedNode::look).toList();
            List<String> news = monitoring.news();
            if (terminal.isInteractive() || draw % DRAWS_PER_PLAIN_PICTURE == DRAWS_PER_PLAIN_PICTURE - 1) {
                List<String> notes = notes(job, monitoring);
                terminal.draw(screen.lines(nodes, running, watched.getFirst().covered(), notes));
            } else if (draw == 0) {
                nodes.forEach(node -> terminal.say(node.name() + "  " + node.metricsUrl()));
                monitoring.places().forEach(terminal::say);
            }
            if (!terminal.isInteractive()) {
                news.forEach(line -> terminal.say("ALERT  " + line));
            }
            if (stopped.await(DRAW_MILLIS, TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    /// On a screen that is drawn over, alerts that have been told stay in the picture.
    private List<String> notes(DemoJob job, DemoMonitoring monitoring) {
        List<String> notes = new ArrayList<>(job.endings());
        notes.addAll(monitoring.places());
        if (terminal.isInteractive()) {
            monitoring.recent().forEach(line -> notes.add("ALERT  " + line));
        }
        return notes;
    }

    private boolean isTimeOver(Instant start) {
        return options.duration()
                .filter(limit -> !clock.instant().isBefore(start.plus(limit)))
                .isPresent();
    }

    private boolean end(DemoJob job, List<WatchedNode> watched) throws IOException, InterruptedException {
        terminal.say("");
        terminal.say("Stopping the simulated job at the end of its step ...");
        job.close();
        awaitReading(watched, clock.instant());
        String complaints = job.complaints();
        if (!complaints.isEmpty()) {
            terminal.say("A simulated node failed:");
            terminal.say(complaints);
            return false;
        }
        long calls = watched.stream().mapToLong(WatchedNode::calls).sum();
        long suspect = watched.stream().mapToLong(WatchedNode::suspectTimings).sum();
        OptionalLong played = job.operationsFinished();
        String against = played.isPresent()
                ? " of the %,d that the simulator played to their end".formatted(played.getAsLong())
                : "";
        terminal.say("The agents counted %,d operations%s; %,d timings were kept out as impossible."
                .formatted(calls, against, suspect));
        return true;
    }

    /// The agents read once more what the processes left.
    private void awaitReading(List<WatchedNode> watched, Instant since) throws InterruptedException {
        Instant limit = since.plus(LAST_LOOK_MAX);
        CountDownLatch never = new CountDownLatch(1);
        while (clock.instant().isBefore(limit)
                && watched.stream().anyMatch(node -> !node.takenAt().isAfter(since))) {
            if (never.await(DRAW_MILLIS / 10, TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }
}
