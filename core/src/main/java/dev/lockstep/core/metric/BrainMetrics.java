// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.List;

/// The families that the brain serves: what it has found, and how it fares itself. None has a node of its own:
/// one brain watches all of them.
public final class BrainMetrics {
    private static final String V1 = "0.1.0";
    private static final String ONE = "1";

    /// Open incidents.
    public static final MetricFamily INCIDENT = gauge(
            "lockstep_incident",
            MetricUnit.NONE,
            "1 while the incident is open and may alert: it is in no maintenance window and nobody called it false.",
            List.of(
                    MetricLabel.INCIDENT_ID,
                    MetricLabel.SEVERITY,
                    MetricLabel.KIND,
                    MetricLabel.NODE,
                    MetricLabel.GPU,
                    MetricLabel.RANK,
                    MetricLabel.JOB_ID),
            "open incidents");

    /// Incidents by state.
    public static final MetricFamily INCIDENTS = gauge(
            "lockstep_incidents",
            MetricUnit.NONE,
            "Incidents that are not over, by state, those in maintenance windows included.",
            List.of(MetricLabel.STATE, MetricLabel.SEVERITY),
            "up to 8");

    /// Waits of ranks.
    public static final MetricFamily WAIT = counter(
            "lockstep_wait_seconds_total",
            MetricUnit.SECONDS,
            "Time that the rank was in collectives before the last rank came, of operations whose ends align and of"
                    + " which every rank told; estimated from the sample where agents sample.",
            List.of(MetricLabel.JOB_ID, MetricLabel.NODE, MetricLabel.GPU, MetricLabel.RANK),
            "ranks, up to 16,384");

    /// What ranks cost others.
    public static final MetricFamily LOST = counter(
            "lockstep_lost_gpu_seconds_total",
            MetricUnit.SECONDS,
            "GPU seconds that others waited for the rank while it was named as late. An upper bound: they may have"
                    + " computed beside.",
            List.of(MetricLabel.JOB_ID, MetricLabel.NODE, MetricLabel.GPU, MetricLabel.RANK),
            "ranks, up to 16,384");

    /// Transfers.
    public static final MetricFamily TRANSFER = histogram(
            "lockstep_transfer_seconds",
            "Time that an operation took once all ranks were there: the shortest time of a rank, where ends align and"
                    + " every rank told.",
            List.of(MetricLabel.JOB_ID, MetricLabel.COMM, MetricLabel.COLLECTIVE),
            "functions of communicators, up to 1,000");

    /// Steps.
    public static final MetricFamily STEP = histogram(
            "lockstep_step_seconds",
            "Time of a step of the job, where its operations repeat; short steps are a mean over several.",
            List.of(MetricLabel.JOB_ID),
            "jobs, up to 1,000");

    /// What was matched.
    public static final MetricFamily MATCHED = counter(
            "lockstep_matched_operations_total",
            MetricUnit.NONE,
            "Operations whose records were compared over ranks, by state: `complete` if every rank told of it,"
                    + " `partial` if it was closed without some.",
            List.of(MetricLabel.JOB_ID, MetricLabel.STATE),
            "2 a job");

    /// What is seen of a job.
    public static final MetricFamily COVERAGE = gauge(
            "lockstep_job_coverage_ratio",
            MetricUnit.NONE,
            "Share of the ranks of the job's communicators of which anything was heard. Below 1 a rank that is not seen"
                    + " may be the culprit.",
            List.of(MetricLabel.JOB_ID),
            "jobs, up to 1,000");

    /// What found no room.
    public static final MetricFamily FOLDED = gauge(
            "lockstep_brain_series_folded",
            MetricUnit.NONE,
            "Jobs, ranks and communicators that find no room in the series above and are summed under `other` of the"
                    + " label.",
            List.of(MetricLabel.INTO),
            "3");

    /// Always 1.
    public static final MetricFamily WATCHDOG = gauge(
            "lockstep_brain_watchdog",
            MetricUnit.NONE,
            "Always 1. An alert on its absence tells that the brain is gone: what was open then is not over, it is not"
                    + " seen.",
            List.of(),
            ONE);

    /// How old the last look is.
    public static final MetricFamily LOOK_AGE = gauge(
            "lockstep_brain_look_age_seconds",
            MetricUnit.SECONDS,
            "Time since the analysis last looked at what holds, which it does each second.",
            List.of(),
            ONE);

    /// Looks.
    public static final MetricFamily LOOKS =
            counter("lockstep_brain_looks_total", MetricUnit.NONE, "Looks at what holds.", List.of(), ONE);

    /// Time of looks.
    public static final MetricFamily LOOK_TIME =
            counter("lockstep_brain_look_seconds_total", MetricUnit.SECONDS, "Time that looks took.", List.of(), ONE);

    /// Agents that are heard.
    public static final MetricFamily AGENTS = gauge(
            "lockstep_brain_agents",
            MetricUnit.NONE,
            "Agents that sent something in the last ten seconds.",
            List.of(),
            ONE);

    /// Jobs by state.
    public static final MetricFamily JOBS = gauge(
            "lockstep_brain_jobs",
            MetricUnit.NONE,
            "Jobs by state; `unknown` are those of which too little is seen to tell: the brain is blind for them.",
            List.of(MetricLabel.STATE),
            "7");

    /// Ranks that are known.
    public static final MetricFamily RANKS = gauge(
            "lockstep_brain_ranks",
            MetricUnit.NONE,
            "Ranks of jobs that are not over, as the brain knows them; a process that tells none yet counts as one.",
            List.of(),
            ONE);

    /// Batches that came.
    public static final MetricFamily BATCHES =
            counter("lockstep_brain_batches_total", MetricUnit.NONE, "Batches of agents taken.", List.of(), ONE);

    /// Bytes that came.
    public static final MetricFamily BYTES = counter(
            "lockstep_brain_received_bytes_total",
            MetricUnit.BYTES,
            "Bytes of those batches as they came.",
            List.of(),
            ONE);

    /// Records that came.
    public static final MetricFamily RECORDS = counter(
            "lockstep_brain_records_total", MetricUnit.NONE, "Records of single operations taken.", List.of(), ONE);

    /// Batches that were refused.
    public static final MetricFamily BATCHES_REFUSED = counter(
            "lockstep_brain_batches_refused_total",
            MetricUnit.NONE,
            "Batches that were not taken: malformed, unauthorized, too_large, agent_rate, agents, queue_full,"
                    + " duplicate.",
            List.of(MetricLabel.REASON),
            "7");

    /// Parts that were refused.
    public static final MetricFamily PARTS_REFUSED = counter(
            "lockstep_brain_refused_total",
            MetricUnit.NONE,
            "Parts of batches that were not used: records with stamps that cannot be true (clock) or above a job's"
                    + " limit (job_records), processes that are nobody (identity) or of one job too many (jobs), times of"
                    + " nodes (node_clock), and what the analysis has no room for.",
            List.of(MetricLabel.REASON),
            "reasons");

    /// How the agents sample.
    public static final MetricFamily SAMPLING = gauge(
            "lockstep_brain_sampling_exponent",
            MetricUnit.NONE,
            "Largest k that an agent is told: it sends one operation of 2^k. 0 is all of them.",
            List.of(),
            ONE);

    /// The queue.
    public static final MetricFamily QUEUE = gauge(
            "lockstep_brain_queue_batches", MetricUnit.NONE, "Batches that wait for the analysis.", List.of(), ONE);

    /// How long they wait.
    public static final MetricFamily LAG = gauge(
            "lockstep_brain_lag_seconds",
            MetricUnit.SECONDS,
            "Longest time that a batch of the last second waited for the analysis.",
            List.of(),
            ONE);

    /// What is found.
    public static final MetricFamily FINDINGS = gauge(
            "lockstep_brain_findings",
            MetricUnit.NONE,
            "Findings of the last look by kind, suspicions included. No series where there are none.",
            List.of(MetricLabel.KIND),
            "kinds found");

    /// Our own mistakes.
    public static final MetricFamily MISTAKES = counter(
            "lockstep_brain_mistakes_total",
            MetricUnit.NONE,
            "Batches and looks that failed by a mistake of Lockstep's; its log names it.",
            List.of(),
            ONE);

    /// Who listens.
    public static final MetricFamily LISTENERS =
            gauge("lockstep_brain_listeners", MetricUnit.NONE, "Clients of the stream of events.", List.of(), ONE);

    /// Who did not keep up.
    public static final MetricFamily LISTENERS_DROPPED = counter(
            "lockstep_brain_listeners_dropped_total",
            MetricUnit.NONE,
            "Clients of the stream of events that were ended because they did not keep up.",
            List.of(),
            ONE);

    /// What was sent to others.
    public static final MetricFamily SENT = counter(
            "lockstep_brain_sent_total",
            MetricUnit.NONE,
            "Messages that the receiver took.",
            List.of(MetricLabel.RECEIVER),
            "receivers");

    /// What could not be sent.
    public static final MetricFamily SEND_FAILED = counter(
            "lockstep_brain_send_failed_total",
            MetricUnit.NONE,
            "Messages that the receiver did not take; they are sent again.",
            List.of(MetricLabel.RECEIVER),
            "receivers");

    /// The store's room.
    public static final MetricFamily STORE_BYTES = gauge(
            "lockstep_brain_store_bytes", MetricUnit.BYTES, "Room that history takes on the disk.", List.of(), ONE);

    /// What the store could not write.
    public static final MetricFamily STORE_FAILED = counter(
            "lockstep_brain_store_failed_total",
            MetricUnit.NONE,
            "Writings of the store that failed; incidents are written again at the next look.",
            List.of(),
            ONE);

    /// What the store could not read.
    public static final MetricFamily STORE_DAMAGED = counter(
            "lockstep_brain_store_damaged_total",
            MetricUnit.NONE,
            "Files and lines of the store that could not be read and were set aside.",
            List.of(),
            ONE);

    /// What made room.
    public static final MetricFamily STORE_REMOVED = counter(
            "lockstep_brain_store_removed_total",
            MetricUnit.NONE,
            "Files of history that were removed because of their age or for room.",
            List.of(),
            ONE);

    /// What a minute had no room for.
    public static final MetricFamily STORE_ROWS_LEFT_OUT = counter(
            "lockstep_brain_store_rows_left_out_total",
            MetricUnit.NONE,
            "Summaries of a minute that were above the limit of rows.",
            List.of(),
            ONE);

    private BrainMetrics() {}

    /// All of them; no agent serves one.
    public static List<MetricFamily> all() {
        return List.of(
                INCIDENT,
                INCIDENTS,
                WAIT,
                LOST,
                TRANSFER,
                STEP,
                MATCHED,
                COVERAGE,
                FOLDED,
                WATCHDOG,
                LOOK_AGE,
                LOOKS,
                LOOK_TIME,
                AGENTS,
                JOBS,
                RANKS,
                BATCHES,
                BYTES,
                RECORDS,
                BATCHES_REFUSED,
                PARTS_REFUSED,
                SAMPLING,
                QUEUE,
                LAG,
                FINDINGS,
                MISTAKES,
                LISTENERS,
                LISTENERS_DROPPED,
                SENT,
                SEND_FAILED,
                STORE_BYTES,
                STORE_FAILED,
                STORE_DAMAGED,
                STORE_REMOVED,
                STORE_ROWS_LEFT_OUT);
    }

    private static MetricFamily gauge(
            String name, MetricUnit unit, String help, List<MetricLabel> labels, String series) {
        return new MetricFamily(name, MetricKind.GAUGE, unit, help, labels, series, V1);
    }

    private static MetricFamily histogram(String name, String help, List<MetricLabel> labels, String series) {
        return new MetricFamily(name, MetricKind.HISTOGRAM, MetricUnit.SECONDS, help, labels, series, V1);
    }

    private static MetricFamily counter(
            String name, MetricUnit unit, String help, List<MetricLabel> labels, String series) {
        return new MetricFamily(name, MetricKind.COUNTER, unit, help, labels, series, V1);
    }
}
