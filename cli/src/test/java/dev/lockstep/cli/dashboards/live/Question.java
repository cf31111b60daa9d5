// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.live;

import dev.lockstep.cli.dashboards.model.Dashboard;
import dev.lockstep.cli.dashboards.model.Panel;
import dev.lockstep.cli.dashboards.model.Target;
import java.util.List;

/// One expression of a dashboard, called by its dashboard, panel and legend.
record Question(String panel, String legend, String expression) {
    static List<Question> of(Dashboard board) {
        return board.panels().stream()
                .flatMap(panel -> panel.targets().stream().map(target -> of(board, panel, target)))
                .toList();
    }

    private static Question of(Dashboard board, Panel panel, Target target) {
        return new Question(
                board.uid() + " / " + panel.title(),
                target.legend(),
                target.expr().text());
    }

    String name() {
        return panel + " / " + legend;
    }
}
