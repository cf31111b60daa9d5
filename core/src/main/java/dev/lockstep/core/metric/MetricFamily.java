// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.List;

/// One metric family: its name as Prometheus shows it, what it is, and how many series it makes.
///
/// `help` is one line and goes into the exposition; `series` is a formula over the words of docs/metrics.md; `since`
/// is the first version that serves it.
public record MetricFamily(
        String name,
        MetricKind kind,
        MetricUnit unit,
        String help,
        List<MetricLabel> labels,
        String series,
        String since) {
    public MetricFamily {
        labels = List.copyOf(labels);
        requireEnding(name, kind == MetricKind.COUNTER, "_total");
        requireEnding(name, kind == MetricKind.INFO, "_info");
        if (unit != MetricUnit.NONE && !base(name).endsWith("_" + unit.label())) {
            throw new IllegalArgumentException("name must carry its unit: " + name);
        }
        if (help.isBlank() || help.contains("\n")) {
            throw new IllegalArgumentException("help must be one line: " + name);
        }
    }

    /// The name without the `_total` or `_info` that its kind appends.
    public String baseName() {
        return base(name);
    }

    private static String base(String name) {
        if (name.endsWith("_total")) {
            return name.substring(0, name.length() - "_total".length());
        }
        return name.endsWith("_info") ? name.substring(0, name.length() - "_info".length()) : name;
    }

    private static void requireEnding(String name, boolean required, String ending) {
        if (name.endsWith(ending) != required) {
            throw new IllegalArgumentException("only its kind may end in " + ending + ", and it must: " + name);
        }
    }
}
