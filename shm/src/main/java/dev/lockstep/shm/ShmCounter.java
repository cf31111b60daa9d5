// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm;

import java.util.Locale;

/// What the plugin counts about itself, under the names of `enum shm_counter`: what it refused or lost, and
/// which timings it kept out of the histograms.
public enum ShmCounter {
    DROP_COMMUNICATOR_TABLE_FULL(0),
    DROP_SERIES_TABLE_FULL(1),
    DROP_NAME_TABLE_FULL(2),
    DROP_SLOT_TABLE_FULL(3),
    DROP_STALE_HANDLE(4),
    DROP_FOREIGN_EVENT(5),
    DROP_UNKNOWN_EVENT(6),
    DROP_CHANNEL_OUT_OF_RANGE(7),
    DROP_CHANNEL_REPEATED(8),
    DROP_CHANNEL_LATE(9),
    DROP_PARENT_MISSING(10),
    DROP_UNKNOWN_DATATYPE(11),
    DROP_BELOW_SIZE_FLOOR(12),
    DROP_NEVER_STARTED(13),
    DROP_UNKNOWN_CONTEXT(14),
    DROP_API_TABLE_FULL(15),
    DROP_CONTROL_UNREADABLE(16),
    DROP_PHASE_UNUSABLE(17),
    DROP_CHAINED_EVENT(18),
    DROP_PROXY_TABLE_FULL(19),
    DROP_CONNECTION_TABLE_FULL(20),
    DROP_STEP_UNUSABLE(21),
    DROP_STEP_UNFINISHED(22),
    SUSPECT_STOP_BEFORE_START(32),
    SUSPECT_REPEATED_STAMPS(33),
    SUSPECT_OVERLAPS_PREVIOUS(34),
    SUSPECT_AFTER_BROADCAST(35),
    SUSPECT_MISSING_STAMP(36);

    private static final int FIRST_SUSPECT = 32;

    private final int index;

    ShmCounter(int index) {
        this.index = index;
    }

    /// Index in the counters section.
    public int index() {
        return index;
    }

    /// Whether this counts timings that cannot be true; otherwise it counts refusals and losses.
    public boolean isSuspectTiming() {
        return index >= FIRST_SUSPECT;
    }

    /// The reason as a label value, for example `slot_table_full`.
    public String reason() {
        return name().substring(name().indexOf('_') + 1).toLowerCase(Locale.ROOT);
    }
}
