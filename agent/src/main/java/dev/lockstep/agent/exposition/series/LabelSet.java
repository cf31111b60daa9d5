// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition.series;

import dev.lockstep.core.metric.MetricLabel;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Names and values of labels under construction, in the order of their names; values that are not known leave their
/// label out. Immutable; one scrape uses it. Their order is that of client_java.
public final class LabelSet implements Comparable<LabelSet> {
    private static final LabelSet EMPTY = new LabelSet(new String[0], new String[0]);

    private final String[] names;
    private final String[] values;
    private @Nullable Labels labels;
    private byte @Nullable [] text;

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
        int place = names.length;
        while (place > 0 && names[place - 1].compareTo(label.label()) > 0) {
            place--;
        }
        return new LabelSet(with(names, place, label.label()), with(values, place, LabelValue.of(value)));
    }

    private static String[] with(String[] texts, int place, String one) {
        String[] more = Arrays.copyOf(texts, texts.length + 1);
        System.arraycopy(texts, place, more, place + 1, texts.length - place);
        more[place] = one;
        return more;
    }

    /// This and one more, if its value is known.
    public LabelSet and(MetricLabel label, OptionalInt value) {
        return value.isPresent() ? and(label, Integer.toString(value.getAsInt())) : this;
    }

    /// This and one more, if its value is known.
    public LabelSet and(MetricLabel label, Optional<String> value) {
        return value.isPresent() ? and(label, value.get()) : this;
    }

    /// The same in client_java's model, which checks them each time: made once.
    Labels labels() {
        Labels made = labels;
        if (made == null) {
            made = Labels.of(names, values);
            labels = made;
        }
        return made;
    }

    /// How they stand between the braces of a text format, in UTF-8: `a="x",b="y"`. Made once, too; nobody may
    /// change it.
    public byte[] text() {
        byte[] made = text;
        if (made == null) {
            made = LabelText.of(names, values);
            text = made;
        }
        return made;
    }

    @Override
    public int compareTo(LabelSet that) {
        int byNames = Arrays.compare(names, that.names);
        return byNames == 0 ? Arrays.compare(values, that.values) : byNames;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LabelSet that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }
}
