// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.json;

import dev.lockstep.cli.dashboards.model.Color;
import dev.lockstep.cli.dashboards.model.Look;
import dev.lockstep.cli.dashboards.model.Panel;
import dev.lockstep.cli.dashboards.model.Target;
import dev.lockstep.cli.dashboards.model.View;
import java.util.ArrayList;
import java.util.List;

/// What all panels have: questions, field settings, explanation. How each is drawn stands in [ViewJson].
final class PanelJson {
    private PanelJson() {}

    static JsonObject of(long id, Panel panel, JsonObject position) {
        JsonObject json = JsonObject.empty()
                .number("id", id)
                .text("type", ViewJson.type(panel.view()))
                .text("title", panel.title())
                .text("description", panel.explanation().text())
                .object("gridPos", position)
                .object("datasource", DashboardJson.datasource())
                .objects("targets", targets(panel))
                .object("fieldConfig", fieldConfig(panel))
                .object("options", ViewJson.options(panel));
        return panel.view() instanceof View.Rows rows
                ? json.objects(
                        "transformations",
                        TableJson.transformations(rows, panel.targets().size()))
                : json;
    }

    private static List<JsonObject> targets(Panel panel) {
        List<JsonObject> targets = new ArrayList<>();
        for (Target target : panel.targets()) {
            boolean table = panel.view() instanceof View.Rows;
            boolean instant = table || panel.view() instanceof View.Numbers;
            JsonObject json = JsonObject.empty()
                    .text("refId", refId(targets.size()))
                    .object("datasource", DashboardJson.datasource())
                    .text("editorMode", "code")
                    .text("expr", target.expr().text())
                    .text("format", table ? "table" : "time_series")
                    .flag("instant", instant)
                    .flag("range", !instant);
            targets.add(table ? json : json.text("legendFormat", target.legend()));
        }
        return targets;
    }

    static String refId(int target) {
        return String.valueOf((char) ('A' + target));
    }

    private static JsonObject fieldConfig(Panel panel) {
        JsonObject defaults = values(panel).and(ViewJson.custom(panel));
        return JsonObject.empty().object("defaults", defaults).objects("overrides", ViewJson.overrides(panel));
    }

    /// Unit, limits and words. A logarithmic axis has no 0 to begin at.
    private static JsonObject values(Panel panel) {
        Look look = panel.look();
        JsonObject json = JsonObject.empty().text("unit", look.unit().id());
        if (panel.view() instanceof View.Lines lines && lines.scale() == View.Scale.LINEAR) {
            json = json.number("min", 0);
        }
        if (look.max().isPresent()) {
            json = json.number("max", look.max().getAsDouble());
        }
        return json.object("thresholds", thresholds(look)).objects("mappings", mappings(look));
    }

    static JsonObject thresholds(Look look) {
        List<JsonObject> steps = new ArrayList<>();
        Color below = look.steps().isEmpty() ? Color.BLUE : Color.GREEN;
        steps.add(JsonObject.empty().text("color", below.id()).nothing("value"));
        look.steps()
                .forEach(step -> steps.add(
                        JsonObject.empty().text("color", step.color().id()).number("value", step.from())));
        return JsonObject.empty().text("mode", "absolute").objects("steps", steps);
    }

    static List<JsonObject> mappings(Look look) {
        if (look.words().isEmpty()) {
            return List.of();
        }
        JsonObject words = JsonObject.empty();
        for (Look.Word word : look.words()) {
            words = words.object(
                    Integer.toString(word.value()),
                    JsonObject.empty()
                            .text("text", word.text())
                            .text("color", word.color().id())
                            .number("index", words.members().size()));
        }
        return List.of(JsonObject.empty().text("type", "value").object("options", words));
    }
}
