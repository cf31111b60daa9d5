// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.count;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import org.jspecify.annotations.Nullable;

/// How many operation series a process may hold, and all processes together.
final class SeriesBudget {
    private final @Nullable SeriesBudget whole;
    private final int limit;
    private final ReasonCounts refused;
    private int used;

    private SeriesBudget(@Nullable SeriesBudget whole, int limit, ReasonCounts refused) {
        this.whole = whole;
        this.limit = limit;
        this.refused = refused;
    }

    static SeriesBudget ofAll(ReasonCounts refused) {
        return new SeriesBudget(null, InspectorLimits.SERIES_MAX, refused);
    }

    SeriesBudget ofProcess() {
        return new SeriesBudget(this, InspectorLimits.SERIES_PER_PROCESS_MAX, refused);
    }

    boolean hasRoom() {
        return used < limit && (whole == null || whole.hasRoom());
    }

    void take() {
        used++;
        if (whole != null) {
            whole.take();
        }
    }

    /// An operation was counted in a folded series.
    void folded() {
        refused.one(Reason.SERIES_OVER_LIMIT);
    }

    /// The process is gone.
    void close() {
        if (whole != null) {
            whole.used -= used;
        }
        used = 0;
    }
}
