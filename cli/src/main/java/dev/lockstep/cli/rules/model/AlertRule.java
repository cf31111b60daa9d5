// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.model;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Raises an alert for each series that an expression has, once it has had it for `holds`.
///
/// Labels and annotations keep their order; both may be templates of Prometheus.
public record AlertRule(
        String name, String expression, Duration holds, Map<String, String> labels, Map<String, String> annotations)
        implements Rule {
    public AlertRule {
        expression = expression.strip();
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
    }
}
