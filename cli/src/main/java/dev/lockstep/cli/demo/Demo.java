// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import static java.util.stream.Collectors.joining;

import dev.lockstep.cli.demo.brain.DemoBrain;
import dev.lockstep.cli.demo.brain.IncidentBoard;
import dev.lockstep.cli.demo.brain.Injected;
import dev.lockstep.cli.demo.peer.Peer;
import dev.lockstep.cli.demo.peer.PeerServers;
import dev.lockstep.cli.text.StyledLine;
import dev.lockstep.simulator.hardware.FakeHardware;
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

/// The demo: starts a brain, the simulated nodes and their agents, draws once a second what the agents see and
/// the brain says, compares it with what was injected, and takes everything away again. One thread runs it;
/// `stop` may come from any other.
public final class Demo {
    private static final String JOB_ID = "demo";
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final long DRAW_MILLIS = 1_000;
    private static final int DRAWS_PER_PLAIN_PICTURE = 10;
    private static final long HEAD_START_MILLIS = 2_500;
    private static final Duration LAST_LOOK_MAX = Duration.ofSeconds(4);
    /// Without a time given: so long after the fault was found, since something else may be found too.
    private static final Duration AFTER_FOUND = Duration.ofSeconds(15);
    /// And so long at most.
    private static final Duration UNTIL_FOUND_MAX = Duration.ofMinutes(4);

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

    /// Everything that runs while it is watched.
    ///
    /// @param start of the job
    private record Stage(DemoJob job, List<WatchedNode> watched, DemoBrain brain, IncidentBoard board, Instant start) {}

    /// Runs until it is stopped, its time is over, or no simulated process is left.
    ///
    /// @return whether all went as it should
    public boolean run() throws IOException, InterruptedException {
        PeerServers.check(options.servers());
        terminal.say("Starting a brain, a simulated job and an agent for each of its nodes ...");
        try (DemoFolder folder = DemoFolder.create();
                DemoBrain brain = DemoBrain.start(clock, monotonicNanos)) {
            Path file = options.scenario().isPresent()
                    ? options.scenario().get()
                    : folder.scenario(options.fault().resource());
            Scenario scenario = ScenarioFile.read(file);
            List<String> names = names(scenario.shape().nodes());
            Instant start = clock.instant().plusMillis(HEAD_START_MILLIS);
            NodeOptions nodeOptions = nodeOptions(file, folder, start);
            try (FakeHardware hardware = FakeHardware.start(scenario, names, folder.hardware(), start, clock)) {
                Play play = new Play(scenario, names, start, nodeOptions);
                return run(play, hardware.places(), folder, brain);
            }
        }
    }

    /// What is played, on which nodes and from when.
    private record Play(Scenario scenario, List<String> names, Instant start, NodeOptions options) {}

    private boolean run(Play play, List<FakeHardware.Place> hardware, DemoFolder folder, DemoBrain brain)
            throws IOException, InterruptedException {
        Scenario scenario = play.scenario();
        List<String> names = play.names();
        Instant start = play.start();
        List<WatchedNode> watched = new ArrayList<>();
        try (DemoJob job = DemoJob.start(JOB_ID, scenario, play.options(), names, folder)) {
            for (int node = 0; node < names.size(); node++) {
                watched.add(watch(names.get(node), hardware.get(node), folder, brain));
            }
            List<URI> agents = watched.stream()
                    .map(WatchedNode::metricsUrl)
                    .map(URI::create)
                    .toList();
            List<Injected> injected = injected(scenario, start, names);
            Stage stage = new Stage(job, watched, brain, new IncidentBoard(injected, start), start);
            try (DemoMonitoring monitoring = monitoring(new DemoMonitoring.Job(scenario, start, names, agents))) {
                watch(stage, monitoring, injected.stream().anyMatch(Injected::isStop));
            }
            return end(stage);
        } finally {
            watched.forEach(WatchedNode::close);
        }
    }

    private WatchedNode watch(String name, FakeHardware.Place hardware, DemoFolder folder, DemoBrain brain)
            throws IOException {
        WatchedNode.Seen node = new WatchedNode.Seen(name, folder.sharedMemoryOf(name), hardware);
        return WatchedNode.start(node, brain.url(), WINDOW, clock, monotonicNanos);
    }

    private static List<Injected> injected(Scenario scenario, Instant start, List<String> names) {
        int gpus = scenario.shape().gpusPerNode();
        List<Injected> injected = new ArrayList<>();
        scenario.faults()
                .forEach(fault -> injected.add(new Injected(
                        fault,
                        names,
                        gpus,
                        FaultTimes.of(fault, scenario, start).begin(),
                        scenario.symptoms())));
        List<Injected> faults = List.copyOf(injected);
        scenario.symptoms().stream()
                .filter(symptom -> faults.stream().noneMatch(fault -> fault.explains(symptom)))
                .flatMap(symptom ->
                        Injected.alone(symptom, names, gpus, FaultTimes.beginOf(symptom.fromStep(), scenario, start))
                                .stream())
                .forEach(injected::add);
        return injected;
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

    /// @param isHasty whether the brain's haste matters to what is shown
    private void watch(Stage stage, DemoMonitoring monitoring, boolean isHasty) throws InterruptedException {
        Instant start = clock.instant();
        List<String> places = places(stage, monitoring);
        for (int draw = 0; !stage.job().isOver() && !isTimeOver(start, stage.board()); draw++) {
            List<DemoNode> nodes =
                    stage.watched().stream().map(WatchedNode::look).toList();
            stage.board().look(stage.brain().incidents(), clock.instant());
            List<String> alerts = monitoring.news();
            if (draw == 0 && !terminal.isInteractive()) {
                terminal.say("Lockstep demo · " + words());
                places.forEach(place -> terminal.say("  " + place));
                (isHasty ? List.of(DemoBrain.HASTE) : List.<String>of()).forEach(terminal::say);
            }
            if (terminal.isInteractive() || draw % DRAWS_PER_PLAIN_PICTURE == DRAWS_PER_PLAIN_PICTURE - 1) {
                draw(stage, nodes, places, notes(stage, monitoring, isHasty));
            }
            if (!terminal.isInteractive()) {
                tell(stage.board(), alerts);
            }
            if (stopped.await(DRAW_MILLIS, TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    private void draw(Stage stage, List<DemoNode> nodes, List<String> places, List<String> notes) {
        ScreenSize size = terminal.size();
        Instant now = clock.instant();
        IncidentBoard board = stage.board();
        terminal.draw(new DemoScreen(words(), size)
                .lines(
                        nodes,
                        Duration.between(stage.start(), now),
                        stage.watched().getFirst().covered(),
                        new DemoScreen.Said(places, board.lines(now, size.columns()), board.marks(), notes)));
    }

    /// Where nothing is drawn over, what is new is told once.
    private void tell(IncidentBoard board, List<String> alerts) {
        for (List<StyledLine> incident : board.news(terminal.size().columns())) {
            terminal.say("");
            incident.forEach(terminal::say);
        }
        alerts.forEach(line -> terminal.say("ALERT  " + line));
    }

    private String words() {
        return "job " + JOB_ID + ", fault: " + options.faultWords();
    }

    private static List<String> places(Stage stage, DemoMonitoring monitoring) {
        List<String> places = new ArrayList<>();
        stage.watched().forEach(node -> places.add(node.name() + "  " + node.metricsUrl()));
        places.add("brain   " + stage.brain().url() + "/api/v1/incidents");
        places.addAll(monitoring.places());
        return places;
    }

    /// On a screen that is drawn over, alerts that have been told stay in the picture, and what the brain's haste means
    /// until it has named somebody.
    private List<String> notes(Stage stage, DemoMonitoring monitoring, boolean isHasty) {
        List<String> notes = new ArrayList<>(stage.job().endings());
        if (terminal.isInteractive()) {
            monitoring.recent().forEach(line -> notes.add("ALERT  " + line));
            notes.addAll(isHasty && !stage.board().hasOpened() ? List.of(DemoBrain.HASTE) : List.of());
        }
        return notes;
    }

    private boolean isTimeOver(Instant start, IncidentBoard board) {
        Instant now = clock.instant();
        if (options.endsWhenFound()) {
            return !now.isBefore(start.plus(UNTIL_FOUND_MAX))
                    || board.foundAt()
                            .filter(at -> now.isAfter(at.plus(AFTER_FOUND)))
                            .isPresent();
        }
        return options.duration()
                .filter(limit -> !now.isBefore(start.plus(limit)))
                .isPresent();
    }

    private boolean end(Stage stage) throws IOException, InterruptedException {
        Instant over = clock.instant();
        stage.board().look(stage.brain().incidents(), over);
        terminal.say("");
        terminal.say("Stopping the simulated job at the end of its step ...");
        DemoJob job = stage.job();
        List<WatchedNode> watched = stage.watched();
        job.close();
        awaitReading(watched, clock.instant());
        String complaints = job.complaints();
        if (!complaints.isEmpty()) {
            terminal.say("A simulated node failed:");
            terminal.say(complaints);
            return false;
        }
        stage.board().outcome(over, terminal.size().columns()).forEach(terminal::say);
        terminal.say(count(job, watched));
        return true;
    }

    private static String count(DemoJob job, List<WatchedNode> watched) throws IOException {
        long calls = watched.stream().mapToLong(WatchedNode::calls).sum();
        long suspect = watched.stream().mapToLong(WatchedNode::suspectTimings).sum();
        OptionalLong played = job.operationsFinished();
        String against = played.isPresent()
                ? " of the %,d that the simulator played to their end".formatted(played.getAsLong())
                : "";
        return "The agents counted %,d operations%s; %,d timings were kept out as impossible."
                .formatted(calls, against, suspect);
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
