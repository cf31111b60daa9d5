// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.core.model.ProcessSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The snapshots of one node over the last seconds: the newest, and the one that a window ends at.
final class Rolling {
    private record Taken(Instant at, List<ProcessSnapshot> processes) {}

    private final Duration window;
    private final Deque<Taken> taken = new ArrayDeque<>();

    Rolling(Duration window) {
        this.window = window;
    }

    /// Adds a snapshot and forgets those that the window has left, all but the one it starts from.
    void add(Instant at, List<ProcessSnapshot> processes) {
        if (!taken.isEmpty() && !taken.getLast().at().isBefore(at)) {
            return;
        }
        taken.addLast(new Taken(at, processes));
        while (taken.size() > 2 && !secondOldest().isAfter(at.minus(window))) {
            taken.removeFirst();
        }
    }

    List<ProcessSnapshot> newest() {
        return taken.isEmpty() ? List.of() : taken.getLast().processes();
    }

    /// Where the window starts; empty while there is only one snapshot, so that it counts from the start.
    List<ProcessSnapshot> oldest() {
        return taken.size() < 2 ? List.of() : taken.getFirst().processes();
    }

    /// From the oldest kept snapshot to the newest.
    Duration covered() {
        return taken.size() < 2
                ? Duration.ZERO
                : Duration.between(taken.getFirst().at(), taken.getLast().at());
    }

    private Instant secondOldest() {
        return taken.stream().skip(1).findFirst().orElseThrow().at();
    }
}
