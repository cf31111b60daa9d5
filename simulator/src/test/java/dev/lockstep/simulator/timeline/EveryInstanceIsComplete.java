// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.topology.Communicator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Each collective is seen by each rank of its communicator, with one size for all.
final class EveryInstanceIsComplete implements Invariant {
    private record Instance(Communicator communicator, NcclFunction function, long sequence) {}

    @Override
    public void check(Cluster cluster, List<StepRun> steps) {
        Map<Instance, Integer> ranks = new HashMap<>();
        Map<Instance, Long> sizes = new HashMap<>();
        Operations operations = new Operations(cluster);
        for (StepRun step : steps) {
            step.byRank().stream()
                    .flatMap(List::stream)
                    .map(operations::of)
                    .flatMap(List::stream)
                    .forEach(operation -> {
                        if (operation.sequence().isPresent()) {
                            Instance instance = new Instance(
                                    operation.group().launch().communicator(),
                                    operation.call().function(),
                                    operation.sequence().getAsLong());
                            ranks.merge(instance, 1, Integer::sum);
                            sizes.putIfAbsent(instance, operation.sizeBytes());
                            assertThat(operation.sizeBytes()).isEqualTo(sizes.get(instance));
                        }
                    });
        }
        ranks.forEach(
                (instance, count) -> assertThat(count).as("%s", instance).isEqualTo(instance.communicator.ranks()));
    }
}
