// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Values taken one by one from a map of words; what is wrong or left over becomes a problem, one
/// line each. `where` stands before every problem.
final class Settings {
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d+(?:\\.\\d+)?)([A-Za-z]*)");
    private static final Map<String, Long> BYTES = Map.of(
            "", 1L, "B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30, "MB", 1_000_000L, "GB", 1_000_000_000L);
    private static final Map<String, Long> NANOS =
            Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);

    private final String where;
    private final Map<String, String> left;
    private final List<String> problems;

    Settings(String where, Map<String, String> values, List<String> problems) {
        this.where = where;
        this.left = new LinkedHashMap<>(values);
        this.problems = problems;
    }

    /// The `key=value` words of a line that begins with a kind, each problem under `what` and that kind.
    static Settings ofWords(String what, String line, List<String> problems) {
        String[] words = line.split("\\s+", -1);
        String where = what + " " + words[0] + ": ";
        Map<String, String> values = new LinkedHashMap<>();
        for (String word : List.of(words).subList(1, words.length)) {
            int equals = word.indexOf('=');
            if (equals < 0) {
                problems.add(where + "expected key=value, not '" + word + "'");
            } else {
                values.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return new Settings(where, values, problems);
    }

    String text(String key, String fallback) {
        String value = left.remove(key);
        return value == null ? fallback : value;
    }

    Optional<String> text(String key) {
        return Optional.ofNullable(left.remove(key));
    }

    boolean flag(String key, boolean fallback) {
        return take(key, fallback, "yes or no", Settings::toFlag);
    }

    int count(String key, int fallback, int least, int most) {
        String expected = "a number from " + least + " to " + most;
        return take(key, fallback, expected, text -> toCount(text, least, most));
    }

    long whole(String key, long fallback) {
        return take(key, fallback, "a whole number", text -> Optional.of(Long.parseLong(text)));
    }

    double ratio(String key, double fallback, double least, double most) {
        String expected = "a number from " + least + " to " + most;
        return take(key, fallback, expected, text -> toRatio(text, least, most));
    }

    long bytes(String key, long fallback) {
        return take(key, fallback, "bytes such as 16MiB", text -> scaled(text, BYTES));
    }

    long nanos(String key, long fallback) {
        return take(key, fallback, "a time such as 800us", text -> scaled(text, NANOS));
    }

    /// Reports each key that nobody took.
    void refuseTheRest() {
        left.keySet().forEach(key -> problems.add(where + key + ": unknown key"));
    }

    void problem(String text) {
        problems.add(where + text);
    }

    private <T> T take(String key, T fallback, String expected, Function<String, Optional<T>> convert) {
        String value = left.remove(key);
        if (value == null) {
            return fallback;
        }
        try {
            Optional<T> converted = convert.apply(value);
            if (converted.isPresent()) {
                return converted.get();
            }
        } catch (NumberFormatException _) {
            // The problem below says what was expected.
        }
        problem(key + ": '" + value + "' is not " + expected);
        return fallback;
    }

    private static Optional<Boolean> toFlag(String text) {
        return switch (text) {
            case "yes" -> Optional.of(true);
            case "no" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    private static Optional<Integer> toCount(String text, int least, int most) {
        return Optional.of(Integer.parseInt(text)).filter(n -> n >= least && n <= most);
    }

    private static Optional<Double> toRatio(String text, double least, double most) {
        return Optional.of(Double.parseDouble(text)).filter(n -> n >= least && n <= most);
    }

    private static Optional<Long> scaled(String text, Map<String, Long> units) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Long unit = units.get(matcher.group(2));
        return unit == null ? Optional.empty() : Optional.of(Math.round(Double.parseDouble(matcher.group(1)) * unit));
    }
}
