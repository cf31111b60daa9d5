// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

/// Base unit of a family; where there is one, the name carries it.
public enum MetricUnit {
    /// Counts of things, and infos.
    NONE(""),
    /// Seconds, never milliseconds.
    SECONDS("seconds"),
    /// Bytes, never kilobytes.
    BYTES("bytes");

    private final String label;

    MetricUnit(String label) {
        this.label = label;
    }

    /// As it stands in names, empty where there is none.
    public String label() {
        return label;
    }
}
