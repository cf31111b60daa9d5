// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.json;

import dev.lockstep.cli.dashboards.model.Column;
import dev.lockstep.cli.dashboards.model.Look;
import dev.lockstep.cli.dashboards.model.View;
import java.util.ArrayList;
import java.util.List;

/// Tables: the answers of all targets, merged where their labels agree, in the columns that were asked for.
final class TableJson {
    private TableJson() {}

    static JsonObject options(View.Rows rows) {
        JsonObject sort =
                JsonObject.empty().text("displayName", rows.sortedBy()).flag("desc", true);
        return JsonObject.empty()
                .number("frameIndex", 0)
                .flag("showHeader", true)
                .text("cellHeight", "sm")
                .objects("sortBy", sort);
    }

    static List<JsonObject> transformations(View.Rows rows, int targets) {
        JsonObject order = JsonObject.empty();
        JsonObject names = JsonObject.empty();
        for (Column column : rows.columns()) {
            String field = field(column, targets);
            order = order.number(field, order.members().size());
            names = names.text(field, column.title());
        }
        JsonObject organize = JsonObject.empty()
                .object("excludeByName", JsonObject.empty().flag("Time", true))
                .object("indexByName", order)
                .object("renameByName", names);
        return List.of(
                JsonObject.empty().text("id", "merge").object("options", JsonObject.empty()),
                JsonObject.empty().text("id", "organize").object("options", organize));
    }

    static List<JsonObject> overrides(View.Rows rows) {
        List<JsonObject> overrides = new ArrayList<>();
        for (Column column : rows.columns()) {
            JsonObject matcher = JsonObject.empty().text("id", "byName").text("options", column.title());
            overrides.add(JsonObject.empty().object("matcher", matcher).objects("properties", properties(column)));
        }
        return overrides;
    }

    private static List<JsonObject> properties(Column column) {
        Look look = column.look();
        List<JsonObject> properties = new ArrayList<>();
        properties.add(
                JsonObject.empty().text("id", "unit").text("value", look.unit().id()));
        if (!look.steps().isEmpty() || !look.words().isEmpty()) {
            properties.add(JsonObject.empty().text("id", "thresholds").object("value", PanelJson.thresholds(look)));
            properties.add(JsonObject.empty().text("id", "mappings").objects("value", PanelJson.mappings(look)));
            properties.add(JsonObject.empty()
                    .text("id", "custom.cellOptions")
                    .object(
                            "value",
                            JsonObject.empty().text("type", "color-background").text("mode", "basic")));
        }
        column.link()
                .ifPresent(url -> properties.add(JsonObject.empty()
                        .text("id", "links")
                        .objects(
                                "value",
                                JsonObject.empty().text("title", "Open").text("url", url))));
        return properties;
    }

    /// Grafana calls the value of the only target `Value`, those of several by their letters.
    private static String field(Column column, int targets) {
        return switch (column.field()) {
            case Column.Field.OfLabel(String label) -> label;
            case Column.Field.OfValue _ when targets == 1 -> "Value";
            case Column.Field.OfValue(int target) -> "Value #" + PanelJson.refId(target);
        };
    }
}
