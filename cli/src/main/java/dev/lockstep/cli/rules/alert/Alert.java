// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.alert;

import dev.lockstep.cli.rules.model.AlertRule;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Puts an alert rule together, so that each has all that it needs: severity, stable incident id, summary,
/// evidence, runbook and dashboard. Texts are templates of Prometheus; see [Words].
final class Alert {
    private static final String RUNBOOKS =
            "https://github.com/lockstep-nccl/lockstep/blob/main/docs/operations/runbooks/";

    private final String name;
    private final Severity severity;
    private String expression = "";
    private Duration holds = Duration.ZERO;
    private String incident = "";
    private String summary = "";
    private String evidence = "";
    private String dashboard = "";

    private Alert(String name, Severity severity) {
        this.name = name;
        this.severity = severity;
    }

    static Alert of(String name, Severity severity) {
        return new Alert(name, severity);
    }

    Alert when(String promql) {
        expression = promql;
        return this;
    }

    Alert lasting(Duration duration) {
        holds = duration;
        return this;
    }

    /// What stays the same when the alert goes and comes again: tickets are found by it.
    Alert incident(String template) {
        incident = template;
        return this;
    }

    /// One sentence for a tired person: who, where, and what it costs.
    Alert summary(String template) {
        summary = template;
        return this;
    }

    /// What was measured, and what it means.
    Alert evidence(String template) {
        evidence = template;
        return this;
    }

    /// The path of the dashboard that shows it, without Grafana's address.
    Alert dashboard(String path) {
        dashboard = path;
        return this;
    }

    AlertRule rule() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("severity", severity.label());
        labels.put("incident_id", incident);
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations.put("summary", summary);
        annotations.put("description", evidence);
        annotations.put("runbook_url", RUNBOOKS + name + ".md");
        annotations.put("dashboard", dashboard);
        return new AlertRule(name, expression, holds, labels, annotations);
    }
}
