// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.overhead;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.cost.Choice;
import dev.lockstep.simulator.cost.CostModel;
import dev.lockstep.simulator.cost.PathFactors;
import dev.lockstep.simulator.cost.Tuning;
import dev.lockstep.simulator.random.Noise;
import dev.lockstep.simulator.scenario.Fabric;
import dev.lockstep.simulator.topology.Communicator;
import dev.lockstep.simulator.topology.Communicators;
import dev.lockstep.simulator.topology.RankLayout;
import dev.lockstep.simulator.topology.Role;
import java.util.List;

/// What the cost is set against: AllReduce over two nodes of eight GPUs, with the time and the channels of the
/// simulator's cost model (docs/simulator.md). Real clusters differ; the nanoseconds are what was measured.
final class ReferenceJob {
    private static final RankLayout TWO_NODES = new RankLayout(16, 8, 1, 16, 1, 1);
    private static final Fabric FABRIC =
            new Fabric(350_000_000_000L, 45_000_000_000L, 900, 5_000, true, false, 32, 32, 0);

    private final CostModel model = new CostModel(FABRIC, TWO_NODES, new PathFactors(TWO_NODES, List.of()));
    private final Tuning tuning = new Tuning(FABRIC);
    private final Communicator world =
            new Communicators(TWO_NODES, true, new Noise(1)).of(0, Role.WORLD).orElseThrow();

    /// Channels that NCCL takes for an AllReduce of that size.
    int channels(long sizeBytes) {
        return choice(sizeBytes).channels();
    }

    /// Nanoseconds that it takes when everybody is there.
    long nanos(long sizeBytes) {
        return model.collective(NcclFunction.ALL_REDUCE, choice(sizeBytes), sizeBytes, world, 0)
                .nanos();
    }

    private Choice choice(long sizeBytes) {
        return tuning.choose(NcclFunction.ALL_REDUCE, sizeBytes, world);
    }

    /// Which cluster that is, in words.
    String words() {
        return "AllReduce over %d GPUs on %d nodes".formatted(world.ranks(), world.nodes());
    }
}
