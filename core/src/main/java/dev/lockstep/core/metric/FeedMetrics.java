// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.List;

/// The families about what an agent tells its brains (docs/wire-format.md). An agent that has no brain serves none of
/// them.
public final class FeedMetrics {
    private static final String V1 = "0.1.0";

    /// Batches that arrived.
    public static final MetricFamily SENT = ofBrain(
            "lockstep_feed_batches_sent_total", MetricUnit.NONE, "Batches that the brain has acknowledged.", "brains");

    /// Their bytes.
    public static final MetricFamily SENT_BYTES = ofBrain(
            "lockstep_feed_sent_bytes_total",
            MetricUnit.BYTES,
            "Bytes of the batches that the brain has acknowledged.",
            "brains");

    /// What did not arrive.
    public static final MetricFamily REFUSED = new MetricFamily(
            "lockstep_feed_refused_total",
            MetricKind.COUNTER,
            MetricUnit.NONE,
            "Attempts to send a batch that failed: `unreachable`, `timeout`, `tls`, `unknown_host`, `broken`,"
                    + " `token_unusable`, or `status_N` with what the brain answered. All but `status_400`, `status_413`"
                    + " and `status_415` are tried again.",
            List.of(MetricLabel.NODE, MetricLabel.BRAIN, MetricLabel.REASON),
            "brains × reasons seen",
            V1);

    /// What will never arrive.
    public static final MetricFamily DROPPED = ofBrain(
            "lockstep_feed_batches_dropped_total",
            MetricUnit.NONE,
            "Batches that the brain will never have: the oldest ones above a limit of the spool, and those that it"
                    + " refused for good.",
            "brains");

    /// How long ago the brain took one.
    public static final MetricFamily STALENESS = new MetricFamily(
            "lockstep_feed_staleness_seconds",
            MetricKind.GAUGE,
            MetricUnit.SECONDS,
            "Time since the brain acknowledged a batch. No series before the first one.",
            List.of(MetricLabel.NODE, MetricLabel.BRAIN),
            "brains",
            V1);

    /// What waits.
    public static final MetricFamily WAITING = ofAgent(
            "lockstep_feed_spool_batches",
            MetricKind.GAUGE,
            MetricUnit.NONE,
            "Batches that some brain has not acknowledged yet.");

    /// Its bytes.
    public static final MetricFamily WAITING_BYTES = ofAgent(
            "lockstep_feed_spool_bytes",
            MetricKind.GAUGE,
            MetricUnit.BYTES,
            "Bytes of the batches that some brain has not acknowledged yet.");

    /// What a restart would lose.
    public static final MetricFamily SPOOL_FAILURES = ofAgent(
            "lockstep_feed_spool_failures_total",
            MetricKind.COUNTER,
            MetricUnit.NONE,
            "Files of the brain spool that could not be written, read or removed: rights or room of the directory.");

    /// Operations there were.
    public static final MetricFamily RECORDS_READ = ofAgent(
            "lockstep_feed_records_read_total",
            MetricKind.COUNTER,
            MetricUnit.NONE,
            "Operations that were read one by one for the brain, of which it is told a sample.");

    /// Operations of the sample.
    public static final MetricFamily RECORDS_TOLD = ofAgent(
            "lockstep_feed_records_told_total",
            MetricKind.COUNTER,
            MetricUnit.NONE,
            "Operations that were put into batches one by one.");

    /// How thin the sample is.
    public static final MetricFamily SAMPLING = ofAgent(
            "lockstep_feed_sampling_exponent",
            MetricKind.GAUGE,
            MetricUnit.NONE,
            "k: one operation of 2^k is told by itself. The brain chooses it; an agent with too many raises it.");

    /// Batches that broke a limit.
    public static final MetricFamily UNWRITABLE = ofAgent(
            "lockstep_feed_batches_unwritable_total",
            MetricKind.COUNTER,
            MetricUnit.NONE,
            "Batches that could not be written because of a limit of the wire format.");

    private FeedMetrics() {}

    static List<MetricFamily> all() {
        return List.of(
                SENT,
                SENT_BYTES,
                REFUSED,
                DROPPED,
                STALENESS,
                WAITING,
                WAITING_BYTES,
                SPOOL_FAILURES,
                RECORDS_READ,
                RECORDS_TOLD,
                SAMPLING,
                UNWRITABLE);
    }

    private static MetricFamily ofBrain(String name, MetricUnit unit, String help, String series) {
        List<MetricLabel> labels = List.of(MetricLabel.NODE, MetricLabel.BRAIN);
        return new MetricFamily(name, MetricKind.COUNTER, unit, help, labels, series, V1);
    }

    private static MetricFamily ofAgent(String name, MetricKind kind, MetricUnit unit, String help) {
        return new MetricFamily(name, kind, unit, help, List.of(MetricLabel.NODE), "1 with a brain", V1);
    }
}
