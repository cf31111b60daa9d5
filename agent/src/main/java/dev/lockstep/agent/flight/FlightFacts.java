// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What the agent knows of a death and the process' own file does not: who saw it and when. `gpus` has the NVML index
/// of each GPU by its PCI bus id, `hung` the operations that hung when the process was last seen alive; without
/// `lastSeenAlive` the agent found it dead.
public record FlightFacts(
        String node,
        Ending ending,
        Moment seenDead,
        Optional<Moment> lastSeenAlive,
        Map<String, Integer> gpus,
        List<NotedOperation> hung) {
    /// GPUs that are noted of one process.
    static final int GPUS_MAX = 64;
    /// Hung operations that are noted of one process: the oldest tell the cause.
    static final int HUNG_MAX = 16;

    public FlightFacts {
        gpus = Map.copyOf(gpus);
        hung = List.copyOf(hung);
    }

    /// The index of the GPU with that bus id.
    OptionalInt gpu(String pciBusId) {
        Integer index = gpus.get(pciBusId);
        return index == null ? OptionalInt.empty() : OptionalInt.of(index);
    }
}
