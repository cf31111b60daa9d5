// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Checks every invariant on jobs of random shape. A failure names its seed; the scenario follows
/// from it.
class TimelineInvariantsTest {
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void holdForARandomJob(long seed) {
        Scenario scenario = randomScenario(seed);
        Cluster cluster = Cluster.of(scenario);

        List<StepRun> steps = Examples.steps(scenario);

        Invariant.all().forEach(invariant -> invariant.check(cluster, steps));
    }

    private static Scenario randomScenario(long seed) {
        Random random = new Random(seed);
        int tensor = 1 << random.nextInt(3);
        int pipeline = 1 << random.nextInt(3);
        int expert = 1 << random.nextInt(2);
        List<String> lines = new ArrayList<>(List.of(
                "seed: " + seed,
                "steps: 4",
                "cluster.nodes: 4",
                "cluster.gpus-per-node: 8",
                "groups.tensor: " + tensor,
                "groups.pipeline: " + pipeline,
                "groups.expert: " + expert,
                "groups.named: " + yesNo(random),
                "model.sequence-parallel: " + yesNo(random),
                "model.sharded-optimizer: " + yesNo(random),
                "model.overlap-reduction: " + yesNo(random),
                "model.buckets-per-group: " + (1 + random.nextInt(3)),
                "model.microbatches: " + (1 + random.nextInt(5)),
                "model.activation: " + (1 + random.nextInt(64)) + "MiB",
                "fabric.nvls: " + yesNo(random),
                "fabric.collnet: " + yesNo(random)));
        if (random.nextBoolean()) {
            lines.add("fault: late-rank rank=" + random.nextInt(32) + " from=1 factor=3");
        }
        if (random.nextBoolean()) {
            lines.add("fault: slow-link rank=" + random.nextInt(32) + " from=2 factor=0.2");
        }
        return ScenarioFile.parse("random", lines);
    }

    private static String yesNo(Random random) {
        return random.nextBoolean() ? "yes" : "no";
    }
}
