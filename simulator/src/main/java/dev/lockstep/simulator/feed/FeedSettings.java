// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.feed;

import java.util.Optional;
import java.util.function.IntToLongFunction;

/// How one life of a job is told.
///
/// @param jobId the label `job_id`
/// @param incarnation one life of the job; absent where no rank knows it
/// @param startNanos when the job starts, on the clock of {@link NodeAgents}
/// @param sampling the k that single operations are kept by
/// @param recordLoss share of the single operations that were overwritten before the agent came
/// @param end how its processes end
/// @param connections what is told of its connections between nodes
public record FeedSettings(
        String jobId,
        Optional<String> incarnation,
        long startNanos,
        int sampling,
        double recordLoss,
        End end,
        Connections connections) {

    /// What a job tells of its connections. It costs time, and most findings do without.
    public enum Connections {
        /// Nothing.
        NONE,
        /// Operations, steps and bytes.
        COUNTED,
        /// What each step waited for, too.
        TIMED
    }

    /// How the processes of a job end.
    ///
    /// @param killedNanos when the process of a rank is killed, in nanoseconds since the job's start;
    ///     `Long.MAX_VALUE` for never
    /// @param lingerNanos how long the process of a rank stays after the job's last step
    /// @param frees whether a process that was not killed frees its communicators before it ends
    public record End(IntToLongFunction killedNanos, IntToLongFunction lingerNanos, boolean frees) {
        private static final long LINGER_NANOS = 100_000_000;
        private static final int LINGERS = 20;

        /// Through, within two seconds of each other.
        public static final End FREED = new End(rank -> Long.MAX_VALUE, End::lingering, true);
        /// The same, without a word to NCCL.
        public static final End LEFT = FREED.withoutFreeing();

        private static long lingering(int rank) {
            return LINGER_NANOS * (1 + rank * 7L % LINGERS);
        }

        /// All killed at these moments at the latest.
        public static End killed(IntToLongFunction nanos) {
            return new End(nanos, End::lingering, false);
        }

        /// The same ends without a word to NCCL.
        public End withoutFreeing() {
            return new End(killedNanos, lingerNanos, false);
        }
    }

    /// A job that starts at once, is seen without loss and ends well.
    public static FeedSettings of(String jobId, String incarnation) {
        return new FeedSettings(jobId, Optional.of(incarnation), 0, 0, 0, End.FREED, Connections.NONE);
    }

    /// The same with another k.
    public FeedSettings withSampling(int k) {
        return new FeedSettings(jobId, incarnation, startNanos, k, recordLoss, end, connections);
    }

    /// The same, starting later.
    public FeedSettings startingAt(long nanos) {
        return new FeedSettings(jobId, incarnation, nanos, sampling, recordLoss, end, connections);
    }

    /// The same with records that are lost.
    public FeedSettings losing(double share) {
        return new FeedSettings(jobId, incarnation, startNanos, sampling, share, end, connections);
    }

    /// The same with another end.
    public FeedSettings ending(End other) {
        return new FeedSettings(jobId, incarnation, startNanos, sampling, recordLoss, other, connections);
    }

    /// The same where no rank knows which life of the job it is.
    public FeedSettings withoutIncarnation() {
        return new FeedSettings(jobId, Optional.empty(), startNanos, sampling, recordLoss, end, connections);
    }

    /// The same with more or less of its connections.
    public FeedSettings withConnections(Connections other) {
        return new FeedSettings(jobId, incarnation, startNanos, sampling, recordLoss, end, other);
    }
}
