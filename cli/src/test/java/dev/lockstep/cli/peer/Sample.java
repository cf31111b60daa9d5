// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.peer;

import java.util.Map;

/// One series that Prometheus answered with, and its value at that time. The name is the label `__name__`.
public record Sample(Map<String, String> labels, double value) {
    public Sample {
        labels = Map.copyOf(labels);
    }

    /// The value of a label, empty where the series has none.
    public String label(String name) {
        return labels.getOrDefault(name, "");
    }
}
