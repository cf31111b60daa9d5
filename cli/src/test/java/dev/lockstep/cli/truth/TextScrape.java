// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.truth;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The classic histograms in a scrape in Prometheus' text format.
final class TextScrape {
    private static final Pattern LINE = Pattern.compile("(\\w+)\\{(.*)} (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    private TextScrape() {}

    static Map<SeriesName, ServedHistogram> histograms(String text, String family) {
        Map<SeriesName, ServedHistogram> histograms = new HashMap<>();
        text.lines().filter(line -> line.startsWith(family + "_")).forEach(line -> take(line, family, histograms));
        return histograms;
    }

    private static void take(String line, String family, Map<SeriesName, ServedHistogram> into) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new AssertionError("no series: " + line);
        }
        Map<String, String> labels = new HashMap<>();
        LABEL.matcher(parts.group(2)).results().forEach(label -> labels.put(label.group(1), label.group(2)));
        double value = Double.parseDouble(parts.group(3));
        into.compute(SeriesName.of(labels), (_, before) -> {
            ServedHistogram known = before == null ? new ServedHistogram(new TreeMap<>(), 0, 0) : before;
            return switch (parts.group(1).substring(family.length())) {
                case "_bucket" -> withBucket(known, labels.getOrDefault("le", ""), (long) value);
                case "_count" -> new ServedHistogram(known.cumulative(), (long) value, known.sumSeconds());
                case "_sum" -> new ServedHistogram(known.cumulative(), known.count(), value);
                default -> known;
            };
        });
    }

    private static ServedHistogram withBucket(ServedHistogram known, String le, long cumulative) {
        double upper = le.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(le);
        known.cumulative().put(upper, cumulative);
        return known;
    }
}
