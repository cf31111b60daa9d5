// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.bench;

import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.bench.BenchRun.Row;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// Whether the bandwidth is less than it should be. Only large messages tell; an average over all sizes depends on the
/// range of sizes more than on the machine.
final class LowBandwidth {
    private LowBandwidth() {}

    static Optional<Conclusion> in(BenchRun run) {
        if (run.isAverageFailed()) {
            return Optional.of(low(run, "The average bus bandwidth is below the minimum that was set for this run.")
                    .withSeverity(Severity.P1)
                    .with("avg_busbw_gbs", run.averages()));
        }
        return falling(run).or(() -> belowReference(run)).or(() -> unexplained(run));
    }

    private static Conclusion low(BenchRun run, String sentence) {
        return BenchRule.conclusion(run, Signal.PERF_LOW_BUSBW, Severity.P2, sentence)
                .sure(0.6)
                .next("Test pairs of nodes (all_reduce_perf -b 1G -e 8G) to find the slow one; check transport lines of"
                        + " NCCL_DEBUG=INFO (NET, GDRDMA).");
    }

    /// One size measured several times, each time with more of something, and it falls to less than half.
    private static Optional<Conclusion> falling(BenchRun run) {
        Map<String, Double> values = new LinkedHashMap<>();
        long sizes = run.rows().stream().map(Row::sizeBytes).distinct().count();
        run.rows().stream()
                .filter(row -> !row.key().isEmpty())
                .forEach(row -> values.put(row.key(), row.busBandwidth().orElse(row.best())));
        if (values.size() < 2 || sizes != 1) {
            return Optional.empty();
        }
        double first = values.values().iterator().next();
        double least =
                values.values().stream().mapToDouble(Double::doubleValue).min().orElse(0);
        return least < first * Reference.SHARE_MIN
                ? Optional.of(low(
                                run,
                                "Bus bandwidth falls from " + first + " to " + least + " GB/s over " + run.oddColumns()
                                        + " " + values.keySet() + ": bound by the network.")
                        .with("values", values))
                : Optional.empty();
    }

    private static Optional<Conclusion> belowReference(BenchRun run) {
        Optional<Row> largest = run.rows().stream()
                .filter(row -> row.sizeBytes() >= Reference.LARGE_BYTES && row.best() > 0)
                .max(Comparator.comparingLong(Row::sizeBytes));
        if (largest.isEmpty() || run.devices().isEmpty()) {
            return Optional.empty();
        }
        String gpu = run.devices().getFirst().gpu();
        double measured = largest.get().best();
        OptionalDouble reference = run.nodes() == 1 ? Reference.inNode(gpu, run.ranks()) : OptionalDouble.empty();
        boolean isLowInside = reference.isPresent() && measured < reference.getAsDouble() * Reference.SHARE_MIN;
        boolean isLowBetween = run.nodes() > 1 && Reference.isKnown(gpu) && measured < Reference.BETWEEN_NODES_MIN;
        if (!isLowInside && !isLowBetween) {
            return Optional.empty();
        }
        double expected = isLowInside ? reference.getAsDouble() : Reference.BETWEEN_NODES_MIN;
        return Optional.of(low(
                        run,
                        "At " + largest.get().sizeBytes() + " B the bus bandwidth is " + measured + " GB/s; "
                                + run.nodes() + " node(s) of " + gpu + " give about " + expected
                                + (isLowInside ? "." : " and more."))
                .sure(0.75)
                .with("busbw_gbs", measured)
                .with("expected_gbs", expected)
                .with("size", largest.get().sizeBytes()));
    }

    /// An average far above every row: the rows that make it up are not in the input, so it cannot be judged and
    /// should be.
    private static Optional<Conclusion> unexplained(BenchRun run) {
        double best = run.rows().stream().mapToDouble(Row::best).max().orElse(0);
        List<Double> averages = run.averages();
        boolean isCut = !run.rows().isEmpty() && averages.size() == 1 && averages.getFirst() > Math.max(1, best * 2);
        return isCut
                ? Optional.of(low(
                                run,
                                "The average bus bandwidth is " + averages.getFirst()
                                        + " GB/s over sizes that are not all in the input: give the rows of the large"
                                        + " messages, they alone tell whether it is low.")
                        .sure(0.4)
                        .with("avg_busbw_gbs", averages.getFirst()))
                : Optional.empty();
    }
}
