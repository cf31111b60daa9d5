// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.List;

/// The families about what was not recorded, or recorded without its time. A reason gets its series when it is first
/// seen: the totals are there from the start, so that an alert on their rate sees the first loss too.
public final class LossMetrics {
    private static final List<MetricLabel> PROCESS = List.of(MetricLabel.NODE, MetricLabel.JOB_ID, MetricLabel.PID);
    private static final List<MetricLabel> REASON =
            List.of(MetricLabel.NODE, MetricLabel.JOB_ID, MetricLabel.PID, MetricLabel.REASON);

    /// What was not recorded.
    public static final MetricFamily RECORDS_LOST = counter(
            "nccl_records_lost_total",
            "Operations or events of a process that were refused, dropped or not seen. No series of a reason before"
                    + " it is first seen.",
            REASON,
            "processes × reasons seen");

    /// The same over all reasons.
    public static final MetricFamily RECORDS_LOST_ANY = counter(
            "nccl_records_lost_any_reason_total",
            "The sum of nccl_records_lost_total over all reasons, there from the start: alert on its rate.",
            PROCESS,
            "processes");

    /// What was recorded without its time.
    public static final MetricFamily SUSPECT_TIMINGS = counter(
            "nccl_suspect_timings_total",
            "Timings of a process that cannot be true: counted as calls, kept out of the histograms. No series of a"
                    + " reason before it is first seen.",
            REASON,
            "processes × reasons seen");

    /// The same over all reasons.
    public static final MetricFamily SUSPECT_TIMINGS_ANY = counter(
            "nccl_suspect_timings_any_reason_total",
            "The sum of nccl_suspect_timings_total over all reasons, there from the start: alert on its rate.",
            PROCESS,
            "processes");

    private LossMetrics() {}

    static List<MetricFamily> all() {
        return List.of(RECORDS_LOST, RECORDS_LOST_ANY, SUSPECT_TIMINGS, SUSPECT_TIMINGS_ANY);
    }

    private static MetricFamily counter(String name, String help, List<MetricLabel> labels, String series) {
        return new MetricFamily(name, MetricKind.COUNTER, MetricUnit.NONE, help, labels, series, NcclMetrics.V1);
    }
}
