// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.trouble.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Names files by a pattern: `/logs/**/slurm-%j.out`. `*` is any letters of a name, `?` one, `[ab]` one of these,
/// `{a,b}` one of these words, `**` any folders, and `%j` the job's id.
///
/// @param text as it was given
/// @param steps names below the root, one after the other
public record LogPattern(String text, List<Step> steps) {
    private static final String JOB = "job";
    private static final String JOB_ID = "%j";
    private static final Pattern MAGIC = Pattern.compile("[*?\\[{]|%j");

    /// One name of a path.
    sealed interface Step {
        /// Exactly this one.
        record Name(String name) implements Step {}

        /// All that match.
        record Names(Pattern pattern) implements Step {}

        /// Any number of folders.
        record AnyDepth() implements Step {}
    }

    public LogPattern {
        steps = List.copyOf(steps);
    }

    /// The pattern that a text is.
    ///
    /// @throws IllegalArgumentException with one line, if it is none
    public static LogPattern of(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("is no absolute path");
        }
        List<Step> steps = new ArrayList<>();
        for (String name : text.substring(1).split("/", -1)) {
            if (name.equals("**")) {
                steps.add(new Step.AnyDepth());
            } else if (MAGIC.matcher(name).find()) {
                steps.add(new Step.Names(pattern(name)));
            } else if (!name.isEmpty()) {
                steps.add(new Step.Name(name));
            }
        }
        boolean isFile = !steps.isEmpty() && !(steps.getLast() instanceof Step.AnyDepth) && !text.endsWith("/");
        if (!isFile) {
            throw new IllegalArgumentException("names no files, only folders");
        }
        if (text.indexOf(JOB_ID) != text.lastIndexOf(JOB_ID)) {
            throw new IllegalArgumentException("has more than one %j");
        }
        return new LogPattern(text, steps);
    }

    private static Pattern pattern(String name) {
        try {
            return Pattern.compile(regex(name));
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException("is no pattern: " + wrong.getDescription() + " in " + name, wrong);
        }
    }

    private static String regex(String name) {
        StringBuilder regex = new StringBuilder();
        boolean isInBraces = false;
        for (int at = 0; at < name.length(); at++) {
            char each = name.charAt(at);
            if (name.startsWith(JOB_ID, at)) {
                regex.append("(?<").append(JOB).append(">.+)");
                at++;
                continue;
            }
            isInBraces = each == '{' || (isInBraces && each != '}');
            boolean isNot = each == '!' && name.startsWith("[!", Math.max(0, at - 1));
            regex.append(isNot ? "^" : letters(each, isInBraces));
        }
        return regex.toString();
    }

    private static String letters(char each, boolean isInBraces) {
        return switch (each) {
            case '*' -> ".*";
            case '?' -> ".";
            case '{' -> "(?:";
            case '}' -> ")";
            case ',' -> isInBraces ? "|" : ",";
            case '[', ']', '-' -> String.valueOf(each);
            default -> each > '~' || Character.isLetterOrDigit(each) ? String.valueOf(each) : "\\" + each;
        };
    }

    /// The job that a matching name holds.
    static Optional<String> job(Matcher matched) {
        return matched.pattern().namedGroups().containsKey(JOB)
                ? Optional.ofNullable(matched.group(JOB))
                : Optional.empty();
    }
}
