// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.topology.Communicator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Operation numbers, ordinals and sequence numbers of a rank begin at 0 and count by one.
final class NumbersHaveNoGaps implements Invariant {
    private record OrdinalKey(int rank, Communicator communicator) {}

    private record SequenceKey(int rank, Communicator communicator, NcclFunction function) {}

    @Override
    public void check(Cluster cluster, List<StepRun> steps) {
        Map<Object, Long> next = new HashMap<>();
        Operations operations = new Operations(cluster);
        for (StepRun step : steps) {
            for (List<GroupRun> runs : step.byRank()) {
                runs.forEach(run -> operations.of(run).forEach(operation -> check(next, operation)));
            }
        }
    }

    private static void check(Map<Object, Long> next, OperationRun operation) {
        int rank = operation.group().rank();
        Communicator communicator = operation.group().launch().communicator();
        expect(next, rank, operation.operation());
        expect(next, new OrdinalKey(rank, communicator), operation.ordinal());
        operation
                .sequence()
                .ifPresent(sequence -> expect(
                        next,
                        new SequenceKey(rank, communicator, operation.call().function()),
                        sequence));
    }

    private static void expect(Map<Object, Long> next, Object key, long number) {
        assertThat(number).as("%s", key).isEqualTo(next.merge(key, 1L, Long::sum) - 1);
    }
}
