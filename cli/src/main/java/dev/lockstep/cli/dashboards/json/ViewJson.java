// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.json;

import dev.lockstep.cli.dashboards.model.Panel;
import dev.lockstep.cli.dashboards.model.Unit;
import dev.lockstep.cli.dashboards.model.View;
import java.util.List;

/// How each kind of panel is drawn, in the options of Grafana's panel for it.
final class ViewJson {
    /// Series with this word in their name are drawn dashed: they are what the others are compared to.
    private static final String COMPARED_TO = "/baseline/";

    private ViewJson() {}

    static String type(View view) {
        return switch (view) {
            case View.Lines _ -> "timeseries";
            case View.Numbers _ -> "stat";
            case View.Rows _ -> "table";
            case View.States _ -> "state-timeline";
            case View.HeatMap _ -> "heatmap";
        };
    }

    static JsonObject options(Panel panel) {
        return switch (panel.view()) {
            case View.Lines _ -> lines();
            case View.Numbers numbers -> numbers(numbers);
            case View.Rows rows -> TableJson.options(rows);
            case View.States _ -> states();
            case View.HeatMap map -> heatMap(map, panel.look().unit());
        };
    }

    /// Colour and the settings of the kind's own.
    static JsonObject custom(Panel panel) {
        return switch (panel.view()) {
            case View.Lines lines -> color("palette-classic").object("custom", lineStyle(lines, panel));
            case View.Numbers _ -> color("thresholds");
            case View.Rows _ ->
                color("thresholds")
                        .object(
                                "custom",
                                JsonObject.empty()
                                        .text("align", "auto")
                                        .object(
                                                "cellOptions",
                                                JsonObject.empty().text("type", "auto"))
                                        .flag("inspect", false));
            case View.States _ ->
                color("thresholds")
                        .object(
                                "custom",
                                JsonObject.empty().number("fillOpacity", 80).number("lineWidth", 0));
            case View.HeatMap _ -> JsonObject.empty();
        };
    }

    static List<JsonObject> overrides(Panel panel) {
        return switch (panel.view()) {
            case View.Rows rows -> TableJson.overrides(rows);
            case View.Lines _ when hasBaseline(panel) -> List.of(dashed());
            case View.Lines _, View.Numbers _, View.States _, View.HeatMap _ -> List.of();
        };
    }

    private static boolean hasBaseline(Panel panel) {
        return panel.targets().stream().anyMatch(target -> target.legend().contains("baseline"));
    }

    private static JsonObject color(String mode) {
        return JsonObject.empty().object("color", JsonObject.empty().text("mode", mode));
    }

    private static JsonObject lines() {
        return JsonObject.empty()
                .object("legend", legend("table"))
                .object("tooltip", JsonObject.empty().text("mode", "multi").text("sort", "desc"));
    }

    private static JsonObject legend(String mode) {
        return JsonObject.empty()
                .text("displayMode", mode)
                .text("placement", "bottom")
                .flag("showLegend", true)
                .texts("calcs", "max", "lastNotNull");
    }

    private static JsonObject lineStyle(View.Lines lines, Panel panel) {
        boolean stacked = lines.stacking() == View.Stacking.STACKED;
        boolean logarithmic = lines.scale() == View.Scale.LOGARITHMIC;
        JsonObject scale = JsonObject.empty().text("type", logarithmic ? "log" : "linear");
        return JsonObject.empty()
                .text("drawStyle", "line")
                .text("lineInterpolation", "linear")
                .number("lineWidth", 1)
                .number("fillOpacity", stacked ? 30 : 0)
                .text("showPoints", "never")
                .flag("spanNulls", false)
                .object(
                        "stacking",
                        JsonObject.empty()
                                .text("mode", stacked ? "normal" : "none")
                                .text("group", "A"))
                .object("scaleDistribution", logarithmic ? scale.number("log", 10) : scale)
                .object(
                        "thresholdsStyle",
                        JsonObject.empty().text("mode", panel.look().steps().isEmpty() ? "off" : "dashed"));
    }

    private static JsonObject dashed() {
        JsonObject style = JsonObject.empty().text("fill", "dash").numbers("dash", 8, 6);
        return JsonObject.empty()
                .object("matcher", JsonObject.empty().text("id", "byRegexp").text("options", COMPARED_TO))
                .objects(
                        "properties",
                        JsonObject.empty().text("id", "custom.lineStyle").object("value", style));
    }

    private static JsonObject numbers(View.Numbers numbers) {
        return JsonObject.empty()
                .text("colorMode", numbers.face() == View.Face.BACKGROUND ? "background" : "value")
                .text("graphMode", "none")
                .text("justifyMode", "auto")
                .text("textMode", "auto")
                .text("orientation", "auto")
                .text("percentChangeColorMode", "standard")
                .flag("showPercentChange", false)
                .flag("wideLayout", true)
                .object(
                        "reduceOptions",
                        JsonObject.empty()
                                .texts("calcs", "lastNotNull")
                                .text("fields", "")
                                .flag("values", false));
    }

    private static JsonObject states() {
        return JsonObject.empty()
                .flag("mergeValues", true)
                .text("showValue", "auto")
                .text("alignValue", "left")
                .number("rowHeight", 0.9)
                .object("legend", legend("list"))
                .object("tooltip", JsonObject.empty().text("mode", "single").text("sort", "none"));
    }

    private static JsonObject heatMap(View.HeatMap map, Unit unit) {
        return JsonObject.empty()
                .flag("calculate", false)
                .number("cellGap", 0)
                .object("cellValues", JsonObject.empty().text("unit", unit.id()))
                .object(
                        "color",
                        JsonObject.empty()
                                .text("mode", "scheme")
                                .text("scheme", map.scheme().id())
                                .text("fill", "dark-red")
                                .text("scale", "exponential")
                                .number("exponent", 0.5)
                                .number("steps", 64)
                                .flag("reverse", false)
                                .number("min", 0))
                .object("exemplars", JsonObject.empty().text("color", "purple"))
                .object("legend", JsonObject.empty().flag("show", true))
                .object("rowsFrame", JsonObject.empty().text("layout", "unknown"))
                .text("showValue", "never")
                .object(
                        "tooltip",
                        JsonObject.empty()
                                .text("mode", "single")
                                .flag("yHistogram", false)
                                .flag("showColorScale", true))
                .object(
                        "yAxis",
                        JsonObject.empty().text("axisPlacement", "left").flag("reverse", false));
    }
}
