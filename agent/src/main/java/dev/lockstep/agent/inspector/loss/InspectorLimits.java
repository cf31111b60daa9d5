// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.loss;

import java.time.Duration;

/// How much of what a job writes is believed and kept. Each limit has a reason in {@link Reason} that counts what is
/// beyond it.
public final class InspectorLimits {
    /// Longest line, and longest pretty-printed object; beyond: {@link Reason#LINE_TOO_LONG}.
    public static final int LINE_BYTES_MAX = 256 * 1024;

    /// Sub-directories followed; beyond: {@link Reason#DIRECTORIES_OVER_LIMIT}.
    public static final int DIRECTORIES_MAX = 256;

    /// Files followed in one directory, so that one job cannot evict another; beyond: {@link Reason#FILES_OVER_LIMIT}.
    public static final int FILES_PER_DIRECTORY_MAX = 1024;

    /// Files followed in all; beyond: {@link Reason#FILES_OVER_LIMIT}.
    public static final int FILES_MAX = 2048;

    /// Processes that the lines of one file may name; beyond: {@link Reason#PROCESSES_OVER_LIMIT}.
    public static final int PROCESSES_PER_FILE_MAX = 16;

    /// Communicators of one process; beyond, their operations are folded into one named `other`:
    /// {@link Reason#COMMUNICATORS_OVER_LIMIT}.
    public static final int COMMUNICATORS_PER_PROCESS_MAX = 128;

    /// Operation series of one communicator; beyond, operations are folded into `size="other"`:
    /// {@link Reason#SERIES_OVER_LIMIT}.
    public static final int SERIES_PER_COMMUNICATOR_MAX = 64;

    /// Operation series of one process, so that one job cannot use up what all have; beyond:
    /// {@link Reason#SERIES_OVER_LIMIT}.
    public static final int SERIES_PER_PROCESS_MAX = 384;

    /// Operation series of all processes; beyond: {@link Reason#SERIES_OVER_LIMIT}.
    public static final int SERIES_MAX = 4096;

    /// Processes of all files; beyond: {@link Reason#PROCESSES_OVER_LIMIT}.
    public static final int PROCESSES_MAX = 512;

    /// Characters kept of a communicator's or host's name; the rest is cut.
    public static final int NAME_CHARS_MAX = 64;

    /// Characters of an algorithm's or protocol's name; longer or odd ones read as unknown.
    public static final int LABEL_CHARS_MAX = 32;

    /// Largest size of one operation; beyond: {@link Reason#IMPOSSIBLE_SIZE}. Inspector multiplies the count of an
    /// unknown datatype by −1, which gives about 2^64.
    public static final long OPERATION_BYTES_MAX = 1L << 44;

    /// Longest time of one operation; beyond: {@link Reason#IMPOSSIBLE_DURATION}.
    public static final long OPERATION_MICROS_MAX = Duration.ofDays(1).toMillis() * 1000;

    /// Fastest operation, 100 TB/s; beyond: {@link Reason#IMPOSSIBLE_BANDWIDTH}.
    public static final long BYTES_PER_MICRO_MAX = 100_000_000;

    /// Ranks of one communicator; beyond: {@link Reason#IMPOSSIBLE_RANK}.
    public static final long RANKS_MAX = 1L << 24;

    /// Largest step between two sequence numbers that is believed; beyond: {@link Reason#IMPOSSIBLE_SEQUENCE}.
    static final long SEQUENCE_STEP_MAX = 1L << 30;

    /// Missing runs of numbers remembered for comparison with peers; beyond, the oldest are settled without peers.
    static final int MISSING_RUNS_MAX = 512;

    /// A collective's number may come this much later than a higher one.
    public static final long REORDER_MAX = 64;

    /// The same for Send and Recv, whose numbers are given out group by group.
    public static final long REORDER_POINT_TO_POINT_MAX = 1024;

    /// After so long without a byte a file is taken as finished or stopped: its last gaps are settled, its tail is
    /// compared with its peers'.
    public static final Duration QUIET_AFTER = Duration.ofMinutes(2);

    /// What is known of a process is kept so long after its last file has gone.
    public static final Duration KEEP_AFTER_GONE = Duration.ofMinutes(2);

    /// A process is shown so long after the last change of its files that this agent has seen, their first sight
    /// included.
    public static final Duration KEEP_UNCHANGED = Duration.ofHours(1);

    /// Uncompressed bytes read of one `.gz`, give or take a line; beyond: {@link Reason#GZIP_TOO_LONG}.
    public static final long GZIP_BYTES_MAX = 8L << 30;

    /// Bytes read in one reading, so that a reading ends; the next goes on.
    public static final long READING_BYTES_MAX = 4L << 30;

    private InspectorLimits() {}
}
