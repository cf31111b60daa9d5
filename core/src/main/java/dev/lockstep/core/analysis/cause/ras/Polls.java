// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.cause.ras;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reports that are polls of one job in the order of time. Order is known by printed time, by lines of one file, or by
/// file names that differ in a number only; reports whose order is unknown are judged each by itself.
final class Polls {
    private Polls() {}

    /// Series of reports; most have one.
    static List<List<RasReport>> of(List<RasReport> reports) {
        Map<String, List<RasReport>> series = new LinkedHashMap<>();
        for (RasReport report : reports) {
            series.computeIfAbsent(key(report), key -> new ArrayList<>()).add(report);
        }
        List<List<RasReport>> sorted = new ArrayList<>();
        for (List<RasReport> one : series.values()) {
            sorted.add(one.stream().sorted(ORDER).toList());
        }
        return sorted;
    }

    private static final Comparator<RasReport> ORDER = Comparator.comparing(RasReport::time)
            .thenComparing(report -> padded(report.source().file()))
            .thenComparingLong(report -> report.source().line());

    /// JSON reports of one job differ in their printed time only.
    private static String key(RasReport report) {
        return report.time().isEmpty() ? report.source().file().replaceAll("\\d+", "#") : "timed";
    }

    /// Numbers of equal length, so that poll 10 comes behind poll 9.
    private static String padded(String name) {
        StringBuilder out = new StringBuilder();
        int digits = 0;
        for (int i = name.length() - 1; i >= 0; i--) {
            boolean isDigit = Character.isDigit(name.charAt(i));
            digits = isDigit ? digits + 1 : 0;
            out.append(name.charAt(i));
            boolean ends = i == 0 || !Character.isDigit(name.charAt(i - 1));
            if (isDigit && ends) {
                out.append("0".repeat(Math.max(0, 12 - digits)));
            }
        }
        return out.reverse().toString();
    }
}
