// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.relay;

import java.util.List;
import java.util.Map;

/// What Alertmanager's webhook (version 4) tells of one group of alerts.
///
/// @param truncatedAlerts how many alerts of the group Alertmanager left out
record Notification(
        boolean isFiring,
        Map<String, String> groupLabels,
        String externalUrl,
        long truncatedAlerts,
        List<Alert> alerts) {
    Notification {
        groupLabels = Map.copyOf(groupLabels);
        alerts = List.copyOf(alerts);
    }

    /// One alert. What it does not have is absent from the maps.
    record Alert(boolean isFiring, Map<String, String> labels, Map<String, String> annotations) {
        Alert {
            labels = Map.copyOf(labels);
            annotations = Map.copyOf(annotations);
        }

        String label(String name) {
            return labels.getOrDefault(name, "");
        }

        String annotation(String name) {
            return annotations.getOrDefault(name, "");
        }
    }

    List<Alert> firing() {
        return alerts.stream().filter(Alert::isFiring).toList();
    }

    List<Alert> resolved() {
        return alerts.stream().filter(alert -> !alert.isFiring()).toList();
    }
}
