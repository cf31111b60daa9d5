// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.sharedmemory;

import dev.lockstep.agent.flight.FlightFacts;
import dev.lockstep.agent.flight.FlightSpool;
import dev.lockstep.agent.flight.Life;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Brings each process that died badly into the spool, once. A reading copies a few files at most; the others wait
/// for the next one, so that a node full of dead processes does not hold up the readings of the living.
final class FlightRecorder {
    /// Files copied in one reading.
    static final int COPIES_PER_READING_MAX = 8;

    private final Optional<FlightSpool> spool;
    private final String node;
    private final Set<AttachedFile> known = new HashSet<>();
    private final Deque<AttachedFile> waiting = new ArrayDeque<>();

    /// Without a spool nothing is recorded.
    FlightRecorder(Optional<FlightSpool> spool, String node) {
        this.spool = spool;
        this.node = node;
    }

    /// Looks for those that died since the last time, and records some of those that wait.
    void record(Collection<AttachedFile> files, Instant now) {
        if (spool.isEmpty()) {
            return;
        }
        for (AttachedFile file : files) {
            if (file.isDead() && known.add(file)) {
                waiting.add(file);
            }
        }
        for (int i = 0; i < COPIES_PER_READING_MAX && !waiting.isEmpty(); i++) {
            record(waiting.remove(), spool.get());
        }
        spool.get().tidy(now);
    }

    private void record(AttachedFile file, FlightSpool into) {
        Optional<FlightFacts> facts = file.death().flatMap(death -> death.facts(node));
        Life life = Life.of(file.reader().header(), file.identity().owner());
        facts.ifPresent(known -> into.keep(life, file.reader(), known));
    }

    /// Whether a file is still needed.
    boolean waitsFor(AttachedFile file) {
        return waiting.contains(file);
    }

    void forget(AttachedFile file) {
        known.remove(file);
    }
}
