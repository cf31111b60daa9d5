// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.agent.flight.Ending;
import dev.lockstep.agent.flight.FlightFacts;
import dev.lockstep.agent.flight.Moment;
import dev.lockstep.agent.flight.NotedOperation;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.shm.ShmProcessState;
import dev.lockstep.shm.reader.ShmReading;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The end of a process, as the reading saw it that found nobody holding the file any more. Without an `ending` it
/// ended well, or its file is damaged and tells nothing.
record Death(
        Moment seenAt,
        Optional<Moment> lastSeenAlive,
        Optional<Ending> ending,
        List<NotedOperation> hung,
        Map<String, Integer> gpus) {
    static Death of(Moment now, ShmReading reading, Optional<LastLook> lastLook) {
        Optional<Moment> alive = lastLook.map(LastLook::at);
        if (!(reading instanceof ShmReading.Fresh fresh)) {
            return new Death(now, alive, Optional.empty(), List.of(), Map.of());
        }
        List<NotedOperation> before = lastLook.map(LastLook::hung).orElse(List.of());
        List<NotedOperation> hung = before.isEmpty() ? LastLook.hung(fresh.snapshot()) : before;
        return new Death(now, alive, ending(fresh.state(), hung), hung, gpus(fresh.snapshot()));
    }

    private static Optional<Ending> ending(ShmProcessState state, List<NotedOperation> hung) {
        if (state != ShmProcessState.CLOSED) {
            return Optional.of(Ending.KILLED);
        }
        return hung.isEmpty() ? Optional.empty() : Optional.of(Ending.HUNG);
    }

    private static Map<String, Integer> gpus(ProcessSnapshot process) {
        Map<String, Integer> gpus = new HashMap<>();
        process.communicators().stream()
                .flatMap(communicator -> communicator.identity().gpu().stream())
                .forEach(gpu ->
                        gpu.pciBusId().ifPresent(busId -> gpu.index().ifPresent(index -> gpus.put(busId, index))));
        return gpus;
    }

    /// What the flight record says of it; absent where there is nothing to record.
    Optional<FlightFacts> facts(String node) {
        return ending.map(how -> new FlightFacts(node, how, seenAt, lastSeenAlive, gpus, hung));
    }
}
