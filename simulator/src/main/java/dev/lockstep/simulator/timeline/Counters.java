// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.timeline;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.simulator.program.Item;
import dev.lockstep.simulator.topology.Communicator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/// Numbers the operations of one rank over the whole job, in the order in which its host enqueues
/// them.
final class Counters {
    private static final class OfCommunicator {
        private final Map<NcclFunction, Long> sequences = new EnumMap<>(NcclFunction.class);
        private long ordinal;
        private int meetings;
    }

    private final Map<Communicator, OfCommunicator> communicators = new HashMap<>();
    private long operations;

    void beginStep() {
        communicators.values().forEach(counters -> counters.meetings = 0);
    }

    /// Whether the rank has not used this communicator yet.
    boolean isFirst(Communicator communicator) {
        return !communicators.containsKey(communicator);
    }

    Numbering take(Item.Launch launch) {
        OfCommunicator counters = communicators.computeIfAbsent(launch.communicator(), _ -> new OfCommunicator());
        NcclFunction function = launch.calls().getFirst().function();
        int calls = launch.calls().size();
        Numbering numbering = new Numbering(
                operations, counters.ordinal, counters.sequences.getOrDefault(function, 0L), counters.meetings);
        operations += calls;
        counters.ordinal += calls;
        if (!launch.isPointToPoint()) {
            counters.sequences.merge(function, (long) calls, Long::sum);
            counters.meetings++;
        }
        return numbering;
    }
}
