// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lockstep.cli.process.SystemClock;
import dev.lockstep.simulator.hardware.FakeHardware;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Faults of devices through the real plugin, agents that read the devices of their nodes, and a brain: the incident
/// names the device.
final class HardwareEndToEndTest {
    /// Four nodes of two: tensor groups lie on two nodes each, so that a path is where two groups cross.
    private static final String CROSSED = """
            cluster.nodes: 4
            cluster.gpus-per-node: 2
            groups.tensor: 4
            model.layers: 1
            model.microbatches: 2
            model.activation: 8MiB
            compute.forward: 15ms
            """;

    /// Two nodes of four; data groups of four are on both.
    private static final String WIDE = """
            cluster.nodes: 2
            cluster.gpus-per-node: 4
            groups.tensor: 2
            model.layers: 1
            model.microbatches: 2
            compute.forward: 15ms
            """;

    @TempDir
    private Path folder;

    @BeforeAll
    static void needsThePlugin() {
        assumeTrue(PlayedJob.canBePlayed(), "make -C plugin && make -C simulator/src/main/c");
    }

    @Test
    void namesTheGpuThatHeatHoldsBack() throws Exception {
        names(
                "gpu1 of node-1 is throttled",
                WIDE,
                "late-rank rank=5 from=20 factor=2\nhardware: throttled-gpu rank=5 from=20",
                "straggler_gpu",
                5);
    }

    @Test
    void namesTheNicThatFlaps() throws Exception {
        names(
                "mlx5_1:1 of node-2 went down",
                CROSSED,
                "slow-link rank=5 from=20 factor=0.1\nhardware: flapping-nic rank=5 from=20",
                "slow_link",
                5);
    }

    @Test
    void namesTheNicThatLostLanes() throws Exception {
        names(
                "mlx5_1 of node-2 has 4 PCIe lanes of 16",
                CROSSED,
                "slow-link rank=5 from=20 factor=0.1\nhardware: pcie-downgrade rank=5 from=20",
                "slow_link",
                5);
    }

    @Test
    void namesTheXidOfTheGpuThatStartsNothingAnyMore() throws Exception {
        names(
                "gpu2 of node-1 has fallen off the bus (Xid 79)",
                WIDE,
                "gpu-stall rank=6 group=DP operation=0 from=20\nhardware: xid rank=6 from=20 code=79",
                "hang_not_started",
                6);
    }

    private void names(String device, String shape, String fault, String kind, Integer... ranks) throws Exception {
        try (Brain brain = Brain.start(Map.of());
                PlayedJob job = PlayedJob.start(folder, shape, fault);
                FakeHardware hardware = FakeHardware.start(
                        job.scenario(),
                        IntStream.range(0, job.nodes())
                                .mapToObj(node -> "node-" + node)
                                .toList(),
                        folder.resolve("hardware"),
                        job.start(),
                        SystemClock.wall())) {
            List<WatchingAgent> agents = WatchingAgent.ofAllNodes(job, List.of(brain.uri()), hardware);
            try {
                brain.ask().awaitIncident("open", kind, ranks);
                await(device)
                        .atMost(Duration.ofMinutes(1))
                        .untilAsserted(() -> assertThat(brain.ask().incidents("open"))
                                .filteredOn(seen -> seen.ranks().equals(List.of(ranks)))
                                .singleElement()
                                .asString()
                                .contains(device));
            } finally {
                agents.forEach(WatchingAgent::close);
            }
        }
    }
}
