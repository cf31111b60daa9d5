// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.model;

import java.util.List;

/// One question with its answer drawn.
public record Panel(String title, View view, Look look, Size size, Explanation explanation, List<Target> targets) {
    public Panel {
        targets = List.copyOf(targets);
        if (title.isBlank() || targets.isEmpty()) {
            throw new IllegalArgumentException("a panel has a title and asks something: " + title);
        }
    }

    /// A panel; its targets are called A, B, … in this order.
    public static Panel of(String title, View view, Look look, Size size, Explanation explanation, Target... targets) {
        return new Panel(title, view, look, size, explanation, List.of(targets));
    }
}
