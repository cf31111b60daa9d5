// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.json;

import dev.lockstep.cli.dashboards.model.Dashboard;
import dev.lockstep.cli.dashboards.model.Panel;
import dev.lockstep.cli.dashboards.model.Row;
import dev.lockstep.cli.dashboards.model.Size;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/// Places panels on the page: from left to right, down where the line is full, a heading over each row.
final class Layout {
    /// Ids follow from titles, so that a panel that moves keeps its address. Grafana wants small whole numbers.
    private static final int IDS = 1_000_000;

    private int x;
    private int y;
    private int lineHeight;

    private Layout() {}

    static List<JsonObject> of(Dashboard dashboard) {
        Layout layout = new Layout();
        List<JsonObject> placed = new ArrayList<>();
        for (Row row : dashboard.rows()) {
            placed.add(layout.heading(row));
            row.panels().forEach(panel -> placed.add(layout.placed(panel)));
        }
        return placed;
    }

    private JsonObject heading(Row row) {
        nextLine();
        JsonObject heading = JsonObject.empty()
                .number("id", id("row " + row.title()))
                .text("type", "row")
                .text("title", row.title())
                .flag("collapsed", false)
                .object("gridPos", position(new Size(Size.PAGE, 1)))
                .objects("panels", List.of());
        nextLine();
        return heading;
    }

    private JsonObject placed(Panel panel) {
        if (x + panel.size().width() > Size.PAGE) {
            nextLine();
        }
        return PanelJson.of(id(panel.title()), panel, position(panel.size()));
    }

    private JsonObject position(Size size) {
        JsonObject position = JsonObject.empty()
                .number("x", x)
                .number("y", y)
                .number("w", size.width())
                .number("h", size.height());
        x += size.width();
        lineHeight = Math.max(lineHeight, size.height());
        return position;
    }

    private void nextLine() {
        x = 0;
        y += lineHeight;
        lineHeight = 0;
    }

    private static long id(String title) {
        CRC32 sum = new CRC32();
        sum.update(title.getBytes(StandardCharsets.UTF_8));
        return 1 + sum.getValue() % IDS;
    }
}
