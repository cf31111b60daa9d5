// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import java.util.Optional;

/// What the connections tell of who holds slow transfers up.
///
/// @param isAll whether all who are named are it, and not one of them
record Held(Optional<String> sentence, boolean isAll, String advice) {
    private static final String ANY_PATH =
            "Look at link errors and speed of the named paths (NIC, cable, switch port, NVLink).";

    static Held by(SlowRail rail) {
        return new Held(Optional.of(rail.sentence()), true, SlowRail.ADVICE);
    }

    /// Absent where they tell nothing.
    static Held by(Optional<EdgeLogs.Found> edge) {
        return edge.map(found -> new Held(
                        Optional.of(found.edge().sentence()),
                        false,
                        found.edge().holder().advice()))
                .orElse(new Held(Optional.empty(), false, ANY_PATH));
    }
}
