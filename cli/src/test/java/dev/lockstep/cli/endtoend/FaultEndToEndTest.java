// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Faults of the job itself through the real plugin, agents and a brain: each is named by its kind and its culprit.
final class FaultEndToEndTest {
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
    void namesTheRankWhoseGpuIsSlow() throws Exception {
        assertThat(named(WIDE, "late-rank rank=5 from=20 factor=2", "straggler_gpu", 5)
                        .node())
                .isEqualTo("node-1");
    }

    @Test
    void namesTheRankWhosePathIsSlow() throws Exception {
        assertThat(named(CROSSED, "slow-link rank=5 from=20 factor=0.1", "slow_link", 5)
                        .node())
                .isEqualTo("node-2");
    }

    @Test
    void namesTheRankThatEntersAnotherFunction() throws Exception {
        assertThat(named(WIDE, "mismatched-function rank=6 group=DP operation=0 from=20", "hang_mismatch", 6)
                        .node())
                .isEqualTo("node-1");
    }

    @Test
    void namesAllRanksWhoseProcessIsKilled() throws Exception {
        assertThat(named(PlayedJob.SMALL, "crash node=1 from=20", "process_gone", 2, 3)
                        .node())
                .isEqualTo("node-1");
    }

    private Asked.Seen named(String shape, String fault, String kind, Integer... ranks) throws Exception {
        try (Brain brain = Brain.start(Map.of());
                PlayedJob job = PlayedJob.start(folder, shape, fault)) {
            List<WatchingAgent> agents = WatchingAgent.ofAllNodes(job, List.of(brain.uri()));
            try {
                return brain.ask().awaitIncident("open", kind, ranks);
            } finally {
                agents.forEach(WatchingAgent::close);
            }
        }
    }
}
