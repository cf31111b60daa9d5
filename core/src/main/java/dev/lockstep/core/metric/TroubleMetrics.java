// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.ArrayList;
import java.util.List;

/// The families about trouble that jobs tell of themselves, in logs and through NCCL's RAS. A job's series end an hour
/// after the last of them grew.
public final class TroubleMetrics {
    private static final String SERIES = "kinds told × jobs, up to 1,024 a source";
    private static final List<MetricLabel> TOLD =
            List.of(MetricLabel.NODE, MetricLabel.SOURCE, MetricLabel.JOB_ID, MetricLabel.KIND, MetricLabel.REASON);

    /// What failed.
    public static final MetricFamily ERRORS = counter(
            "nccl_errors_total",
            "Errors of NCCL and of what it stands on that were told, by kind; of one look at one process and kind the"
                    + " first few lines count.",
            with(MetricLabel.CAUSE));

    /// What was tried again.
    public static final MetricFamily RETRIES = counter(
            "nccl_retries_total",
            "Connections that NCCL said it tries again, of one peer once in half a minute.",
            TOLD);

    /// What was given up.
    public static final MetricFamily TIMEOUTS = counter(
            "nccl_timeouts_total",
            "Collectives that PyTorch's watchdog gave up, watchdogs that did not come back, and rendezvous that were"
                    + " not met.",
            TOLD);

    private TroubleMetrics() {}

    static List<MetricFamily> all() {
        return List.of(ERRORS, RETRIES, TIMEOUTS);
    }

    private static List<MetricLabel> with(MetricLabel more) {
        List<MetricLabel> labels = new ArrayList<>(TOLD);
        labels.add(more);
        return List.copyOf(labels);
    }

    private static MetricFamily counter(String name, String help, List<MetricLabel> labels) {
        return new MetricFamily(name, MetricKind.COUNTER, MetricUnit.NONE, help, labels, SERIES, NcclMetrics.V1);
    }
}
