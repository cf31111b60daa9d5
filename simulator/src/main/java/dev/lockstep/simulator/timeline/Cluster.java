// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.simulator.random.Noise;
import dev.lockstep.simulator.scenario.Scenario;
import dev.lockstep.simulator.scenario.Shape;
import dev.lockstep.simulator.topology.Communicators;
import dev.lockstep.simulator.topology.RankLayout;

/// What does not change over a job: where the ranks stand, their communicators, the seed's noise.
public record Cluster(Scenario scenario, RankLayout layout, Communicators communicators, Noise noise) {
    /// The cluster of a scenario.
    public static Cluster of(Scenario scenario) {
        Shape shape = scenario.shape();
        RankLayout layout = new RankLayout(
                shape.ranks(), shape.gpusPerNode(), shape.tensor(), shape.data(), shape.pipeline(), shape.expert());
        Noise noise = new Noise(scenario.seed());
        Communicators communicators = new Communicators(layout, shape.namedCommunicators(), noise);
        return new Cluster(scenario, layout, communicators, noise);
    }
}
