// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.logs;

import dev.lockstep.simulator.feed.NodeAgents;
import dev.lockstep.simulator.topology.Communicator;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Names and times as the logs spell them.
final class LogWords {
    static final long TIMEOUT_MILLIS = 600_000;
    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000_000_000;

    private static final DateTimeFormatter GLOG =
            DateTimeFormatter.ofPattern("MMdd HH:mm:ss.nnnnnnnnn", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter ISO =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter PYTHON =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss,SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int FIRST_PID = 41_200;

    private LogWords() {}

    static long wallNanos(long nanos) {
        return NodeAgents.EPOCH_NANOS + nanos;
    }

    private static Instant instant(long nanos) {
        return Instant.EPOCH.plusNanos(wallNanos(nanos));
    }

    /// `1130 12:00:00.123456789`.
    static String glog(long nanos) {
        return GLOG.format(instant(nanos));
    }

    /// `2026-11-30T12:00:00`.
    static String iso(long nanos) {
        return ISO.format(instant(nanos));
    }

    /// `2026-11-30 12:00:00,123`.
    static String python(long nanos) {
        return PYTHON.format(instant(nanos));
    }

    static int pid(int rank) {
        return FIRST_PID + 16 * rank;
    }

    /// PyTorch's job-wide name of a group: all ranks make all groups in one order.
    static String groupName(Communicator communicator) {
        return Integer.toString(communicator.index());
    }

    static String groupDescription(Communicator communicator) {
        return switch (communicator.role()) {
            case WORLD -> "default_pg";
            case TENSOR -> "TENSOR_MODEL_PARALLEL_GROUP";
            case PIPELINE -> "PIPELINE_MODEL_PARALLEL_GROUP";
            case DATA -> "DATA_PARALLEL_GROUP";
            case EXPERT -> "EXPERT_MODEL_PARALLEL_GROUP";
        };
    }

    /// `[PG ID 1 PG GUID 3(TENSOR_MODEL_PARALLEL_GROUP) Rank 2]`.
    static String groupTag(RankStory story, Communicator communicator) {
        return "[PG ID " + story.progress(communicator).localId() + " PG GUID " + groupName(communicator) + "("
                + groupDescription(communicator) + ") Rank " + communicator.commRank(story.rank()) + "]";
    }
}
