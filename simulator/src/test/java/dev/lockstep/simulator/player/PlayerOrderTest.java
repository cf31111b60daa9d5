// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.player;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.simulator.nccl.EventType;
import dev.lockstep.simulator.nccl.ProfilerApi;
import dev.lockstep.simulator.nccl.ProfilerPlugin;
import dev.lockstep.simulator.player.RecordingProfiler.Line;
import dev.lockstep.simulator.scenario.ScenarioFile;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.GpuClock;
import dev.lockstep.simulator.timeline.OperationRun;
import dev.lockstep.simulator.timeline.Operations;
import dev.lockstep.simulator.timeline.StepRun;
import dev.lockstep.simulator.timeline.Timeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a plugin sees of a player, written down by one in C.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlayerOrderTest {
    /// But for what the proxies tell, whose order is by time and whose counts NetworkTruthTest compares.
    private static final int ALL =
            0xfff & ~(EventType.PROXY_CTRL | EventType.PROXY_OP | EventType.PROXY_STEP | EventType.NET_PLUGIN);
    private static final Cluster CLUSTER = Cluster.of(ScenarioFile.parse(
            "order",
            List.of(
                    "steps: 2",
                    "cluster.nodes: 2",
                    "cluster.gpus-per-node: 4",
                    "groups.tensor: 2",
                    "groups.pipeline: 2",
                    "groups.expert: 2",
                    "model.overlap-reduction: yes",
                    "model.buckets-per-group: 2")));

    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final List<OperationRun> played = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Built before all tests.
    private RecordingProfiler recording;

    @BeforeAll
    void build(@TempDir Path directory) throws IOException, InterruptedException {
        recording = RecordingProfiler.build(directory);
    }

    @Test
    void callsInTheOrderOfTheApplicationThread() throws Exception {
        for (List<Line> lines : byThread(play(ProfilerApi.V7, ALL)).values()) {
            String story = lines.stream().map(PlayerOrderTest::letter).collect(Collectors.joining());
            if (story.startsWith("i")) {
                assertThat(story).matches("i+(G1(c-)+2(k-)(g(C+|P+)-+-)?-)+f+");
            } else {
                assertThat(story).matches("(K|r-)+");
            }
        }
    }

    @Test
    void sendsChannelsFromOneOtherThreadPerCommunicator() throws Exception {
        List<Line> lines = play(ProfilerApi.V7, ALL);
        Map<String, Integer> application = new HashMap<>();
        Map<String, Set<Integer>> progress = new HashMap<>();
        for (Line line : lines) {
            if (line.callback().equals("init")) {
                application.put(line.value("context"), line.thread());
            } else if (line.starts("KernelCh")) {
                progress.computeIfAbsent(line.value("context"), _ -> new HashSet<>())
                        .add(line.thread());
            }
        }

        assertThat(progress).hasSameSizeAs(application);
        progress.forEach((context, threads) ->
                assertThat(threads).hasSize(1).doesNotContainAnyElementsOf(Set.copyOf(application.values())));
    }

    @Test
    void finalizesAfterTheLastEventOfACommunicator() throws Exception {
        Set<String> finished = new HashSet<>();
        for (Line line : play(ProfilerApi.V7, ALL)) {
            assertThat(finished).doesNotContain(line.value("context"));
            if (line.callback().equals("finalize")) {
                finished.add(line.value("context"));
            }
        }

        assertThat(finished).hasSize(5 * 4);
    }

    @ParameterizedTest
    @EnumSource(ProfilerApi.class)
    void tellsEveryOperationWithItsFieldsInPlace(ProfilerApi api) throws Exception {
        List<Line> lines = play(api, ALL);
        List<String> told = lines.stream()
                .filter(line -> line.starts("Coll") || line.starts("P2p"))
                .map(line -> line.value("func") + " " + line.value("seq") + " " + line.value("peer"))
                .sorted()
                .toList();
        List<String> expected = played.stream()
                .filter(operation -> !(api.hidesBroadcasts()
                        && operation.call().function().ncclName().equals("Broadcast")))
                .map(PlayerOrderTest::words)
                .sorted()
                .toList();

        assertThat(told).isEqualTo(expected);
        assertThat(lines).noneMatch(line -> line.value("type").matches("\\d+"));
    }

    @ParameterizedTest
    @EnumSource(
            value = ProfilerApi.class,
            names = {"V4", "V5", "V6", "V7"})
    void stampsChannelsWithTheRanksOwnClock(ProfilerApi api) throws Exception {
        Set<Long> told = play(api, ALL).stream()
                .filter(line -> line.starts("KernelCh"))
                .map(line -> Long.parseLong(line.value("gpu")))
                .collect(Collectors.toSet());
        Set<Long> expected = new HashSet<>();
        for (OperationRun operation : played) {
            if (!(api.hidesBroadcasts()
                    && operation.call().function().ncclName().equals("Broadcast"))) {
                GpuClock clock = GpuClock.of(CLUSTER, operation.group().rank(), GpuClock.EPOCH_NANOS);
                operation.stamps().forEach(stamp -> expected.add(clock.at(stamp.startNanos())));
                if (api == ProfilerApi.V7) {
                    operation.selfStamps().forEach(stamp -> expected.add(clock.at(stamp.startNanos())));
                }
            }
        }

        assertThat(told).isEqualTo(expected);
    }

    @Test
    void saysNothingThatThePluginDidNotAskFor() throws Exception {
        List<Line> lines = play(ProfilerApi.V6, EventType.COLL);

        assertThat(lines.stream().filter(line -> line.callback().equals("start")))
                .extracting(Line::kind)
                .containsOnly("GroupApi", "CollApi", "Group", "Coll");
    }

    @Test
    void passesOnWhatThePluginLogs() throws Exception {
        play(ProfilerApi.V5, ALL);

        assertThat(logged).contains("recording 100 %");
    }

    @Test
    void takesTheNewestVersionThatThePluginHas() {
        try (ProfilerPlugin plugin = ProfilerPlugin.load(recording.library(), Optional.empty(), logged::add)) {
            assertThat(plugin.api()).isEqualTo(ProfilerApi.V7);
            assertThat(plugin.name()).isEqualTo("recording");
        }
    }

    /// Node 1 of the cluster, as fast as it goes.
    private List<Line> play(ProfilerApi api, int mask) throws IOException, InterruptedException {
        recording.begin(mask);
        logged.clear();
        played.clear();
        ProfilerPlugin plugin = ProfilerPlugin.load(recording.library(), Optional.of(api), logged::add);
        NodePlayer player = new NodePlayer(
                CLUSTER, 1, new PlayerSettings(plugin, Optional.empty(), Pace.fast(), GpuClock.EPOCH_NANOS, 4));
        player.start();
        Timeline timeline = new Timeline(CLUSTER);
        Operations operations = new Operations(CLUSTER);
        for (Optional<StepRun> step = timeline.next(); step.isPresent(); step = timeline.next()) {
            for (int rank : player.ranks()) {
                List<List<OperationRun>> groups = step.get().byRank().get(rank).stream()
                        .map(operations::of)
                        .toList();
                groups.forEach(played::addAll);
                player.play(rank, groups);
            }
        }
        player.end(Ending.FINALIZED);
        plugin.close();
        return recording.end();
    }

    private static Map<Integer, List<Line>> byThread(List<Line> lines) {
        return lines.stream().collect(Collectors.groupingBy(Line::thread));
    }

    private static String words(OperationRun operation) {
        String sequence = operation.sequence().isPresent()
                ? Long.toString(operation.sequence().getAsLong())
                : "";
        int peer = operation.call().peer();
        return operation.call().function().ncclName() + " " + sequence + " " + (peer < 0 ? "" : peer);
    }

    private static String letter(Line line) {
        return switch (line.callback()) {
            case "init" -> "i";
            case "finalize" -> "f";
            case "stop" -> "-";
            case "record" ->
                switch (line.value("state")) {
                    case "22" -> "r";
                    case "23" -> "1";
                    case "24" -> "2";
                    default -> "?";
                };
            default ->
                switch (line.kind()) {
                    case "GroupApi" -> "G";
                    case "CollApi", "P2pApi" -> "c";
                    case "KernelLaunch" -> "k";
                    case "Group" -> "g";
                    case "Coll" -> "C";
                    case "P2p" -> "P";
                    case "KernelCh" -> "K";
                    default -> "?";
                };
        };
    }
}
