// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import dev.lockstep.cli.dashboards.model.Dashboard;
import java.util.List;

/// The dashboards that there are.
public final class Dashboards {
    private Dashboards() {}

    /// All, from the cluster inwards.
    public static List<Dashboard> all() {
        return List.of(
                ClusterBoard.board(),
                JobBoard.board(),
                RanksBoard.board(),
                GpuBoard.board(),
                LinksBoard.board(),
                TuningBoard.board(),
                BrainBoard.board(),
                SelfBoard.board());
    }
}
