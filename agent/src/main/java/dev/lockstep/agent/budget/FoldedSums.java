// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.budget;

import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Series into which others are folded. They add up what comes, so that they do not go back when one that was folded
/// into them ends.
final class FoldedSums {
    private final Map<SeriesKey, OperationSeries> sums = new LinkedHashMap<>();

    /// The key under which a series is folded: size, algorithm and protocol are given up.
    static SeriesKey folded(SeriesKey key) {
        return new SeriesKey(key.function(), "", "", SizeClass.OTHER, key.kind());
    }

    void add(OperationSeries more) {
        SeriesKey key = folded(more.key());
        sums.put(key, sums.getOrDefault(key, OperationSeries.silent(key)).plus(more));
    }

    List<OperationSeries> all() {
        return new ArrayList<>(sums.values());
    }
}
