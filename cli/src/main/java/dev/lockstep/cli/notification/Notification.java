// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.notification;

import java.util.List;
import java.util.Map;

/// What Alertmanager's webhook (version 4) tells of one group of alerts.
///
/// @param truncatedAlerts how many alerts of the group Alertmanager left out
public record Notification(
        boolean isFiring,
        Map<String, String> groupLabels,
        String externalUrl,
        long truncatedAlerts,
        List<Alert> alerts) {
    public Notification {
        groupLabels = Map.copyOf(groupLabels);
        alerts = List.copyOf(alerts);
    }

    /// One alert. What it does not have is absent from the maps.
    public record Alert(boolean isFiring, Map<String, String> labels, Map<String, String> annotations) {
        public Alert {
            labels = Map.copyOf(labels);
            annotations = Map.copyOf(annotations);
        }

        /// A label, empty if it has none of that name.
        public String label(String name) {
            return labels.getOrDefault(name, "");
        }

        /// An annotation, empty if it has none of that name.
        public String annotation(String name) {
            return annotations.getOrDefault(name, "");
        }
    }

    /// Those of its alerts that fire.
    public List<Alert> firing() {
        return alerts.stream().filter(Alert::isFiring).toList();
    }

    /// Those that are over.
    public List<Alert> resolved() {
        return alerts.stream().filter(alert -> !alert.isFiring()).toList();
    }
}
