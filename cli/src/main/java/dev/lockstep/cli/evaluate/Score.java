// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate;

import dev.lockstep.cli.evaluate.Verdict.Named;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/// What several verdicts come to.
///
/// @param wrong incidents that are wrong or one too many
record Score(
        int runs, int rightRuns, int named, int missed, int wrong, List<Double> seconds, List<Double> suspectSeconds) {
    private static final double MEDIAN = 0.5;
    private static final double P95 = 0.95;
    private static final double NANOS = 1e9;

    static Score of(List<Verdict> verdicts) {
        List<Named> named =
                verdicts.stream().flatMap(verdict -> verdict.named().stream()).toList();
        return new Score(
                verdicts.size(),
                (int) verdicts.stream().filter(Verdict::isRight).count(),
                named.size(),
                verdicts.stream().mapToInt(verdict -> verdict.missed().size()).sum(),
                verdicts.stream().mapToInt(verdict -> verdict.wrong().size()).sum(),
                sorted(named, Named::nanos),
                sorted(named, Named::suspectNanos));
    }

    private static List<Double> sorted(List<Named> named, ToLongFunction<Named> nanos) {
        return named.stream()
                .map(each -> nanos.applyAsLong(each) / NANOS)
                .sorted()
                .toList();
    }

    /// Of what was opened, what was right.
    Wilson precision() {
        return Wilson.of(named, (long) named + wrong);
    }

    /// Of what was wrong in the jobs, what was named.
    Wilson recall() {
        return Wilson.of(named, (long) named + missed);
    }

    /// Runs without any mistake.
    Wilson right() {
        return Wilson.of(rightRuns, runs);
    }

    OptionalDouble median() {
        return quantile(seconds, MEDIAN);
    }

    OptionalDouble p95() {
        return quantile(seconds, P95);
    }

    OptionalDouble suspectP95() {
        return quantile(suspectSeconds, P95);
    }

    /// The smallest value that so large a part does not exceed.
    private static OptionalDouble quantile(List<Double> sorted, double part) {
        if (sorted.isEmpty()) {
            return OptionalDouble.empty();
        }
        int index = (int) Math.ceil(part * sorted.size()) - 1;
        return OptionalDouble.of(sorted.get(Math.max(0, index)));
    }
}
