// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/// Enqueue, start and stop follow each other, on true time and on the rank's own clock, for the
/// operation and for each of its channels.
final class EveryOperationTakesTime implements Invariant {
    @Override
    public void check(Cluster cluster, List<StepRun> steps) {
        Operations operations = new Operations(cluster);
        steps.stream()
                .flatMap(step -> step.byRank().stream())
                .flatMap(List::stream)
                .forEach(run -> operations.of(run).forEach(operation -> check(cluster, operation)));
    }

    private static void check(Cluster cluster, OperationRun operation) {
        GroupRun group = operation.group();
        GpuClock clock = GpuClock.of(cluster, group.rank(), GpuClock.EPOCH_NANOS);
        long start = operation.startNanos().orElseThrow();
        long end = operation.endNanos().orElseThrow();
        assertThat(group.enqueueNanos()).isLessThan(start);
        assertThat(clock.at(start)).isLessThan(clock.at(end));
        assertThat(operation.stamps())
                .hasSize(operation.isToSelf() ? 0 : operation.choice().channels());
        for (ChannelStamp stamp : operation.stamps()) {
            assertThat(clock.at(stamp.startNanos())).isLessThan(clock.at(stamp.stopNanos()));
            assertThat(stamp.stopNanos()).isLessThanOrEqualTo(group.endNanos().orElseThrow());
        }
    }
}
