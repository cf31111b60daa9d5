// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspectorprom;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One line of a `.prom` file.
///
/// Inspector does not escape its labels, so a value may hold a quote, a comma or a brace. A value ends where
/// a quote is followed by a comma and another label, or by the line's last brace; a line in which a label would then
/// stand twice is none.
record PromSample(String metric, Map<String, String> labels, double value) {
    private static final Pattern LINE = Pattern.compile("([a-z_][a-z0-9_]*)\\{(.*)\\}\\s+([-+.\\w]+)");
    private static final Pattern LABEL = Pattern.compile("([a-z][a-z0-9_]*)=\"");
    private static final Pattern NEXT_LABEL = Pattern.compile("\",([a-z][a-z0-9_]*)=\"");

    PromSample {
        labels = Collections.unmodifiableMap(labels);
    }

    static Optional<PromSample> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Map<String, String> labels = labels(matcher.group(2));
        Optional<Double> value = number(matcher.group(3));
        if (labels.isEmpty() || value.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new PromSample(matcher.group(1), labels, value.get()));
    }

    /// Empty if the labels cannot be told apart.
    private static Map<String, String> labels(String text) {
        Matcher first = LABEL.matcher(text);
        if (!first.lookingAt()) {
            return Map.of();
        }
        Map<String, String> labels = new HashMap<>();
        Matcher next = NEXT_LABEL.matcher(text);
        String name = first.group(1);
        int begin = first.end();
        while (next.find(begin)) {
            if (labels.put(name, text.substring(begin, next.start())) != null) {
                return Map.of();
            }
            name = next.group(1);
            begin = next.end();
        }
        boolean ends = begin < text.length() && text.endsWith("\"");
        if (!ends || labels.put(name, text.substring(begin, text.length() - 1)) != null) {
            return Map.of();
        }
        return labels;
    }

    private static Optional<Double> number(String text) {
        try {
            return Optional.of(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return text.matches("[-+]?(nan|inf)") ? Optional.of(Double.NaN) : Optional.empty();
        }
    }

    /// The value of a label, empty if there is none.
    String label(String name) {
        return labels.getOrDefault(name, "");
    }
}
