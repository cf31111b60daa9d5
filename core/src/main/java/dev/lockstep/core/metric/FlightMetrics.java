// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import java.util.List;

/// The families about flight records: what is kept of processes that did not end well (docs/flight-records.md).
public final class FlightMetrics {
    private static final String V1 = "0.1.0";

    /// Records kept.
    public static final MetricFamily KEPT = counter(
            "lockstep_flight_records_total",
            "Flight records that the agent has kept since it started, by how the process ended: `killed` or `hung`."
                    + " A process that ended well leaves none.",
            "2");

    /// Records removed.
    public static final MetricFamily REMOVED = counter(
            "lockstep_flight_records_removed_total",
            "Flight records removed because the spool had reached a limit: `bytes`, `records` or `age`.",
            "reasons seen");

    /// Records that could not be kept.
    public static final MetricFamily FAILED = counter(
            "lockstep_flight_records_failed_total",
            "Flight records that could not be kept: `unwritable` (rights or room of the directory), `damaged`,"
                    + " `too_large`, or `too_many` of one user in an hour.",
            "reasons seen");

    /// Records there are.
    public static final MetricFamily SPOOL_RECORDS =
            gauge("lockstep_flight_spool_records", MetricUnit.NONE, "Flight records in the spool.");

    /// Room they take.
    public static final MetricFamily SPOOL_BYTES = gauge(
            "lockstep_flight_spool_bytes",
            MetricUnit.BYTES,
            "Length of the flight records in the spool. They have holes: the disk gives less.");

    private FlightMetrics() {}

    static List<MetricFamily> all() {
        return List.of(KEPT, REMOVED, FAILED, SPOOL_RECORDS, SPOOL_BYTES);
    }

    private static MetricFamily counter(String name, String help, String series) {
        List<MetricLabel> labels = List.of(MetricLabel.NODE, MetricLabel.REASON);
        return new MetricFamily(name, MetricKind.COUNTER, MetricUnit.NONE, help, labels, series, V1);
    }

    private static MetricFamily gauge(String name, MetricUnit unit, String help) {
        return new MetricFamily(name, MetricKind.GAUGE, unit, help, List.of(MetricLabel.NODE), "1", V1);
    }
}
