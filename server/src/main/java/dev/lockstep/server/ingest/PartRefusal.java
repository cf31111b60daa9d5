// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

import java.util.Locale;

/// Why a part of a batch was not used, while the rest was: what one job says must not cost another one its verdict.
public enum PartRefusal {
    /// A record whose stamps cannot be true: it counts as an operation and not as a time.
    CLOCK,
    /// The time of the batch is far from the brain's: the brain's own time was taken instead.
    NODE_CLOCK,
    /// A process whose texts are too long or no text, or whose ranks cannot be.
    IDENTITY,
    /// Records of a job above what one job may send.
    JOB_RECORDS,
    /// A process of a job for which there is no room.
    JOBS;

    /// The value of the label `reason`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
