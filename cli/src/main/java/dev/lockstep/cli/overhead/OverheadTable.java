// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.overhead;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The tables that people read:
///
/// ```
/// agent reads every 1.0 s
///      SIZE  CHANNELS   OWN TIME           counters           channels               ring       ring, phases
///       8 B         1    14.0 us     169 ns  1.206 %     171 ns  1.222 %     180 ns  1.283 %     236 ns  1.683 %
/// ```
final class OverheadTable {
    private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB"};

    private OverheadTable() {}

    static List<String> head(ReferenceJob job) {
        return List.of(
                "What Lockstep adds to an operation, net of an empty plugin in the same run: medians, all callbacks",
                "of an operation together, played by one thread without a pause.",
                "OWN TIME and CHANNELS are those of " + job.words() + " in the simulator's cost model;",
                "the share is of that time, as if the job waited for the callbacks, which it mostly does not.",
                "What NCCL itself spends on profiling is not in it: see docs/operations/overhead.md.");
    }

    static List<String> lines(Map<Detail, List<Cost>> columns, Duration interval, ReferenceJob job) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("agent reads every " + interval.toMillis() / 1000.0 + " s");
        StringBuilder heading = new StringBuilder("%9s %9s %10s".formatted("SIZE", "CHANNELS", "OWN TIME"));
        columns.keySet().forEach(detail -> heading.append("%19s".formatted(detail.label())));
        lines.add(heading.toString());
        List<Cost> sizes = columns.values().iterator().next();
        for (int row = 0; row < sizes.size(); row++) {
            lines.add(line(row, columns, job));
        }
        return lines;
    }

    private static String line(int row, Map<Detail, List<Cost>> columns, ReferenceJob job) {
        Cost first = columns.values().iterator().next().get(row);
        long own = job.nanos(first.sizeBytes());
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT, "%9s %9d %7.1f us", size(first.sizeBytes()), first.channels(), own / 1000.0));
        for (List<Cost> column : columns.values()) {
            double nanos = column.get(row).nanos();
            line.append(String.format(Locale.ROOT, "%8.0f ns %6.3f %%", nanos, 100 * nanos / own));
        }
        return line.toString();
    }

    /// `8 B`, `64 KiB`, `1 GiB`.
    static String size(long bytes) {
        int unit = 0;
        long left = bytes;
        while (left >= 1024 && left % 1024 == 0 && unit < BYTES.length - 1) {
            left /= 1024;
            unit++;
        }
        return left + " " + BYTES[unit];
    }
}
