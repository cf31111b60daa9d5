// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo;

import dev.lockstep.cli.text.TextTable;
import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationInFlight;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// One row for each kind of communicator, collective, algorithm and size, over all ranks:
///
/// ```
/// COMMUNICATORS  COLLECTIVE  ALGO/PROTO   SIZE   CALLS/S      P50      P95      P99  BUS GB/S  IN
/// FLIGHT   OLDEST
/// TP (4)         AllReduce   NVLS/SIMPLE  32MiB     64.0   412 µs   455 µs   601 µs       210
///     2  1.20 ms
/// ```
///
/// Communicators whose names differ in their number alone (`TP_0`, `TP_1`) share a row, which says
/// how many they are.
final class CommunicatorTable {
    private record Line(String family, NcclFunction function, String algorithm, String protocol, SizeClass size)
            implements Comparable<Line> {
        private static final Comparator<Line> ORDER = Comparator.comparing(Line::family)
                .thenComparing(Line::function)
                .thenComparing(Line::size)
                .thenComparing(Line::algorithm)
                .thenComparing(Line::protocol);

        @Override
        public int compareTo(Line that) {
            return ORDER.compare(this, that);
        }
    }

    private final Map<Line, Tally> lines = new TreeMap<>();
    private final Map<Line, Set<String>> communicators = new HashMap<>();

    private CommunicatorTable() {}

    static TextTable of(List<DemoNode> nodes, double windowSeconds) {
        CommunicatorTable table = new CommunicatorTable();
        for (DemoNode node : nodes) {
            SeriesWindow.of(node).forEach(table::addSeries);
            node.now().forEach(table::addInFlight);
        }
        return table.text(windowSeconds);
    }

    private void addSeries(SeriesWindow window) {
        at(window.communicator(), window.key()).add(window);
    }

    private void addInFlight(ProcessSnapshot process) {
        for (CommunicatorSnapshot communicator : process.communicators()) {
            for (OperationInFlight operation : communicator.inFlight()) {
                at(communicator.identity(), operation.key()).add(operation);
            }
        }
    }

    private Tally at(CommunicatorIdentity communicator, SeriesKey key) {
        Line line = new Line(family(communicator), key.function(), key.algorithm(), key.protocol(), key.sizeClass());
        communicators.computeIfAbsent(line, _ -> new HashSet<>()).add(communicator.id());
        return lines.computeIfAbsent(line, _ -> new Tally());
    }

    /// `TP_3` and `TP_12` are `TP`; without a name the id stands for itself.
    private static String family(CommunicatorIdentity communicator) {
        if (communicator.name().isEmpty()) {
            return communicator.id();
        }
        return communicator.name().replaceFirst("[_\\-. ]?\\d+$", "");
    }

    private TextTable text(double windowSeconds) {
        TextTable table = new TextTable(
                        "COMMUNICATORS",
                        "COLLECTIVE",
                        "ALGO/PROTO",
                        " SIZE",
                        " CALLS/S",
                        " P50",
                        " P95",
                        " P99",
                        " BUS GB/S",
                        " IN FLIGHT",
                        " OLDEST")
                .dispensingWith("P95", "ALGO/PROTO", "IN FLIGHT", "CALLS/S", "SIZE");
        lines.forEach((line, tally) -> {
            if (!tally.isIdle()) {
                table.add(cells(line, tally, windowSeconds));
            }
        });
        return table;
    }

    private String[] cells(Line line, Tally tally, double windowSeconds) {
        int sharers = communicators.getOrDefault(line, Set.of()).size();
        return new String[] {
            line.family() + " (" + sharers + ")",
            line.function().ncclName(),
            line.algorithm().isEmpty() ? "-" : line.algorithm() + "/" + line.protocol(),
            line.size().label(),
            tally.callsPerSecond(windowSeconds),
            tally.quantile(0.50),
            tally.quantile(0.95),
            tally.quantile(0.99),
            tally.busBandwidth(),
            tally.inFlight(),
            tally.oldest()
        };
    }
}
