// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.simulator.topology.Communicator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The groups of a rank on one communicator do not overlap, not even on the GPU's clock.
final class AStreamRunsOneGroupAtATime implements Invariant {
    private record Key(int rank, Communicator communicator) {}

    @Override
    public void check(Cluster cluster, List<StepRun> steps) {
        Map<Key, Long> ends = new HashMap<>();
        for (StepRun step : steps) {
            step.byRank().stream().flatMap(List::stream).forEach(run -> {
                GpuClock clock = GpuClock.of(cluster, run.rank(), GpuClock.EPOCH_NANOS);
                Key key = new Key(run.rank(), run.launch().communicator());
                assertThat(clock.at(run.start())).isGreaterThanOrEqualTo(ends.getOrDefault(key, 0L));
                ends.put(key, clock.at(run.endNanos().orElseThrow()));
            });
        }
    }
}
