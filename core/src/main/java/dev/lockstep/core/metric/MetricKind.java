// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

/// What a metric family is to Prometheus.
public enum MetricKind {
    /// Only grows; its name ends in `_total`.
    COUNTER("counter"),
    /// Goes up and down.
    GAUGE("gauge"),
    /// Durations in the buckets of {@link dev.lockstep.core.model.DurationBuckets}, native and classic.
    HISTOGRAM("histogram"),
    /// Always 1, says something by its labels; its name ends in `_info`.
    INFO("info");

    private final String label;

    MetricKind(String label) {
        this.label = label;
    }

    /// As the documentation and the TYPE line of OpenMetrics spell it.
    public String label() {
        return label;
    }
}
