// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.ProcessSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// How many communicators one process may bring within a grace, for what has ended is shown as long. The plugin keeps
/// within it whatever a job does, since it gives a row to another communicator after 60 s at the earliest; a file that
/// lies does not.
final class CommunicatorBudget {
    /// Communicators of one process within a grace: four times the plugin's rows.
    static final int COMMUNICATORS_MAX = 1024;

    private record Key(String id, int hashOrdinal, OptionalInt commRank) {
        static Key of(CommunicatorIdentity identity) {
            return new Key(identity.id(), identity.hashOrdinal(), identity.commRank());
        }
    }

    private final long windowNanos;
    private final Map<Key, Long> lastSeen = new HashMap<>();

    CommunicatorBudget(Duration window) {
        this.windowNanos = window.toNanos();
    }

    /// The process with the communicators that it may have: those known, and new ones while there is room.
    ProcessSnapshot within(ProcessSnapshot process, long nowNanos) {
        lastSeen.values().removeIf(seen -> nowNanos - seen > windowNanos);
        List<CommunicatorSnapshot> admitted = new ArrayList<>();
        for (CommunicatorSnapshot communicator : process.communicators()) {
            Key key = Key.of(communicator.identity());
            if (lastSeen.containsKey(key) || lastSeen.size() < COMMUNICATORS_MAX) {
                lastSeen.put(key, nowNanos);
                admitted.add(communicator);
            }
        }
        boolean isWhole = admitted.size() == process.communicators().size();
        return isWhole ? process : new ProcessSnapshot(process.identity(), admitted, process.lost(), process.suspect());
    }
}
