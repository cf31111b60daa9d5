// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.loss;

import java.util.Map;
import java.util.TreeMap;

/// Counters by reason.
public final class ReasonCounts {
    private final long[] counts = new long[Reason.values().length];

    /// Of nothing yet.
    public ReasonCounts() {}

    public void add(Reason reason, long count) {
        counts[reason.index()] += count;
    }

    public void one(Reason reason) {
        counts[reason.index()]++;
    }

    public void addAll(ReasonCounts that) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += that.counts[i];
        }
    }

    /// How often.
    public long of(Reason reason) {
        return counts[reason.index()];
    }

    /// Those that are not 0, by label.
    public Map<String, Long> toMap() {
        Map<String, Long> map = new TreeMap<>();
        for (Reason reason : Reason.values()) {
            if (of(reason) > 0) {
                map.put(reason.label(), of(reason));
            }
        }
        return map;
    }
}
