// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.model;

import java.util.List;

/// Panels under one heading, which is the question that they answer together.
public record Row(String title, List<Panel> panels) {
    public Row {
        panels = List.copyOf(panels);
    }

    /// These, from left to right and then down.
    public static Row of(String title, Panel... panels) {
        return new Row(title, List.of(panels));
    }
}
