// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.model;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// PromQL as text: expressions with named pieces, and which metrics an expression uses.
public final class Promql {
    private static final Pattern PIECE = Pattern.compile("\\$([a-z]+)");

    /// What may hold names that are no metrics: texts, matchers, windows, and the labels of an aggregation or a match.
    private static final Pattern NO_METRIC = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|\\{[^}]*}|\\[[^]]*]"
            + "|\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");

    private static final Pattern NAME = Pattern.compile("(?<![\\w:.])([a-zA-Z_:][\\w:]*)(?!\\s*\\(|[\\w:])");
    private static final Set<String> WORDS = Set.of(
            "and",
            "or",
            "unless",
            "bool",
            "offset",
            "by",
            "without",
            "on",
            "ignoring",
            "group_left",
            "group_right",
            "inf",
            "nan");

    private Promql() {}

    /// The text with each `$name`, in small letters, replaced by the piece of that name.
    public static String of(String text, Map<String, String> pieces) {
        return PIECE.matcher(text).replaceAll(found -> {
            String piece = pieces.get(found.group(1));
            if (piece == null) {
                throw new IllegalArgumentException("no piece is named " + found.group() + " in " + text);
            }
            return Matcher.quoteReplacement(piece);
        });
    }

    /// The names of the metrics that an expression uses, in alphabetical order. A metric must be asked for by its name,
    /// not by a matcher on `__name__`.
    public static Set<String> metrics(String expression) {
        return NAME.matcher(NO_METRIC.matcher(expression).replaceAll(" "))
                .results()
                .map(MatchResult::group)
                .filter(name -> !WORDS.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
