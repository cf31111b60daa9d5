// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.ShmProcessState;
import dev.lockstep.shm.reader.CopyBuffer;
import dev.lockstep.shm.reader.ShmAttachment;
import dev.lockstep.shm.reader.ShmReader;
import dev.lockstep.shm.reader.ShmReading;
import dev.lockstep.simulator.nccl.ProfilerApi;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.Shape;
import dev.lockstep.simulator.timeline.Examples;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Plays examples into the real plugin, a process a node, and compares what its shared memory says
/// with the truth.
class RealPluginTest {
    private static final Path PLUGIN = Examples.root().resolve("plugin/build/libnccl-profiler-lockstep.so");
    private static final Path DRIVER = Examples.root().resolve("simulator/target/native/libcuda.so.1");
    private static final long LATER_NANOS = 60_000_000_000L;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path out;

    private Path plugin = PLUGIN;
    private Function<Integer, Map<String, String>> moreEnvironment = _ -> Map.of();

    private record Read(ProcessSnapshot snapshot, ShmProcessState state) {}

    @BeforeEach
    void needsThePlugin() {
        assumeThat(PLUGIN).as("make -C plugin builds it").exists();
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 6, 5, 4})
    void countsWhatTheTruthHas(int api) throws Exception {
        assertThat(play("pipeline-experts", api, 6)).containsExactly(0, 0);

        for (int node = 0; node < 2; node++) {
            Read read = read(node);
            assertThat(counted(read.snapshot())).isEqualTo(happened(TruthFile.read(out, node)));
            assertThat(read.snapshot().identity().profilerApi()).hasValue(api);
            assertThat(read.state()).isEqualTo(ShmProcessState.CLOSED);
            assertThat(read.snapshot().lost().values()).containsOnly(0L);
            assertThat(read.snapshot().suspect().values()).containsOnly(0L);
        }
    }

    /// Version 3 tells no ranks: sizes stay per rank, and the ranks of a process may merge.
    @Test
    void countsCallsWithTheOldestVersion() throws Exception {
        assertThat(play("pipeline-experts", 3, 6)).containsExactly(0, 0);

        for (int node = 0; node < 2; node++) {
            assertThat(callsWithoutRank(counted(read(node).snapshot())))
                    .isEqualTo(callsWithoutRank(happened(TruthFile.read(out, node))));
        }
    }

    @Test
    void countsTheSameWithAPluginBehindThatGetsWhatItGetsAlone() throws Exception {
        ChainedRecorder recorder = ChainedRecorder.build(out);
        plugin = recorder.library();
        moreEnvironment = node -> recorder.environment("alone-" + node);
        assertThat(play("pipeline-experts", 5, 6)).containsExactly(0, 0);

        plugin = PLUGIN;
        moreEnvironment = node -> {
            Map<String, String> chain = new TreeMap<>(recorder.environment("behind-" + node));
            chain.put("LOCKSTEP_CHAIN", recorder.library().toString());
            return chain;
        };
        countsWhatTheTruthHas(5);

        for (int node = 0; node < 2; node++) {
            assertThat(recorder.recorded("behind-" + node)).isEqualTo(recorder.recorded("alone-" + node));
            assertThat(recorder.recorded("behind-" + node)).doesNotContain("startEvent 0", "recordEventState 0");
        }
    }

    @Test
    void timesCollectivesToTheNanosecond() throws Exception {
        assertThat(play("healthy", 7, 20)).containsExactly(0, 0);

        Read read = read(1);
        Map<String, Long> truth = new TreeMap<>();
        for (TruthFile.Line line : TruthFile.read(out, 1)) {
            if (!line.text("func").equals("Broadcast")) {
                long nanos = line.number("end_ns") - line.number("start_ns");
                truth.merge(key(line), nanos, Long::sum);
            }
        }
        assertThat(timed(read.snapshot())).isEqualTo(truth);
    }

    @Test
    void identifiesTheSimulatedDevices() throws Exception {
        assumeThat(DRIVER).exists();
        play("healthy", 7, 1);

        List<String> buses = read(0).snapshot().communicators().stream()
                .map(CommunicatorSnapshot::identity)
                .filter(identity -> identity.name().equals("WORLD"))
                .map(identity -> identity.gpu().orElseThrow().pciBusId().orElseThrow())
                .toList();

        assertThat(buses).hasSize(8).doesNotHaveDuplicates().contains("0000:1b:00.0", "0000:df:00.0");
    }

    @Test
    void leavesAHangInFlight() throws Exception {
        assertThat(play("hang", 7, 100)).containsExactly(0, 0);

        assertThat(inFlight(read(0).snapshot())).containsAllEntriesOf(unfinished(TruthFile.read(out, 0), "stuck"));
        assertThat(inFlight(read(1).snapshot())).containsAllEntriesOf(unfinished(TruthFile.read(out, 1), "stuck"));
    }

    @Test
    void leavesTheFileOfAKilledProcess() throws Exception {
        assertThat(play("crash", 7, 100)).containsExactly(0, 137);

        Read killed = read(1);
        assertThat(killed.state()).isEqualTo(ShmProcessState.LIVE);
        assertThat(inFlight(read(0).snapshot())).containsAllEntriesOf(unfinished(TruthFile.read(out, 0), "stuck"));
    }

    @Test
    void stopsAtTheEndOfAStepWhenAsked() throws Exception {
        NodeOptions options = options("healthy", 7, 1_000_000, Optional.of(50.0));
        try (SimulatedCluster cluster = SimulatedCluster.start(options, 2, this::environment, Redirect.DISCARD)) {
            for (int node = 0; node < 2; node++) {
                waitForFile(node, cluster);
            }
            cluster.stop();
            assertThat(cluster.join()).containsOnly(143);
        }

        for (int node = 0; node < 2; node++) {
            assertThat(read(node).state()).isEqualTo(ShmProcessState.CLOSED);
            assertThat(TruthFile.read(out, node))
                    .allMatch(line -> line.text("state").equals("done"));
        }
    }

    private List<Integer> play(String example, int api, int steps) throws IOException, InterruptedException {
        NodeOptions options = options(example, api, steps, Optional.empty());
        try (SimulatedCluster cluster = SimulatedCluster.start(options, 2, this::environment, Redirect.DISCARD)) {
            return cluster.join();
        }
    }

    private NodeOptions options(String example, int api, int steps, Optional<Double> scale) {
        return new NodeOptions(
                Examples.file(example),
                0,
                out,
                plugin,
                Optional.of(DRIVER).filter(Files::exists),
                ProfilerApi.of(api),
                scale,
                System.currentTimeMillis(),
                OptionalInt.of(steps),
                Optional.empty(),
                Optional.of(Duration.ZERO));
    }

    private Map<String, String> environment(int node) {
        Scenario healthy = Examples.named("healthy");
        Shape shape = healthy.shape();
        Map<String, String> environment =
                new TreeMap<>(SimulatedCluster.jobEnvironment("4711", node, shape, out.resolve("shm-" + node)));
        environment.putAll(moreEnvironment.apply(node));
        return environment;
    }

    private void waitForFile(int node, SimulatedCluster cluster) throws IOException {
        while (files(node).isEmpty()) {
            assertThat(cluster.processes().get(node).isAlive()).isTrue();
            Thread.onSpinWait();
        }
    }

    private List<Path> files(int node) throws IOException {
        try (Stream<Path> all = Files.list(out.resolve("shm-" + node))) {
            return all.filter(file -> file.toString().endsWith(".lockstep")).toList();
        }
    }

    private Read read(int node) throws IOException {
        List<Path> files = files(node);
        assertThat(files).hasSize(1);
        ShmAttachment attachment = ShmReader.attach(files.getFirst(), new CopyBuffer(), GpuIndex.UNKNOWN);
        assertThat(attachment).isInstanceOf(ShmAttachment.Ready.class);
        try (ShmReader reader = ((ShmAttachment.Ready) attachment).reader()) {
            ShmReading reading = reader.read(System.nanoTime() + LATER_NANOS);
            assertThat(reading).isInstanceOf(ShmReading.Fresh.class);
            ShmReading.Fresh fresh = (ShmReading.Fresh) reading;
            return new Read(fresh.snapshot(), fresh.state());
        }
    }

    /// Calls and bytes by communicator, rank in it and function.
    private static Map<String, List<Long>> counted(ProcessSnapshot snapshot) {
        Map<String, List<Long>> sums = new TreeMap<>();
        for (CommunicatorSnapshot communicator : snapshot.communicators()) {
            for (OperationSeries series : communicator.series()) {
                add(sums, key(communicator.identity(), series), series.calls(), series.sizeBytes());
            }
        }
        return sums;
    }

    private static Map<String, List<Long>> happened(List<TruthFile.Line> lines) {
        Map<String, List<Long>> sums = new TreeMap<>();
        for (TruthFile.Line line : lines) {
            add(sums, key(line), 1, line.number("bytes"));
        }
        return sums;
    }

    private static Map<String, Long> callsWithoutRank(Map<String, List<Long>> sums) {
        Map<String, Long> calls = new TreeMap<>();
        sums.forEach((key, both) -> calls.merge(key.replaceFirst("/-?\\d+", ""), both.getFirst(), Long::sum));
        return calls;
    }

    private static void add(Map<String, List<Long>> sums, String key, long calls, long bytes) {
        sums.merge(
                key,
                List.of(calls, bytes),
                (before, more) -> List.of(before.getFirst() + more.getFirst(), before.getLast() + more.getLast()));
    }

    private static Map<String, Long> timed(ProcessSnapshot snapshot) {
        Map<String, Long> sums = new TreeMap<>();
        for (CommunicatorSnapshot communicator : snapshot.communicators()) {
            for (OperationSeries series : communicator.series()) {
                if (series.key().kind() == OperationKind.KERNEL) {
                    assertThat(series.suspectCalls() + series.untimedCalls()).isZero();
                    String key = key(communicator.identity(), series);
                    sums.merge(key, series.durations().sumNanos(), Long::sum);
                }
            }
        }
        return sums;
    }

    private static Map<String, Long> inFlight(ProcessSnapshot snapshot) {
        Map<String, Long> operations = new TreeMap<>();
        for (CommunicatorSnapshot communicator : snapshot.communicators()) {
            communicator
                    .inFlight()
                    .forEach(operation -> operations.put(
                            communicator.identity().id() + "/"
                                    + communicator.identity().commRank().orElse(-1) + " "
                                    + operation.key().function().ncclName() + " "
                                    + operation.sequence().orElse(-1),
                            (long) operation.channelsStarted()));
        }
        return operations;
    }

    private static Map<String, Long> unfinished(List<TruthFile.Line> lines, String state) {
        Map<String, Long> operations = new TreeMap<>();
        List<TruthFile.Line> open = new ArrayList<>(lines);
        open.removeIf(line -> !line.text("state").equals(state));
        assertThat(open).isNotEmpty();
        open.forEach(line -> operations.put(key(line) + " " + line.text("seq"), line.number("channels")));
        return operations;
    }

    private static String key(CommunicatorIdentity communicator, OperationSeries series) {
        return communicator.id() + "/" + communicator.commRank().orElse(-1) + " "
                + series.key().function().ncclName();
    }

    private static String key(TruthFile.Line line) {
        return line.text("comm").substring(2) + "/" + line.text("comm_rank") + " " + line.text("func");
    }
}
