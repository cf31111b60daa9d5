// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose.check;

import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.clue.Signal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// Compares a verdict with what is expected. Every expected statement needs a conclusion that fits it in signal,
/// severity, culprits and the values written; every conclusion of P0 to P2 must have been expected.
final class Comparison {
    private Comparison() {}

    /// What is wrong, one line each; empty if the verdict is as expected.
    static List<String> problems(List<Expected> expected, List<MustNot> forbidden, Diagnosis diagnosis) {
        List<String> problems = new ArrayList<>();
        Set<Conclusion> accounted = new HashSet<>();
        for (Expected each : expected) {
            if (each.text("role").equals("secondary")) {
                secondary(each, diagnosis, problems, accounted);
                continue;
            }
            List<String> nearest = null;
            List<Conclusion> fitting = new ArrayList<>();
            for (Conclusion conclusion : diagnosis.conclusions()) {
                if (!Fit.isOf(each, conclusion)) {
                    continue;
                }
                List<String> differences = Fit.differences(each, conclusion);
                if (differences.isEmpty()) {
                    fitting.add(conclusion);
                } else if (nearest == null || differences.size() < nearest.size()) {
                    nearest = differences;
                }
            }
            if (fitting.isEmpty()) {
                problems.add("no " + each.title() + (nearest == null ? "" : " with " + String.join(", ", nearest)));
            }
            accounted.addAll(fitting);
            incidents(each, fitting, problems);
        }
        unexpected(diagnosis, expected, accounted, problems);
        Set<Signal> named =
                expected.stream().flatMap(each -> each.signal().stream()).collect(Collectors.toSet());
        forbidden.stream()
                .filter(each -> each.isDoneBy(diagnosis, named))
                .forEach(each -> problems.add("must not " + each.text()));
        return problems;
    }

    private static void secondary(
            Expected each, Diagnosis diagnosis, List<String> problems, Set<Conclusion> accounted) {
        Signal signal = each.signal().orElse(Signal.INFO_PARSED);
        boolean isThere = diagnosis.echoes().stream().anyMatch(echo -> echo.signal() == signal);
        if (!isThere) {
            problems.add("no echo " + signal.text());
        }
        diagnosis.conclusions().stream()
                .filter(conclusion -> conclusion.signal() == signal)
                .forEach(accounted::add);
    }

    private static void incidents(Expected each, List<Conclusion> fitting, List<String> problems) {
        String wanted = each.word("incidents").orElse("");
        long incidents = fitting.stream().map(Conclusion::incident).distinct().count();
        if (!wanted.isEmpty() && !fitting.isEmpty() && !wanted.equals(String.valueOf(incidents))) {
            problems.add(incidents + " incidents of " + each.title() + " and not " + wanted);
        }
    }

    /// What nobody expected is a false alarm; a further conclusion with an expected signal is one too.
    private static void unexpected(
            Diagnosis diagnosis, List<Expected> expected, Set<Conclusion> accounted, List<String> problems) {
        for (Conclusion conclusion : diagnosis.conclusions()) {
            boolean isWaking = conclusion.isIncident() && !accounted.contains(conclusion);
            boolean isOfEveryLine = expected.stream()
                    .anyMatch(each -> each.signal().orElse(null) == conclusion.signal()
                            && each.word("severity").isEmpty());
            if (isWaking && !isOfEveryLine) {
                problems.add("unexpected " + conclusion.signal().text() + " "
                        + conclusion.severity().name().toUpperCase(Locale.ROOT) + " "
                        + conclusion.culprits());
            }
        }
    }
}
