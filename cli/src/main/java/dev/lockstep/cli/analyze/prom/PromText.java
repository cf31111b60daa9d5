// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.prom;

import dev.lockstep.cli.text.TextTable;
import dev.lockstep.cli.text.Units;
import dev.lockstep.core.model.ReportedOperation;
import dev.lockstep.core.model.ReportedTiming;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Sums up folders of Inspector's `.prom` files: what each mean is about, and how far GPUs differ. A file is one GPU of
/// one process; ranks, counts and percentiles are not in it.
public final class PromText {
    /// Operations that can be compared: all but the GPU that they ran on.
    private record Kind(String job, String comm, int ranks, String function, String size, String tuning) {}

    private PromText() {}

    /// Whether there is such a file.
    public static boolean isThere(List<Path> paths) throws IOException {
        return !PromFolder.under(paths).isEmpty();
    }

    /// What they tell, folder by folder.
    public static List<String> of(List<Path> paths) throws IOException {
        List<String> lines = new ArrayList<>();
        for (PromFolder folder : PromFolder.under(paths)) {
            of(folder, lines);
        }
        lines.add(
                "These files hold means over the last 30 s or more of each GPU and nothing else: no rank, no count, no"
                        + " percentile, no time. They cannot tell who was late, what was lost, or whether a value is old:"
                        + " a file stays as it was when its job hangs or is killed. The JSON files of all ranks can tell"
                        + " most of it.");
        return lines;
    }

    private static void of(PromFolder folder, List<String> lines) {
        List<ReportedTiming> timings = folder.timings();
        long gpus =
                timings.stream().map(t -> t.operation().gpuUuid()).distinct().count();
        lines.add(folder.path() + ": " + timings.size() + " means of " + gpus + " GPUs on "
                + timings.stream().map(t -> t.operation().node()).distinct().count() + " nodes");
        if (folder.equalSeries() > 0) {
            lines.add("note: " + folder.equalSeries()
                    + " series stand in several files with the same labels, as where each"
                    + " process sees one GPU and calls it GPU0; here they are told apart by the GPU in the file's name,"
                    + " and a scrape of them would lose all but one");
        }
        if (!folder.refused().isEmpty()) {
            lines.add("refused: "
                    + new TreeMap<>(folder.refused())
                            .entrySet().stream()
                                    .map(each -> each.getValue() + " " + each.getKey())
                                    .collect(Collectors.joining(", ")));
        }
        lines.addAll(table(timings).lines());
        lines.add("");
    }

    private static Kind kind(ReportedOperation operation) {
        return new Kind(
                operation.jobId(),
                operation.commName().isEmpty() ? operation.comm() : operation.commName(),
                operation.ranks().orElse(0),
                operation.function().ncclName(),
                operation.messageSize(),
                operation.algorithm() + (operation.protocol().isEmpty() ? "" : "/" + operation.protocol()));
    }

    private static TextTable table(List<ReportedTiming> timings) {
        Map<Kind, List<ReportedTiming>> byKind =
                timings.stream().collect(Collectors.groupingBy(timing -> kind(timing.operation())));
        List<Kind> kinds = new ArrayList<>(byKind.keySet());
        kinds.sort(
                Comparator.comparing(Kind::comm).thenComparing(Kind::function).thenComparing(Kind::size));
        TextTable table = new TextTable(
                "job",
                "communicator",
                " ranks",
                "collective",
                " size",
                "by",
                " GPUs",
                " least mean",
                " most",
                " GB/s least",
                " most");
        for (Kind kind : kinds) {
            List<ReportedTiming> alike = byKind.getOrDefault(kind, List.of());
            table.add(
                    kind.job(),
                    kind.comm(),
                    kind.ranks() == 0 ? "-" : Integer.toString(kind.ranks()),
                    kind.function(),
                    kind.size(),
                    kind.tuning(),
                    Integer.toString(alike.size()),
                    Units.seconds(extreme(alike, ReportedTiming::seconds, -1)),
                    Units.seconds(extreme(alike, ReportedTiming::seconds, 1)),
                    bandwidth(extreme(alike, ReportedTiming::bytesPerSecond, -1)),
                    bandwidth(extreme(alike, ReportedTiming::bytesPerSecond, 1)));
        }
        return table;
    }

    private static OptionalDouble extreme(
            List<ReportedTiming> timings, Function<ReportedTiming, OptionalDouble> what, int sign) {
        OptionalDouble most = timings.stream()
                .map(what)
                .flatMapToDouble(OptionalDouble::stream)
                .map(value -> sign * value)
                .max();
        return most.isPresent() ? OptionalDouble.of(sign * most.getAsDouble()) : most;
    }

    private static String bandwidth(OptionalDouble bytesPerSecond) {
        return bytesPerSecond.isPresent() ? Units.threeDigits(bytesPerSecond.getAsDouble() / 1e9) : "-";
    }
}
