// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.ingest;

import java.time.Duration;

/// What agents and jobs may send. Each limit has a reason in {@link BatchRefusal} or {@link PartRefusal}, which counts
/// what goes over it; docs/operations/brain.md lists them.
public final class IngestLimits {
    /// Longest batch in bytes, and longest when it is inflated.
    public static final int BATCH_BYTES_MAX = 8 << 20;
    /// Agents known at a time; one that is silent for {@link #FORGET_AFTER} is forgotten.
    public static final int AGENTS_MAX = 100_000;
    /// Batches of one agent a second, over {@link #AGENT_BURST_SECONDS}.
    public static final int AGENT_BATCHES_PER_SECOND_MAX = 10;
    /// Bytes of one agent a second, over {@link #AGENT_BURST_SECONDS}.
    public static final long AGENT_BYTES_PER_SECOND_MAX = 8 << 20;
    /// For so long may an agent send what it had kept while the brain was away.
    public static final int AGENT_BURST_SECONDS = 60;
    /// Jobs known at a time; one that is silent for {@link #FORGET_AFTER} is forgotten.
    public static final int JOBS_MAX = 20_000;
    /// A job may send its records of so many seconds at once.
    public static final int JOB_BURST_SECONDS = 5;
    /// Longest text that becomes a label, in characters.
    public static final int LABEL_LENGTH_MAX = 128;
    /// Most ranks of a communicator that are believed.
    public static final int RANKS_MAX = 1 << 20;
    /// Longest operation that is believed.
    public static final Duration OPERATION_MAX = Duration.ofHours(24);
    /// How far a node's clock may be ahead of the brain's.
    public static final Duration AHEAD_MAX = Duration.ofMinutes(5);
    /// How far it may be behind: an agent keeps batches while the brain is away.
    public static final Duration BEHIND_MAX = Duration.ofHours(24);
    /// Batches that wait for the analysis.
    public static final int QUEUE_BATCHES_MAX = 20_000;
    /// Records that wait for the analysis; some 60 bytes each.
    public static final int QUEUE_RECORDS_MAX = 2_000_000;
    /// After this silence agents and jobs are forgotten here.
    public static final Duration FORGET_AFTER = Duration.ofMinutes(10);
    /// What an agent that is refused for a time is told to wait.
    public static final int RETRY_SECONDS = 2;

    private IngestLimits() {}
}
