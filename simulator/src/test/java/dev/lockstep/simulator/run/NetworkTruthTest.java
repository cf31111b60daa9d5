// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.connection.ConnectionCounters;
import dev.lockstep.core.model.connection.ConnectionCounters.Volume;
import dev.lockstep.core.model.connection.ConnectionKey;
import dev.lockstep.core.model.connection.Standing;
import dev.lockstep.shm.GpuIndex;
import dev.lockstep.shm.reader.CopyBuffer;
import dev.lockstep.shm.reader.ShmAttachment;
import dev.lockstep.shm.reader.ShmReader;
import dev.lockstep.shm.reader.ShmReading;
import dev.lockstep.simulator.nccl.ProfilerApi;
import dev.lockstep.simulator.network.NetworkPart;
import dev.lockstep.simulator.network.NetworkPlan;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.timeline.Cluster;
import dev.lockstep.simulator.timeline.Examples;
import dev.lockstep.simulator.timeline.GroupRun;
import dev.lockstep.simulator.timeline.OperationRun;
import dev.lockstep.simulator.timeline.Operations;
import dev.lockstep.simulator.timeline.StepRun;
import dev.lockstep.simulator.timeline.Timeline;
import dev.lockstep.simulator.topology.Communicator;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the real plugin counts of the network of a simulated job is what the simulator played. Of Broadcasts NCCL tells
/// nothing but the call.
class NetworkTruthTest {
    private static final Path PLUGIN = Examples.root().resolve("plugin/build/libnccl-profiler-lockstep.so");
    private static final int STEPS = 4;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path out;

    private record Place(String communicator, int rank, ConnectionKey key) {}

    @Test
    void countsWhatTheProxiesMove() throws Exception {
        assumeThat(PLUGIN).as("make -C plugin builds it").exists();
        Scenario scenario = Examples.named("pipeline-experts").withSteps(STEPS);
        NodeOptions options = new NodeOptions(
                Examples.file("pipeline-experts"),
                0,
                out,
                PLUGIN,
                Optional.empty(),
                ProfilerApi.of(7),
                Optional.empty(),
                System.currentTimeMillis(),
                OptionalInt.of(STEPS),
                Optional.empty(),
                Optional.of(Duration.ZERO));
        try (SimulatedCluster cluster = SimulatedCluster.start(
                options,
                2,
                node -> SimulatedCluster.jobEnvironment("4711", node, scenario.shape(), out.resolve("shm-" + node)),
                Redirect.DISCARD)) {
            assertThat(cluster.join()).containsExactly(0, 0);
        }

        Map<Place, Volume> counted = new HashMap<>();
        for (int node = 0; node < 2; node++) {
            read(node, counted);
        }
        assertThat(counted).isNotEmpty().isEqualTo(played(scenario));
    }

    private void read(int node, Map<Place, Volume> counted) throws IOException {
        try (Stream<Path> files = Files.list(out.resolve("shm-" + node))) {
            Path file = files.filter(each -> each.toString().endsWith(".lockstep"))
                    .findFirst()
                    .orElseThrow();
            ShmAttachment attachment = ShmReader.attach(file, new CopyBuffer(), GpuIndex.UNKNOWN);
            try (ShmReader reader = ((ShmAttachment.Ready) attachment).reader()) {
                ShmReading.Fresh fresh = (ShmReading.Fresh) reader.read(System.nanoTime());
                fresh.snapshot().communicators().forEach(communicator -> add(communicator, counted));
            }
        }
    }

    private static void add(CommunicatorSnapshot communicator, Map<Place, Volume> counted) {
        int rank = communicator.identity().commRank().orElse(-1);
        for (ConnectionCounters each : communicator.connections()) {
            assertThat(each.standing()).isEqualTo(Standing.NOTHING);
            assertThat(each.network().bytes()).isEqualTo(each.volume().bytes());
            counted.put(new Place(communicator.identity().id(), rank, each.key()), each.volume());
        }
    }

    private static Map<Place, Volume> played(Scenario scenario) {
        Cluster cluster = Cluster.of(scenario);
        NetworkPlan plan = new NetworkPlan(cluster);
        Operations operations = new Operations(cluster);
        Timeline timeline = new Timeline(cluster);
        Map<Place, Volume> played = new HashMap<>();
        for (Optional<StepRun> step = timeline.next(); step.isPresent(); step = timeline.next()) {
            for (List<GroupRun> ofRank : step.get().byRank()) {
                for (GroupRun run : ofRank) {
                    operations.of(run).stream()
                            .filter(operation -> operation.call().function() != NcclFunction.BROADCAST)
                            .forEach(operation -> add(operation, plan.parts(operation), played));
                }
            }
        }
        return played;
    }

    private static void add(OperationRun operation, List<NetworkPart> parts, Map<Place, Volume> played) {
        Communicator communicator = operation.group().launch().communicator();
        int rank = communicator.commRank(operation.group().rank());
        for (NetworkPart part : parts) {
            Place place = new Place(
                    communicator.id().substring(2),
                    rank,
                    ConnectionKey.of(part.peer(), part.direction(), part.channel()));
            played.merge(
                    place, new Volume(1, NetworkPlan.STEPS, NetworkPlan.STEPS * part.stepBytes(), 0), Volume::plus);
        }
    }
}
