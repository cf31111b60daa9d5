// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition.series;

import dev.lockstep.core.metric.MetricLabel;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Names and values of labels under construction; values that are not known leave their label out. Immutable; one
/// scrape uses it.
public final class LabelSet {
    private static final LabelSet EMPTY = new LabelSet(new String[0], new String[0]);

    private final String[] names;
    private final String[] values;
    private @Nullable Labels labels;

    private LabelSet(String[] names, String[] values) {
        this.names = names;
        this.values = values;
    }

    /// One label.
    public static LabelSet of(MetricLabel label, String value) {
        return EMPTY.and(label, value);
    }

    /// This and one more; an empty value leaves the label out.
    public LabelSet and(MetricLabel label, String value) {
        if (value.isEmpty()) {
            return this;
        }
        String[] moreNames = Arrays.copyOf(names, names.length + 1);
        String[] moreValues = Arrays.copyOf(values, values.length + 1);
        moreNames[names.length] = label.label();
        moreValues[values.length] = LabelValue.of(value);
        return new LabelSet(moreNames, moreValues);
    }

    /// This and one more, if its value is known.
    public LabelSet and(MetricLabel label, OptionalInt value) {
        return value.isPresent() ? and(label, Integer.toString(value.getAsInt())) : this;
    }

    /// This and one more, if its value is known.
    public LabelSet and(MetricLabel label, Optional<String> value) {
        return value.isPresent() ? and(label, value.get()) : this;
    }

    /// Made once, however many series carry them: client_java checks and sorts them each time.
    public Labels labels() {
        Labels made = labels;
        if (made == null) {
            made = Labels.of(names, values);
            labels = made;
        }
        return made;
    }
}
