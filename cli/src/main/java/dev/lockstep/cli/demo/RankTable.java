// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.cli.text.Style;
import dev.lockstep.cli.text.TextTable;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.ProcessSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// One row a rank: how much it does, how long it takes, what it has in flight:
///
/// ```
/// RANK  NODE    GPU           OPS/S  IN NCCL      P50      P95      P99  IN FLIGHT   OLDEST
///    5  node-a  0000:91:00.0   88.0     31 %   412 µs  1.10 ms  2.31 ms          0        -
/// ```
///
/// *In NCCL* is the time inside collectives per second, Send and Recv left out, over all
/// communicators. The rank that the others wait for has the smallest share: it does not wait. Whom an incident names is
/// marked at the end of its row.
final class RankTable {
    private record Line(int rank, String node, String gpu) implements Comparable<Line> {
        private static final Comparator<Line> ORDER =
                Comparator.comparingInt(Line::rank).thenComparing(Line::node).thenComparing(Line::gpu);

        @Override
        public int compareTo(Line that) {
            return ORDER.compare(this, that);
        }
    }

    private static final String MARK = "◄ ";

    private final Map<Line, Tally> lines = new TreeMap<>();
    private final Map<Integer, String> marks;

    private RankTable(Map<Integer, String> marks) {
        this.marks = marks;
    }

    /// @param marks the severity of the incident that names a rank
    static TextTable of(List<DemoNode> nodes, double windowSeconds, Map<Integer, String> marks) {
        RankTable table = new RankTable(marks);
        for (DemoNode node : nodes) {
            SeriesWindow.of(node).forEach(table::addSeries);
            node.now().forEach(process -> table.addInFlight(node.name(), process));
        }
        return table.text(windowSeconds);
    }

    private void addSeries(SeriesWindow window) {
        Tally tally = at(window.node(), window.communicator());
        if (window.key().function().isPointToPoint()) {
            tally.addCalls(window);
        } else {
            tally.add(window);
        }
    }

    private void addInFlight(String node, ProcessSnapshot process) {
        for (CommunicatorSnapshot communicator : process.communicators()) {
            for (OperationInFlight operation : communicator.inFlight()) {
                at(node, communicator.identity()).add(operation);
            }
        }
    }

    private Tally at(String node, CommunicatorIdentity communicator) {
        String gpu = communicator.gpu().flatMap(GpuIdentity::pciBusId).orElse("-");
        Line line = new Line(communicator.worldRank().orElse(-1), node, gpu);
        return lines.computeIfAbsent(line, _ -> new Tally());
    }

    /// How one of its rows looks: one with a mark stands out.
    static Style style(String row) {
        if (row.endsWith(MARK + Severity.P0)) {
            return Style.ALARM;
        }
        return row.contains(MARK) ? Style.WARNING : Style.PLAIN;
    }

    private TextTable text(double windowSeconds) {
        TextTable table = new TextTable(
                        " RANK",
                        "NODE",
                        "GPU",
                        " OPS/S",
                        " IN NCCL",
                        " P50",
                        " P95",
                        " P99",
                        " IN FLIGHT",
                        " OLDEST",
                        "")
                .dispensingWith("P95", "P99", "GPU", "OPS/S");
        lines.forEach((line, tally) -> table.add(cells(line, tally, windowSeconds)));
        return table;
    }

    private String[] cells(Line line, Tally tally, double windowSeconds) {
        return new String[] {
            line.rank() < 0 ? "-" : Integer.toString(line.rank()),
            line.node(),
            line.gpu(),
            tally.callsPerSecond(windowSeconds),
            tally.timeShare(windowSeconds),
            tally.quantile(0.50),
            tally.quantile(0.95),
            tally.quantile(0.99),
            tally.inFlight(),
            tally.oldest(),
            Optional.ofNullable(marks.get(line.rank())).map(mark -> MARK + mark).orElse("")
        };
    }
}
