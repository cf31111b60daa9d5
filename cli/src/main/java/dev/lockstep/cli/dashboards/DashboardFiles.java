// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards;

import dev.lockstep.cli.dashboards.board.Dashboards;
import dev.lockstep.cli.dashboards.json.DashboardJson;
import dev.lockstep.cli.dashboards.json.SeriesJson;
import dev.lockstep.cli.dashboards.promql.KnownSeries;
import dev.lockstep.cli.generated.GeneratedFile;
import java.util.List;

/// The dashboards as files.
public final class DashboardFiles {
    private DashboardFiles() {}

    /// Every dashboard with its place below the folder of generated files.
    public static List<GeneratedFile> files() {
        return Dashboards.all().stream()
                .map(board -> new GeneratedFile("grafana/" + board.uid() + ".json", DashboardJson.of(board)))
                .toList();
    }

    /// Which series dashboards may name, and their labels, as JSON.
    public static String knownSeries() {
        return SeriesJson.of(KnownSeries.all());
    }
}
