// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspectorprom;

import java.util.Locale;

/// Why something of a `.prom` file is not shown; the lower-case name is the label value `reason`.
enum PromReason {
    /// Was not rewritten for long: its GPU has no new operations, its job hangs or was killed. Its values have ended.
    STALE_FILE,
    /// Ends in the middle of a line: the writer was killed while it wrote.
    CUT_LINE,
    /// A line that is no sample of Inspector's, or whose labels cannot be told apart.
    BAD_LINE,
    /// A sample of a metric that is not read.
    OTHER_METRIC,
    /// A value that is no time or bandwidth: negative, infinite or not a number.
    IMPOSSIBLE_VALUE,
    /// The same labels again.
    DUPLICATE_SERIES,
    FILE_TOO_LONG,
    FILE_UNREADABLE,
    /// A link, device or pipe.
    NOT_A_FILE,
    FILES_OVER_LIMIT,
    TIMINGS_OVER_LIMIT;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
