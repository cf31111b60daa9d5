// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

import dev.lockstep.cli.rules.model.Rule;
import dev.lockstep.cli.rules.model.RuleFile;
import dev.lockstep.cli.rules.model.RuleGroup;
import java.time.Duration;
import java.util.List;

/// All alert rules, in the file that they are committed in. They use recorded series and plain counters only,
/// so one file serves both flavours of histograms.
public final class AlertRules {
    /// What tells that a communicator gets slower and will be a P1 within a day; see NcclDegrading.
    public static final String DEGRADING = LatencyAlerts.DEGRADING;

    private static final Duration WATCHDOG_EVERY = Duration.ofSeconds(15);

    private AlertRules() {}

    /// The files, the same for every Prometheus.
    public static List<RuleFile> files() {
        return List.of(new RuleFile(
                "lockstep-alerts.rules.yml",
                "Alerts in layers: P0 stands still, P1 loses time to a cause with a name, P2 drifts or is not seen.",
                List.of(
                        group("lockstep-alerts-stop", StopAlerts.EVERY, StopAlerts.all()),
                        group("lockstep-alerts-rank", RankAlerts.EVERY, RankAlerts.all()),
                        group("lockstep-alerts-latency", LatencyAlerts.EVERY, LatencyAlerts.all()),
                        group("lockstep-alerts-device", DeviceAlerts.EVERY, DeviceAlerts.all()),
                        group("lockstep-alerts-network", NetworkAlerts.EVERY, NetworkAlerts.all()),
                        group("lockstep-alerts-trouble", TroubleAlerts.EVERY, TroubleAlerts.all()),
                        group("lockstep-alerts-incident", IncidentAlerts.EVERY, IncidentAlerts.all()),
                        group("lockstep-alerts-watcher", WatcherAlerts.EVERY, WatcherAlerts.all()),
                        group("lockstep-watchdog", WATCHDOG_EVERY, List.of(WatcherAlerts.watchdog())))));
    }

    private static RuleGroup group(String name, Duration interval, List<? extends Rule> rules) {
        return new RuleGroup(name, interval, List.copyOf(rules));
    }
}
