// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.show;

import dev.lockstep.cli.text.TextTable;
import dev.lockstep.cli.text.Units;
import dev.lockstep.core.analysis.duration.PointToPoint;
import dev.lockstep.core.analysis.duration.SizeSeries;
import dev.lockstep.core.analysis.duration.StudiedCommunicator;
import dev.lockstep.core.analysis.duration.verdict.JobVerdict;
import dev.lockstep.core.model.DurationHistogram;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// How long collectives took, by communicator, function and size.
final class SeriesTable {
    private static final int ROWS_MAX = 40;
    private static final double GIGA = 1e9;

    /// One row's communicator and series.
    record Row(StudiedCommunicator communicator, SizeSeries series) {}

    private SeriesTable() {}

    static List<String> of(JobVerdict verdict) {
        List<Row> rows = rows(verdict);
        List<String> lines = new ArrayList<>();
        if (!rows.isEmpty()) {
            TextTable table = new TextTable(
                    "communicator",
                    " ranks",
                    "collective",
                    " up to",
                    " count",
                    " P50",
                    " P95",
                    " P99",
                    " wait P50",
                    " P95",
                    " transfer P50",
                    " P95",
                    " GB/s seen",
                    " true");
            rows.stream().limit(ROWS_MAX).forEach(row -> add(table, row));
            lines.addAll(table.lines());
            if (rows.size() > ROWS_MAX) {
                lines.add("… " + (rows.size() - ROWS_MAX) + " more are in --json and --html");
            }
        }
        lines.addAll(pointToPoint(verdict));
        return lines;
    }

    /// All series, those with most time in the kernel first.
    static List<Row> rows(JobVerdict verdict) {
        List<Row> rows = new ArrayList<>();
        for (StudiedCommunicator communicator : verdict.job().communicators()) {
            communicator.series().forEach(series -> rows.add(new Row(communicator, series)));
        }
        rows.sort(Comparator.comparingDouble((Row row) -> row.series().durationSeconds())
                .reversed());
        return rows;
    }

    private static void add(TextTable table, Row row) {
        SizeSeries series = row.series();
        DurationHistogram durations = series.durations().histogram();
        DurationHistogram waits = series.waits().histogram();
        DurationHistogram transfers = series.transfers().histogram();
        boolean isAligned = SizeSeries.isAligned(series.function());
        String shape = String.join(
                "/",
                List.of(series.shape().algorithm(), series.shape().protocol()).stream()
                        .filter(part -> !part.isEmpty())
                        .toList());
        table.add(
                row.communicator().label(),
                row.communicator().processes().size() == series.ranks()
                        ? Integer.toString(series.ranks())
                        : row.communicator().processes().size() + " of " + series.ranks(),
                (series.function().ncclName() + " " + shape).strip(),
                series.size().label(),
                Long.toString(series.records()),
                quantile(durations, 0.5),
                quantile(durations, 0.95),
                quantile(durations, 0.99),
                isAligned ? quantile(waits, 0.5) : "-",
                isAligned ? quantile(waits, 0.95) : "-",
                isAligned ? quantile(transfers, 0.5) : "-",
                isAligned ? quantile(transfers, 0.95) : "-",
                Units.threeDigits(series.apparentBusBytesPerSecond() / GIGA),
                isAligned && series.fullRows() > 0 ? Units.threeDigits(series.trueBusBytesPerSecond() / GIGA) : "-");
    }

    private static String quantile(DurationHistogram histogram, double q) {
        return Units.seconds(histogram.quantileSeconds(q));
    }

    private static List<String> pointToPoint(JobVerdict verdict) {
        TextTable table = new TextTable("communicator", " Sends", " Recvs", " without record", " P50", " P95", " P99");
        for (StudiedCommunicator communicator : verdict.job().communicators()) {
            long sends = 0;
            long recvs = 0;
            long unreported = 0;
            DurationHistogram durations = DurationHistogram.EMPTY;
            for (PointToPoint each : communicator.pointToPoint().values()) {
                sends += each.sends();
                recvs += each.recvs();
                unreported += each.unreported();
                durations = durations.plus(each.durations().histogram());
            }
            if (sends + recvs > 0) {
                table.add(
                        communicator.label(),
                        Long.toString(sends),
                        Long.toString(recvs),
                        Long.toString(unreported),
                        quantile(durations, 0.5),
                        quantile(durations, 0.95),
                        quantile(durations, 0.99));
            }
        }
        return table.size() == 0 ? List.of() : table.lines();
    }
}
