// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.json;

import dev.lockstep.cli.dashboards.promql.Series;
import java.util.List;

/// Writes which series dashboards may name and which labels these have, for the checks in `console/`.
public final class SeriesJson {
    private SeriesJson() {}

    /// An object of name and labels.
    public static String of(List<Series> known) {
        JsonObject names = JsonObject.empty();
        for (Series series : known) {
            names = names.texts(series.name(), series.labels().toArray(String[]::new));
        }
        return JsonText.of(names);
    }
}
