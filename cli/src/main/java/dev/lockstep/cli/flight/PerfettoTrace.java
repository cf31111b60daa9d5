// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.flight;

import dev.lockstep.agent.flight.FlightRecord;
import java.io.Writer;
import java.util.List;

/// Flight records as one trace in Chrome's JSON format, which Perfetto's UI opens: a process for each record, in it a
/// track for each communicator with its operations on the GPU, and above it the way of each from its enqueue to its
/// start. Times count from the earliest event.
///
/// Processes of one boot of one host are placed by their common CLOCK_MONOTONIC; of several hosts, by the wall time
/// that each plugin took at its start, which is as good as the hosts' clocks agree.
public final class PerfettoTrace {
    private PerfettoTrace() {}

    /// Writes the trace and closes the writer.
    public static void write(List<FlightRecord> records, Writer to) {
        boolean isOneHost = records.stream()
                        .map(record -> record.header().bootId())
                        .distinct()
                        .count()
                <= 1;
        List<TracedProcess> processes = records.stream()
                .map(record -> new TracedProcess(record, records.indexOf(record) + 1, offset(record, isOneHost)))
                .toList();
        long zero = processes.stream()
                .flatMapToLong(process -> process.moments())
                .min()
                .orElse(0);
        try (Json json = new Json(to)) {
            json.object().array("traceEvents");
            processes.forEach(process -> process.write(json, zero));
            json.endArray().text("displayTimeUnit", "ns").object("otherData");
            json.text("clock", isOneHost ? "CLOCK_MONOTONIC of the host" : "wall time by each process' clock anchor");
            json.text("zero_nanos", Long.toString(zero)).end().end();
        }
    }

    private static long offset(FlightRecord record, boolean isOneHost) {
        return isOneHost
                ? 0
                : record.header().anchorWallNanos() - record.header().anchorMonotonicNanos();
    }
}
