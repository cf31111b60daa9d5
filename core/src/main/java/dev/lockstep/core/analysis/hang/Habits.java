// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import dev.lockstep.core.analysis.job.CommunicatorKey;
import dev.lockstep.core.feed.CommunicatorFeed;
import dev.lockstep.core.feed.ProcessFeed;
import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.SizeClass;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Which operations communicators of two ranks run: where two ranks disagree, only habit can tell who is odd.
final class Habits {
    /// Communicators whose habits are kept; of those beyond nothing is known.
    static final int COMMUNICATORS_MAX = 1 << 14;
    /// Kinds of operation that are kept of each.
    static final int OPERATIONS_MAX = 32;

    private record Usual(NcclFunction function, SizeClass size) {}

    private final Map<CommunicatorKey, Set<Usual>> usual = new HashMap<>();

    void accept(ProcessFeed feed) {
        for (CommunicatorFeed communicator : feed.communicators()) {
            boolean isPair = communicator.identity().ranks().orElse(0) == 2;
            if (isPair && !communicator.series().isEmpty()) {
                learn(CommunicatorKey.of(communicator.identity()), communicator);
            }
        }
    }

    private void learn(CommunicatorKey key, CommunicatorFeed communicator) {
        if (usual.size() >= COMMUNICATORS_MAX && !usual.containsKey(key)) {
            return;
        }
        Set<Usual> known = usual.computeIfAbsent(key, unknown -> new HashSet<>());
        for (SeriesDelta series : communicator.series()) {
            if (known.size() < OPERATIONS_MAX) {
                known.add(new Usual(series.key().function(), series.key().sizeClass()));
            }
        }
    }

    boolean knows(CommunicatorKey communicator, NcclFunction function, long sizeBytes) {
        Usual operation = new Usual(function, SizeClass.of(Math.max(0, sizeBytes)));
        return usual.getOrDefault(communicator, Set.of()).contains(operation);
    }
}
