// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import dev.lockstep.cli.dashboards.model.Color;
import dev.lockstep.cli.dashboards.model.Look;
import dev.lockstep.cli.dashboards.model.Unit;

/// How the values look that several dashboards show. Where a number is also an alert's limit, it is that number.
final class Looks {
    /// From here on NcclStraggler fires.
    static final double CULPRIT = 0.05;
    /// From here on NcclAllReduceSlow fires.
    static final double SLOWER = 2;
    /// From here on NcclJobStopped may fire, in seconds.
    static final double STOPPED = 120;

    static final Look COUNT = Look.of(Unit.NUMBER);
    static final Look SECONDS = Look.of(Unit.SECONDS);
    static final Look BYTES_PER_SECOND = Look.of(Unit.BYTES_PER_SECOND);
    static final Look PER_SECOND = Look.of(Unit.PER_SECOND);
    static final Look WAITING = Look.of(Unit.SHARE).from(0.1, Color.YELLOW).from(0.25, Color.ORANGE);
    static final Look LATE = Look.of(Unit.SHARE).from(CULPRIT, Color.RED);
    static final Look INFLIGHT_AGE = SECONDS.from(30, Color.YELLOW).from(STOPPED, Color.RED);
    static final Look TO_BASELINE = COUNT.from(1.2, Color.YELLOW).from(SLOWER, Color.RED);
    static final Look NONE_IS_GOOD = COUNT.from(1, Color.RED);
    static final Look SOME_IS_ODD = COUNT.from(1, Color.YELLOW);

    static final Look HEALTH = COUNT.says(0, "healthy", Color.GREEN)
            .says(1, "P2", Color.YELLOW)
            .says(2, "P1: held up", Color.ORANGE)
            .says(3, "P0: stopped", Color.RED);

    private Looks() {}
}
