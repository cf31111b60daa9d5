// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.model;

import java.util.List;

/// A page of panels, found by its uid for ever.
public record Dashboard(String uid, String title, String description, List<Chooser> choosers, List<Row> rows) {
    public Dashboard {
        choosers = List.copyOf(choosers);
        rows = List.copyOf(rows);
    }

    /// Its panels, in reading order.
    public List<Panel> panels() {
        return rows.stream().flatMap(row -> row.panels().stream()).toList();
    }
}
