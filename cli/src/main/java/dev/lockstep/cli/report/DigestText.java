// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.report;

import dev.lockstep.cli.report.Digest.Suspect;
import dev.lockstep.cli.text.TextTable;
import dev.lockstep.cli.text.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/// A digest as lines for a terminal or a mail.
final class DigestText {
    private static final int ROWS_MAX = 20;

    private DigestText() {}

    static List<String> of(Digest digest) {
        List<String> lines = new ArrayList<>();
        lines.add(headline(digest));
        lines.add("");
        section(lines, "GPU hours lost, by cause (an upper bound)", digest.lost(), "none that is known", lost -> {
            TextTable table = new TextTable("cause", " GPU hours");
            lost.forEach(each -> table.add(each.cause(), hours(each.gpuHours())));
            return table;
        });
        section(lines, "Incidents", digest.kinds(), "none", kinds -> {
            TextTable table = new TextTable("kind", " incidents", " still open", " confirmed", " called false");
            kinds.forEach(each -> table.add(
                    each.kind(),
                    number(each.incidents()),
                    number(each.open()),
                    number(each.confirmed()),
                    number(each.called())));
            return table;
        });
        section(lines, "Nodes and links that incidents name", digest.suspects(), "none", suspects -> {
            TextTable table =
                    new TextTable("where", " incidents", " GPU hours", " jobs", "kinds", "degrades, and is no use in");
            suspects.forEach(each -> table.add(
                    each.name(),
                    number(each.incidents()),
                    hours(each.gpuHours()),
                    number(each.jobs().size()),
                    String.join(", ", each.kinds()),
                    degrades(each)));
            return table;
        });
        section(lines, "Operations that take longer from hour to hour", digest.slower(), "none", slower -> {
            TextTable table = new TextTable("job", "comm", "collective", "size", " now", "half as long again in");
            slower.forEach(each -> table.add(
                    each.jobId(),
                    each.comm(),
                    each.collective(),
                    each.size(),
                    Units.seconds(OptionalDouble.of(each.trend().latest())),
                    crossing(each.trend())));
            return table;
        });
        section(lines, "Jobs affected", digest.jobs(), "none", jobs -> {
            TextTable table = new TextTable("job", " incidents", " GPU hours", "kinds");
            jobs.forEach(each -> table.add(
                    each.jobId(), number(each.incidents()), hours(each.gpuHours()), String.join(", ", each.kinds())));
            return table;
        });
        digest.gaps().forEach(gap -> lines.add("Note: " + gap));
        return lines;
    }

    /// The whole in one sentence.
    static String headline(Digest digest) {
        String worst = digest.suspects().stream()
                .findFirst()
                .map(suspect -> ", most to " + suspect.name())
                .orElse("");
        return String.format(
                Locale.ROOT,
                "%s to %s: %d incidents in %d jobs, at most %s GPU hours lost%s.",
                digest.since(),
                digest.until(),
                digest.incidents(),
                digest.jobs().size(),
                hours(digest.gpuHours()),
                digest.gpuHours() > 0 ? worst : "");
    }

    private static <T> void section(
            List<String> lines, String title, List<T> rows, String none, Function<List<T>, TextTable> table) {
        lines.add(title);
        if (rows.isEmpty()) {
            lines.add("  " + none);
        } else {
            table.apply(rows.stream().limit(ROWS_MAX).toList()).lines().forEach(line -> lines.add("  " + line));
        }
        if (rows.size() > ROWS_MAX) {
            lines.add("  … and " + (rows.size() - ROWS_MAX) + " more: --json has all");
        }
        lines.add("");
    }

    static String degrades(Suspect suspect) {
        Optional<Trend> trend = suspect.trend();
        return trend.map(DigestText::crossing).orElse("-");
    }

    static String crossing(Trend trend) {
        return trend.daysToLimit().isPresent()
                ? String.format(Locale.ROOT, "%.1f days", trend.daysToLimit().getAsDouble())
                : "it is there";
    }

    static String hours(double gpuHours) {
        return String.format(Locale.ROOT, gpuHours < 10 ? "%.2f" : "%.0f", gpuHours);
    }

    private static String number(int number) {
        return Integer.toString(number);
    }
}
