// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.read;

import dev.lockstep.agent.inspector.line.Field;
import dev.lockstep.agent.inspector.line.InspectorRecord;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `dump_stats` lines say that Inspector's ring has dropped: running totals of each communicator.
final class DropTotals {
    private final Map<StudiedCommunicator, Long> totals = new HashMap<>();

    void state(InspectorRecord record, @Nullable Place place) {
        if (place != null) {
            long dropped =
                    Math.max(0, record.number(Field.COLL_DROPPED)) + Math.max(0, record.number(Field.P2P_DROPPED));
            totals.merge(place.communicator(), dropped, Math::max);
        }
    }

    long sum() {
        return totals.values().stream().mapToLong(Long::longValue).sum();
    }

    boolean isStated() {
        return !totals.isEmpty();
    }
}
