// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.brain.told;

import dev.lockstep.core.feed.SeriesDelta;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SeriesKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was told of one series in all. What is told never goes back: a counter that is lower than before tells nothing
/// until it has caught up.
final class ToldSeries {
    private final SeriesKey key;
    private long calls;
    private long sizeBytes;
    private long timedCalls;
    private long durationNanos;
    private @Nullable OperationSeries seen;

    ToldSeries(SeriesKey key) {
        this.key = key;
    }

    /// One of which an agent before this one told so much.
    static ToldSeries of(SeriesDelta total) {
        ToldSeries told = new ToldSeries(total.key());
        told.calls = total.calls();
        told.sizeBytes = total.sizeBytes();
        told.timedCalls = total.timedCalls();
        told.durationNanos = total.durationNanos();
        return told;
    }

    /// Whether the series is as it was when it was last told. The reader gives the same object for it then.
    @SuppressWarnings("ReferenceEquality") // Equal ones that are not the same are looked at, and tell nothing.
    boolean isUnchanged(OperationSeries now) {
        return seen == now;
    }

    /// What is new, which counts as told from now on.
    Optional<SeriesDelta> tell(OperationSeries now) {
        seen = now;
        long moreCalls = Math.max(0, now.calls() - calls);
        long moreBytes = Math.max(0, now.sizeBytes() - sizeBytes);
        long moreTimed = Math.max(0, now.durations().count() - timedCalls);
        long moreNanos = Math.max(0, now.durations().sumNanos() - durationNanos);
        calls += moreCalls;
        sizeBytes += moreBytes;
        timedCalls += moreTimed;
        durationNanos += moreNanos;
        boolean isAny = (moreCalls | moreBytes | moreTimed | moreNanos) != 0;
        return isAny ? Optional.of(new SeriesDelta(key, moreCalls, moreBytes, moreTimed, moreNanos)) : Optional.empty();
    }

    SeriesDelta total() {
        return new SeriesDelta(key, calls, sizeBytes, timedCalls, durationNanos);
    }
}
