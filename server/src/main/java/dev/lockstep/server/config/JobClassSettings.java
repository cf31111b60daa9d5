// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.config;

import dev.lockstep.server.config.Setting.Form;
import dev.lockstep.server.config.Setting.WrongText;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What one entry of `job_classes` says beside its thresholds: its name, and which jobs are of it.
final class JobClassSettings {
    private static final Pattern CLASS_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,7})(-)?(\\d{1,7})?");
    private static final int PATTERNS_LENGTH_MAX = 1_024;

    static final Setting<String> NAME = new Setting<>(
            "name", new Form<>("NAME", "word", (text, _) -> name(text)), Setting.NONE, "what it is called; needed");
    static final Setting<Optional<Predicate<String>>> JOB_ID =
            new Setting<>("job-id", patterns(), Setting.NONE, "jobs whose id is like one of these");
    static final Setting<Optional<Predicate<String>>> NODE = new Setting<>(
            "node",
            patterns(),
            Setting.NONE,
            "jobs of which the first process heard of runs on a node like one of these");
    static final Setting<Optional<Range>> RANKS = new Setting<>(
            "ranks",
            new Form<>("N-M", "number, or range as 8-64 or 512-", (text, _) -> range(text)),
            Setting.NONE,
            "jobs of so many ranks, where the launcher says how many it started");

    /// So many ranks, both ends included.
    record Range(int least, int most) {
        boolean has(int ranks) {
            return least <= ranks && ranks <= most;
        }
    }

    private JobClassSettings() {}

    private static String name(String text) throws WrongText {
        if (!CLASS_NAME.matcher(text).matches() || text.equals(JobClasses.DEFAULT)) {
            throw new WrongText(
                    "must be a word of letters, digits, dots, hyphens and underlines, not " + JobClasses.DEFAULT);
        }
        return text;
    }

    private static Form<Optional<Predicate<String>>> patterns() {
        return new Form<>("GLOB,…", "patterns with `*` and `?`", (text, _) -> {
            if (text.equals(Setting.NONE)) {
                return Optional.empty();
            }
            if (text.isBlank() || text.length() > PATTERNS_LENGTH_MAX) {
                throw new WrongText("must have 1 to " + PATTERNS_LENGTH_MAX + " characters");
            }
            String regex =
                    Stream.of(text.split(",")).map(each -> regex(each.strip())).collect(Collectors.joining("|"));
            return Optional.of(Pattern.compile(regex).asMatchPredicate());
        });
    }

    /// Runs of stars are one, so that no pattern takes long.
    private static String regex(String glob) {
        return glob.replaceAll("\\*+", "*")
                .chars()
                .mapToObj(each -> switch (each) {
                    case '*' -> ".*";
                    case '?' -> ".";
                    default -> Pattern.quote(Character.toString(each));
                })
                .collect(Collectors.joining());
    }

    private static Optional<Range> range(String text) throws WrongText {
        if (text.equals(Setting.NONE)) {
            return Optional.empty();
        }
        Matcher range = RANGE.matcher(text);
        if (range.matches() && (range.group(2) != null || range.group(3) == null)) {
            int least = Integer.parseInt(range.group(1));
            int open = range.group(2) == null ? least : Integer.MAX_VALUE;
            int most = range.group(3) == null ? open : Integer.parseInt(range.group(3));
            if (least <= most) {
                return Optional.of(new Range(least, most));
            }
        }
        throw new WrongText("must be a number or a range like 8-64 or 512-");
    }
}
