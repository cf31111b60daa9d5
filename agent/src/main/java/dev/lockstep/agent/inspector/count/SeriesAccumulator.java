// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.count;

import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SeriesKey;
import org.jspecify.annotations.Nullable;

/// Live counters of one operation series.
final class SeriesAccumulator {
    private final SeriesKey key;
    private final SparseHistogram durations = new SparseHistogram();
    private long calls;
    private long sizeBytes;
    private long suspectCalls;
    private long untimedCalls;
    private @Nullable OperationSeries snapshot;

    SeriesAccumulator(SeriesKey key) {
        this.key = key;
    }

    SeriesKey key() {
        return key;
    }

    void timed(long bytes, long nanos) {
        call(bytes);
        durations.observe(nanos);
    }

    void suspect(long bytes) {
        call(bytes);
        suspectCalls++;
    }

    void untimed(long bytes) {
        call(bytes);
        untimedCalls++;
    }

    private void call(long bytes) {
        calls++;
        sizeBytes = Math.min(sizeBytes, Long.MAX_VALUE - bytes) + bytes;
        snapshot = null;
    }

    /// The same object as long as nothing came.
    OperationSeries snapshot() {
        OperationSeries current = snapshot;
        if (current == null) {
            current =
                    new OperationSeries(key, calls, sizeBytes, durations.toHistogram(), 0, suspectCalls, untimedCalls);
            snapshot = current;
        }
        return current;
    }
}
