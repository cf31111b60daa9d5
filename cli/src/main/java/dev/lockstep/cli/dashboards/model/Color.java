// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.model;

import java.util.Locale;

/// A colour that Grafana shows in either theme.
public enum Color {
    GREEN,
    BLUE,
    YELLOW,
    ORANGE,
    RED,
    PURPLE,
    TEXT;

    /// Grafana's name.
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
