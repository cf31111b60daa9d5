// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.promql;

import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricLabel;
import java.util.List;

/// A metric that expressions may name, and the labels that its series can have.
public record Series(String name, List<String> labels) {
    public Series {
        labels = List.copyOf(labels);
    }

    /// A family of the catalogue. A histogram cannot be asked for: its two flavours are asked for in different words.
    public static Series of(MetricFamily family) {
        return switch (family.kind()) {
            case COUNTER, GAUGE, INFO ->
                new Series(
                        family.name(),
                        family.labels().stream().map(MetricLabel::label).toList());
            case HISTOGRAM ->
                throw new IllegalArgumentException("ask for what is recorded from it, not for " + family.name());
        };
    }

    static Series of(String name, String... labels) {
        return new Series(name, List.of(labels));
    }

    /// All its series that the variables choose.
    public Selector in(Variable... variables) {
        Selector selector = all();
        for (Variable variable : variables) {
            selector = selector.matches(variable.label(), variable.reference());
        }
        return selector;
    }

    /// All its series.
    public Selector all() {
        return new Selector(this, List.of());
    }
}
