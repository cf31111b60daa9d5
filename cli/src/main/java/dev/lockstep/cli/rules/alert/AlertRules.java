// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

import dev.lockstep.cli.rules.model.AlertRule;
import dev.lockstep.cli.rules.model.RuleFile;
import dev.lockstep.cli.rules.model.RuleGroup;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// All alert rules, in the file that they are committed in. They use recorded series and plain counters only, so one
/// file serves both flavours of histograms.
public final class AlertRules {
    private AlertRules() {}

    /// The files, the same for every Prometheus.
    public static List<RuleFile> files() {
        return List.of(new RuleFile(
                "lockstep-alerts.rules.yml",
                "Alerts in layers: P0 stops, P1 slows one, P2 drifts.",
                List.of(new RuleGroup("lockstep-watchdog", Duration.ofSeconds(15), List.of(watchdog())))));
    }

    private static AlertRule watchdog() {
        return new AlertRule(
                "LockstepWatchdog",
                "vector(1)",
                Duration.ZERO,
                Map.of(),
                Map.of("summary", "Always firing: while it arrives, Prometheus and Alertmanager work."));
    }
}
