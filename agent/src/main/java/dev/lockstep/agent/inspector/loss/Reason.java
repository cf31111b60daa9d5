// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.loss;

import java.util.Locale;

/// Why something of Inspector's files is not in the counters; the lower-case name is the label value `reason`.
public enum Reason {
    // Of a process, under `lost`: operations that are known to have happened and are not counted.
    /// Dropped by Inspector's ring and said so by a `dump_stats` line (v4.1 and later); exact.
    RING_OVERWRITE,
    /// A collective's number is missing here and a rank beside it has recorded it: lost on this rank.
    SEQUENCE_GAP,
    /// A collective's number is missing on every rank that can be seen: too small for Inspector's floor, without GPU
    /// time, or overwritten in the ring.
    BELOW_FLOOR_OR_RING,
    /// The same where `dump_stats` tells the ring's losses apart.
    BELOW_FLOOR_OR_UNTIMED,
    /// Numbers before the first that was read: overwritten, too small, or in a file that is gone.
    BEFORE_FIRST_RECORD,
    /// The file is quiet and a rank beside it has recorded higher numbers: lost at teardown or by a kill.
    TAIL_BEHIND_PEERS,
    /// Send and Recv that took a number and left no record.
    P2P_UNREPORTED,

    // Of a process, under `lost`: lines that cannot be used.
    /// The last line of a quiet file, or the front part of a torn line.
    CUT_LINE,
    /// A line that begins as an object and is not JSON.
    NOT_JSON,
    /// Longer than {@link InspectorLimits#LINE_BYTES_MAX}.
    LINE_TOO_LONG,
    /// An operation, and no header before it says of which communicator.
    NO_HEADER,
    /// The communicator's id is not a hexadecimal number of at most 16 digits.
    IMPOSSIBLE_COMMUNICATOR,
    /// A rank or number of ranks that cannot be.
    IMPOSSIBLE_RANK,
    /// No size, or one that cannot be (an unknown datatype).
    IMPOSSIBLE_SIZE,
    /// AllGather or ReduceScatter without the number of ranks that makes its size.
    RANKS_UNKNOWN,
    /// A number that was read before in the same life of the communicator.
    DUPLICATE_RECORD,

    // Of a process, under `suspect`: counted with calls and bytes, kept out of the histograms.
    /// The time is of callbacks on the CPU or of an unknown clock.
    NOT_GPU_TIME,
    /// The time is 0 or missing.
    NO_TIME,
    /// The writer could not compute a bandwidth from this time.
    BANDWIDTH_NAN,
    /// Longer than {@link InspectorLimits#OPERATION_MICROS_MAX}.
    IMPOSSIBLE_DURATION,
    /// Faster than {@link InspectorLimits#BYTES_PER_MICRO_MAX}.
    IMPOSSIBLE_BANDWIDTH,
    /// A number so far from the last that the gap meter does not follow; the operation counts.
    IMPOSSIBLE_SEQUENCE,

    // Of no process, under `refused`.
    /// A line that does not begin as an object: a log line of something else.
    FOREIGN_LINE,
    /// An object without an operation or `dump_stats`: a record of a kind that is not used.
    OTHER_RECORD,
    /// A run of NUL bytes at a line's begin, as a truncated file with an open writer leaves them.
    NUL_BYTES,
    /// A file became shorter and its begin is the same: its end was cut off.
    FILE_SHRUNK,
    /// A file cannot be opened or read.
    FILE_UNREADABLE,
    /// A compressed file ends in the middle or is damaged.
    GZIP_DAMAGED,
    /// A compressed file holds more than {@link InspectorLimits#GZIP_BYTES_MAX}; what lies behind is not read.
    GZIP_TOO_LONG,
    /// A link, device or pipe with the name of a log.
    NOT_A_FILE,
    /// A copy of a file that is read already.
    FILE_COPY,
    DIRECTORIES_OVER_LIMIT,
    FILES_OVER_LIMIT,
    PROCESSES_OVER_LIMIT,
    /// Operations counted under the communicator `other`.
    COMMUNICATORS_OVER_LIMIT,
    /// Operations counted under `size="other"`.
    SERIES_OVER_LIMIT;

    private final String label = name().toLowerCase(Locale.ROOT);

    String label() {
        return label;
    }

    /// Place in arrays that live as long as this process, never in a file.
    @SuppressWarnings("EnumOrdinal")
    int index() {
        return ordinal();
    }
}
