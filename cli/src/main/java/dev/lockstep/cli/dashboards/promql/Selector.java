// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.promql;

import java.util.List;
import java.util.stream.Stream;

/// Some series of one metric, chosen by labels that this metric has.
public record Selector(Series series, List<String> matchers) {
    public Selector {
        matchers = List.copyOf(matchers);
    }

    /// Those with this value.
    public Selector is(String label, String value) {
        return with(label, "=", value);
    }

    /// Those without this value.
    public Selector isNot(String label, String value) {
        return with(label, "!=", value);
    }

    /// Those whose value matches.
    public Selector matches(String label, String regex) {
        return with(label, "=~", regex);
    }

    /// Those whose value does not match.
    public Selector matchesNot(String label, String regex) {
        return with(label, "!~", regex);
    }

    /// Their values now.
    public Expr now() {
        return Expr.atom(text());
    }

    /// Their increase a second, of counters.
    public Expr rate() {
        return Expr.atom("rate(" + text() + "[$__rate_interval])");
    }

    /// Their increase from one end of the picture to the other, of counters.
    public Expr increase() {
        return Expr.atom("increase(" + text() + "[$__range])");
    }

    /// The highest value since the point before, so that no peak falls between two points.
    public Expr highest() {
        return Expr.atom("max_over_time(" + text() + "[$__rate_interval])");
    }

    /// The last value anywhere in the picture, so that what has ended can still be chosen.
    public Expr ever() {
        return Expr.atom("last_over_time(" + text() + "[$__range])");
    }

    /// The value of an hour ago.
    public Expr anHourAgo() {
        return Expr.atom(text() + " offset 1h");
    }

    /// As Prometheus reads it.
    public String text() {
        return matchers.isEmpty() ? series.name() : series.name() + "{" + String.join(",", matchers) + "}";
    }

    private Selector with(String label, String comparison, String value) {
        if (!series.labels().contains(label)) {
            throw new IllegalArgumentException(series.name() + " has no label " + label);
        }
        String matcher = label + comparison + "\"" + value + "\"";
        return new Selector(
                series, Stream.concat(matchers.stream(), Stream.of(matcher)).toList());
    }
}
