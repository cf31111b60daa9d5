// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.count;

import dev.lockstep.agent.inspector.loss.InspectorLimits;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import java.util.ArrayList;
import java.util.List;

/// The operation series of one communicator, found without allocating; those beyond the limits are folded.
final class SeriesTable {
    private final List<SeriesAccumulator> series = new ArrayList<>();
    private final SeriesBudget budget;
    private int last;

    SeriesTable(SeriesBudget budget) {
        this.budget = budget;
    }

    SeriesAccumulator find(NcclFunction function, String algorithm, String protocol, long size, OperationKind kind) {
        int exponent = size <= 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(size - 1);
        for (int n = 0, i = last; n < series.size(); n++, i = i + 1 < series.size() ? i + 1 : 0) {
            SeriesKey key = series.get(i).key();
            if (key.sizeClass().exponent() == exponent
                    && key.function() == function
                    && key.kind() == kind
                    && key.algorithm().equals(algorithm)
                    && key.protocol().equals(protocol)) {
                last = i;
                return series.get(i);
            }
        }
        return add(new SeriesKey(function, algorithm, protocol, new SizeClass(exponent), kind));
    }

    private SeriesAccumulator add(SeriesKey key) {
        if (series.size() < InspectorLimits.SERIES_PER_COMMUNICATOR_MAX && budget.hasRoom()) {
            return append(key);
        }
        budget.folded();
        SeriesKey folded = new SeriesKey(key.function(), "", "", SizeClass.OTHER, key.kind());
        for (SeriesAccumulator candidate : series) {
            if (candidate.key().equals(folded)) {
                return candidate;
            }
        }
        return append(folded);
    }

    private SeriesAccumulator append(SeriesKey key) {
        SeriesAccumulator added = new SeriesAccumulator(key);
        series.add(added);
        budget.take();
        return added;
    }

    List<OperationSeries> snapshot() {
        return series.stream().map(SeriesAccumulator::snapshot).toList();
    }
}
