// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.bench;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Exhibit;
import dev.lockstep.core.analysis.cause.Rule;
import dev.lockstep.core.analysis.cause.Sightings;
import dev.lockstep.core.analysis.cause.bench.BenchRun.Device;
import dev.lockstep.core.analysis.cause.bench.BenchRun.Row;
import dev.lockstep.core.analysis.clue.Signal;
import dev.lockstep.core.analysis.clue.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// The verdict over results of nccl-tests: whether the results are right, whether the run was what it was meant to be,
/// and whether its bandwidth is normal.
public final class BenchRule implements Rule {
    /// The only state is in the argument.
    public BenchRule() {}

    @Override
    public List<Conclusion> judge(Sightings sightings) {
        List<Conclusion> conclusions = new ArrayList<>();
        for (BenchRun run : sightings.of(BenchRun.class)) {
            conclusions.addAll(judge(run));
        }
        return conclusions;
    }

    private static List<Conclusion> judge(BenchRun run) {
        List<Conclusion> conclusions = new ArrayList<>();
        failed(run).ifPresent(conclusions::add);
        wrong(run).ifPresent(conclusions::add);
        Optional<Conclusion> apart = apart(run);
        apart.ifPresent(conclusions::add);
        if (!run.oddColumns().isEmpty()) {
            conclusions.add(conclusion(
                            run,
                            Signal.TELEMETRY_AMBIGUOUS,
                            Severity.INFO,
                            "Unknown column " + run.oddColumns()
                                    + " before the size: columns were mapped by their names.")
                    .with("columns", run.oddColumns()));
        }
        boolean isSingle = run.ranks() == 1 && apart.isEmpty();
        if (isSingle) {
            conclusions.add(conclusion(
                            run,
                            Signal.BENIGN,
                            Severity.INFO,
                            "Bus bandwidth of one rank is 0 by its definition (factor 2(n-1)/n): this is correct.")
                    .with("nranks", 1)
                    .with("reason", "bus bandwidth undefined for a single rank"));
        } else if (apart.isEmpty()) {
            LowBandwidth.in(run).ifPresent(conclusions::add);
        }
        if (conclusions.isEmpty()) {
            conclusions.add(parsed(run));
        }
        return conclusions;
    }

    private static Optional<Conclusion> failed(BenchRun run) {
        if (run.failures().isEmpty()) {
            return Optional.empty();
        }
        String words = run.failures().getFirst();
        String lower = words.toLowerCase(Locale.ROOT);
        Signal signal = Signal.INIT_FAILURE;
        if (lower.contains("out of memory")) {
            signal = Signal.RESOURCE_OOM;
        } else if (!run.rows().isEmpty() && (lower.contains("remote") || lower.contains("network"))) {
            signal = Signal.NET_COMPLETION_ERROR;
        }
        return Optional.of(conclusion(run, signal, Severity.P0, "The test broke off: " + words)
                .with("error", words)
                .next("Run it again with NCCL_DEBUG=WARN and read the first error."));
    }

    private static Optional<Conclusion> wrong(BenchRun run) {
        long counted = run.outOfBounds().orElse(0);
        boolean isToldRight = run.outOfBounds().isPresent() && counted == 0;
        List<Row> rows = run.isRelative() || isToldRight
                ? List.of()
                : run.rows().stream()
                        .filter(row -> row.errors().stream().anyMatch(error -> error > 0))
                        .toList();
        if (counted == 0 && rows.isEmpty()) {
            return Optional.empty();
        }
        List<Exhibit> evidence = rows.stream()
                .limit(Conclusion.EVIDENCE_MAX)
                .map(row -> new Exhibit(
                        new Source(run.source().file(), row.line()),
                        Optional.empty(),
                        "size " + row.sizeBytes() + ": wrong elements " + row.errors()))
                .toList();
        return Optional.of(conclusion(
                        run,
                        Signal.PERF_WRONG_RESULTS,
                        Severity.P0,
                        "The results are wrong: "
                                + (counted > 0
                                        ? counted + " values out of bounds"
                                        : rows.size() + " sizes with wrong elements")
                                + ".")
                .restingOn(evidence.isEmpty() ? List.of(exhibit(run)) : evidence)
                .with("out_of_bounds", counted)
                .with("sizes", rows.stream().map(Row::sizeBytes).limit(32).toList())
                .next("Repeat on halves of the ranks until the GPU or link is found; read kernel logs for Xids."));
    }

    /// Every process believes that it is rank 0 of its own world.
    private static Optional<Conclusion> apart(BenchRun run) {
        Map<Integer, TreeSet<String>> byRank = new LinkedHashMap<>();
        for (Device device : run.devices()) {
            byRank.computeIfAbsent(device.rank(), key -> new TreeSet<>()).add(device.host() + "/" + device.pid());
        }
        boolean isDouble = byRank.getOrDefault(0, new TreeSet<>()).size() > 1;
        if (!isDouble) {
            return Optional.empty();
        }
        List<String> hosts = run.devices().stream().map(Device::host).distinct().toList();
        int runs = byRank.getOrDefault(0, new TreeSet<>()).size();
        return Optional.of(conclusion(
                        run,
                        Signal.NET_CONFIG,
                        Severity.P1,
                        "There are " + runs + " ranks 0 (on " + String.join(", ", hosts) + "): these are "
                                + runs
                                + " separate runs printed together, and nothing between nodes was tested.")
                .sure(0.9)
                .with(
                        "detail",
                        "duplicate rank 0 on " + String.join(" and ", hosts)
                                + ": separate single-node tests, inter-node not tested")
                .with("results", run.averages())
                .next("Build nccl-tests with MPI=1 (make clean first) and start it by the MPI that it was"
                        + " built with."));
    }

    static Conclusion conclusion(BenchRun run, Signal signal, Severity severity, String sentence) {
        return Conclusion.of(
                        signal,
                        severity,
                        "bench|" + run.source().file() + "|" + run.source().line() + "|" + signal.family(),
                        sentence)
                .sure(0.9)
                .restingOn(List.of(exhibit(run)));
    }

    private static Exhibit exhibit(BenchRun run) {
        return new Exhibit(
                run.source(),
                Optional.empty(),
                (run.test().isEmpty() ? run.library() + "-tests" : run.test()) + ": "
                        + run.rows().size() + " sizes, average bus bandwidth " + run.averages());
    }

    private static Conclusion parsed(BenchRun run) {
        long zero = run.rows().stream().filter(row -> row.sizeBytes() == 0).count();
        Conclusion conclusion = conclusion(
                        run,
                        Signal.INFO_PARSED,
                        Severity.INFO,
                        run.library() + "-tests, " + run.rows().size()
                                + " sizes, results right, bandwidth not out of the"
                                + " ordinary as far as that can be told.")
                .with("library", run.library())
                .with("rows", run.rows().size())
                .with("verdict", run.outOfBounds().isPresent() ? "OK" : "not printed")
                .with("avg_busbw_gbs", run.averages());
        if (run.isRelative()) {
            double worst = run.rows().stream()
                    .flatMap(row -> row.errors().stream())
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(0);
            conclusion = conclusion.with("max_rel_error", worst);
        }
        return zero == 0 ? conclusion : conclusion.with("zero_rows_ignored", zero);
    }
}
