// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The shape of Java or C source: the text without comments and literals, and the functions in it.
/// Good enough for counting lines and parameters of formatted code; it is no parser.
final class Code {
    /// A method or function that has a body; `lines` from its first header line to the brace.
    record Function(String name, int line, int lines, int parameters) {}

    private static final Pattern COMMENT_OR_LITERAL = Pattern.compile("//[^\n]*"
            + "|/\\*(?s:.*?)\\*/"
            + "|\"\"\"(?s:.*?)\"\"\""
            + "|\"(?:\\\\.|[^\"\\\\\n])*\""
            + "|'(?:\\\\.|[^'\\\\\n])+'");
    private static final Pattern DIRECTIVE = Pattern.compile("(?m)^[ \t]*#(?:[^\n]*\\\\\n)*[^\n]*");

    /// The end of a header: a name, its parameters, perhaps what it throws.
    private static final Pattern HEADER_END = Pattern.compile("(?<before>\\w*+)\\W*?\\b(?<name>\\w+)\\s*"
            + "\\((?<parameters>(?:[^()]++|\\([^()]*+\\))*+)\\)\\s*(?:throws[\\w\\s,.]+)?$");
    private static final Pattern NO_FUNCTION =
            Pattern.compile("if|for|while|switch|catch|synchronized|try|else|do|return");

    private final String bare;

    private Code(String bare) {
        this.bare = bare;
    }

    static Code of(TrackedFile file) {
        String bare = COMMENT_OR_LITERAL.matcher(file.text()).replaceAll(Code::blank);
        return new Code(file.isC() ? DIRECTIVE.matcher(bare).replaceAll(Code::blank) : bare);
    }

    /// Comments and literals replaced by spaces; the lines stay where they were.
    List<String> lines() {
        return bare.lines().toList();
    }

    /// Every function that has a body, in the order of their ends.
    List<Function> functions() {
        List<Function> found = new ArrayList<>();
        List<Integer> open = new ArrayList<>();
        List<Integer> headers = new ArrayList<>();
        int headerStart = 0;
        for (int i = 0; i < bare.length(); i++) {
            char c = bare.charAt(i);
            if (c == '{') {
                open.add(i);
                headers.add(headerStart);
            }
            if (c == '}' && !open.isEmpty()) {
                addFunction(found, headers.removeLast(), open.removeLast(), i);
            }
            if (c == '{' || c == '}' || c == ';') {
                headerStart = i + 1;
            }
        }
        return found;
    }

    private void addFunction(List<Function> found, int start, int brace, int end) {
        String header = bare.substring(start, brace).strip();
        Matcher matcher = HEADER_END.matcher(header);
        if (!matcher.find() || NO_FUNCTION.matcher(matcher.group("name")).matches()) {
            return;
        }
        String before = matcher.group("before");
        if (before.equals("new") || before.equals("record")) {
            return;
        }
        int line = 1 + newlines(bare, 0, brace) - newlines(header, 0, header.length());
        int lines = newlines(bare, 0, end) + 2 - line;
        found.add(new Function(matcher.group("name"), line, lines, count(matcher.group("parameters"))));
    }

    /// Counts the commas that are inside no bracket.
    private static int count(String parameters) {
        if (parameters.isBlank() || parameters.strip().equals("void")) {
            return 0;
        }
        int depth = 0;
        int count = 1;
        for (int i = 0; i < parameters.length(); i++) {
            switch (parameters.charAt(i)) {
                case '(', '<', '[' -> depth++;
                case ')', '>', ']' -> depth--;
                case ',' -> count += depth == 0 ? 1 : 0;
                default -> {}
            }
        }
        return count;
    }

    private static int newlines(String text, int from, int to) {
        return (int) text.substring(from, to).chars().filter(c -> c == '\n').count();
    }

    private static String blank(MatchResult match) {
        return match.group().replaceAll("[^\n]", " ");
    }
}
