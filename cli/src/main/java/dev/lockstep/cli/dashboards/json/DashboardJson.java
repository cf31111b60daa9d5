// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.json;

import dev.lockstep.cli.dashboards.model.Chooser;
import dev.lockstep.cli.dashboards.model.Dashboard;
import dev.lockstep.cli.dashboards.promql.Foreign;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Variable;
import java.util.ArrayList;
import java.util.List;

/// Writes a dashboard as Grafana imports it. The data source is a variable, so nothing is to be filled in.
public final class DashboardJson {
    /// The newest form of this JSON that Grafana 13 reads; older ones it would convert.
    private static final int SCHEMA_VERSION = 42;

    private static final String TAG = "lockstep";
    private static final int REFRESH_ON_TIME_RANGE = 2;
    private static final int SORT_NATURAL = 7;
    private static final int CROSSHAIR = 1;

    private DashboardJson() {}

    /// The file's text.
    public static String of(Dashboard dashboard) {
        return JsonText.of(JsonObject.empty()
                .text("uid", dashboard.uid())
                .text("title", dashboard.title())
                .text("description", dashboard.description())
                .texts("tags", TAG, "nccl")
                .number("schemaVersion", SCHEMA_VERSION)
                .flag("editable", true)
                .number("graphTooltip", CROSSHAIR)
                .text("timezone", "browser")
                .text("refresh", "30s")
                .object("time", JsonObject.empty().text("from", "now-1h").text("to", "now"))
                .object("timepicker", JsonObject.empty())
                .objects("links", links())
                .object("annotations", JsonObject.empty().objects("list", annotations(dashboard)))
                .object("templating", JsonObject.empty().objects("list", variables(dashboard)))
                .objects("panels", Layout.of(dashboard)));
    }

    static JsonObject datasource() {
        return JsonObject.empty().text("type", "prometheus").text("uid", "${datasource}");
    }

    /// To all others, which keep what was chosen and the time.
    private static JsonObject links() {
        return JsonObject.empty()
                .text("type", "dashboards")
                .text("title", "Lockstep")
                .text("icon", "external link")
                .text("tooltip", "")
                .texts("tags", TAG)
                .flag("asDropdown", false)
                .flag("includeVars", true)
                .flag("keepTime", true)
                .flag("targetBlank", false);
    }

    /// When an alert fired, on every panel with a time axis.
    private static List<JsonObject> annotations(Dashboard dashboard) {
        Variable[] job = dashboard.choosers().stream()
                .map(Chooser::variable)
                .filter(variable -> variable.label().equals(Labels.JOB_ID))
                .toArray(Variable[]::new);
        String expr = Foreign.ALERTS
                .in(job)
                .is(Labels.ALERTSTATE, "firing")
                .matches(Labels.SEVERITY, "P0|P1|P2")
                .text();
        return List.of(
                alert("Alerts P0, P1", "red", expr.replace("P0|P1|P2", "P0|P1"), true),
                alert("Alerts P2", "yellow", expr.replace("=~\"P0|P1|P2\"", "=\"P2\""), false));
    }

    private static JsonObject alert(String name, String color, String expr, boolean enabled) {
        return JsonObject.empty()
                .text("name", name)
                .object("datasource", datasource())
                .flag("enable", enabled)
                .text("iconColor", color)
                .object("target", JsonObject.empty().text("refId", "Anno").text("expr", expr))
                .text("titleFormat", "{{alertname}}")
                .text("textFormat", "job {{job_id}} {{comm}} rank {{rank}} {{node}} GPU {{gpu}}")
                .text("tagKeys", Labels.SEVERITY);
    }

    private static List<JsonObject> variables(Dashboard dashboard) {
        List<JsonObject> variables = new ArrayList<>();
        variables.add(JsonObject.empty()
                .text("type", "datasource")
                .text("name", "datasource")
                .text("label", "Data source")
                .text("description", "The Prometheus that scrapes the agents and evaluates Lockstep's rules.")
                .text("query", "prometheus")
                .number("refresh", 1)
                .flag("includeAll", false)
                .flag("multi", false));
        dashboard.choosers().forEach(chooser -> variables.add(variable(chooser)));
        return variables;
    }

    private static JsonObject variable(Chooser chooser) {
        boolean many = chooser.variable().choice() == Variable.Choice.MANY;
        JsonObject variable = JsonObject.empty()
                .text("type", "query")
                .text("name", chooser.variable().id())
                .text("label", chooser.variable().title())
                .text("description", chooser.meaning())
                .object("datasource", datasource())
                .text("query", chooser.query())
                .text("regex", chooser.regex())
                .number("refresh", REFRESH_ON_TIME_RANGE)
                .number("sort", SORT_NATURAL)
                .flag("includeAll", many)
                .flag("multi", many);
        return many ? variable.text("allValue", ".*").object("current", allChosen()) : variable;
    }

    private static JsonObject allChosen() {
        return JsonObject.empty().texts("text", "All").texts("value", "$__all");
    }
}
