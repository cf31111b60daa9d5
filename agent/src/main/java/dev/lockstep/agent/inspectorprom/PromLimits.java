// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspectorprom;

import java.time.Duration;

/// How much of what a job writes is believed and kept; each limit has a reason in {@link PromReason}.
final class PromLimits {
    /// Files of all directories; beyond: {@link PromReason#FILES_OVER_LIMIT}.
    static final int FILES_MAX = 256;

    /// Length of one file, which is 3 kB as Inspector writes it; beyond: {@link PromReason#FILE_TOO_LONG}.
    static final int FILE_BYTES_MAX = 1 << 20;

    /// Timings of one file; beyond: {@link PromReason#TIMINGS_OVER_LIMIT}.
    static final int TIMINGS_PER_FILE_MAX = 256;

    /// Timings of all files; beyond: {@link PromReason#TIMINGS_OVER_LIMIT}.
    static final int TIMINGS_MAX = 2048;

    /// Ranks and nodes of a communicator; larger numbers are left out.
    static final int RANKS_MAX = 1 << 24;

    /// Inspector writes a file in a millisecond, piece by piece: one that was changed so short ago is read later.
    static final Duration SETTLED_AFTER = Duration.ofSeconds(1);

    /// Three times Inspector's shortest interval: a file that was not rewritten for so long is stale.
    static final Duration STALE_AFTER = Duration.ofSeconds(90);

    /// How many of the intervals that were seen have to pass, where they are longer.
    static final int STALE_INTERVALS = 3;

    private PromLimits() {}
}
