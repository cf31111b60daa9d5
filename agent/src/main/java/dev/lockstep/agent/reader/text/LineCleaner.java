// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.text;

import dev.lockstep.agent.reader.Line;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Takes from a line what launchers and collectors put around it. Stateless. The test for each thing is a look at one
/// or two characters, since nearly all lines have nothing to take.
final class LineCleaner {
    private static final Pattern COLOUR = Pattern.compile("(?:\\x1b|\\^\\[|\\u241b)\\[[0-9;?]*[A-Za-z]");
    private static final Pattern MPI_TAG =
            Pattern.compile("\\[\\d+,(?:mpirank:)?(\\d+)(?:,[^\\]]{1,100})?\\]<std(?:out|err|diag)>:");
    private static final Pattern ISO_TIME = Pattern.compile(
            "\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d[.,\\d]*(?:Z|[+-]\\d\\d:?\\d\\d)?:?\\s?(?=\\S|$)");
    private static final Pattern CTIME =
            Pattern.compile("[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d \\d{4}(?=\\[\\d+,)");
    private static final Pattern ACTOR = Pattern.compile("\\(?[^()]{0,80}?pid=\\d+(?:, ?ip=[\\d.]+)?\\) ?");
    private static final Pattern COLUMNS =
            Pattern.compile("\\s*\\|\\s*\\d{4}-\\d\\d-\\d\\d[T ][\\d:.,Z]+\\s*\\|\\s*(?:[^|]*\\|\\s?|\\S+\\s)?");
    private static final Pattern TASK = Pattern.compile("\\s{0,5}(\\d{1,5}): ?(?=\\D|$)");
    private static final Pattern ADDRESS = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3}){3}): ");
    /// `2026-02-11T09:14:22.118273645Z stdout F `, as container runtimes keep lines.
    private static final Pattern CONTAINER =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(?:Z|[+-]\\d\\d:\\d\\d) std(?:out|err) [FP] ?");
    /// `[pod/job-0/trainer] `, `[default3]:`, `[trainer0|0]:`, `[3]:`: whose line it is, by local names.
    private static final Pattern OWNER = Pattern.compile(
            "\\[(?:pod/[^\\]\\s]{1,300}|(?:default|trainer\\d*\\|?|worker-?)\\d{0,5}|stdout|stderr)\\]:? ?"
                    + "|\\[(\\d{1,6})\\]: ?(?=\\S|$)");
    /// `node7: `, as pdsh, clush and shells put before the lines of other hosts. It must look like the name of a host,
    /// and what follows like the beginning of a line.
    private static final Pattern NODE = Pattern.compile(
            "((?=[\\w.-]*\\d)[A-Za-z][\\w.-]{1,62}): "
                    + "(?=\\d{4}-\\d\\d-\\d\\d|[EWIF]\\d{4} |\\[rank\\d|\\[[EWIF]\\d|\\w*Error\\b|CUDA |terminate |Traceback|\\[\\d{4}-)");
    /// `Nov 30 09:59:59 node7 python3[812]: `, by which journal and syslog mark lines of programs; the kernel's are
    /// read with it.
    private static final Pattern SYSLOG = Pattern.compile(
            "(?:[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d|\\d{4}-\\d\\d-\\d\\dT[\\d:.,]+(?:Z|[+-]\\d\\d:?\\d\\d))"
                    + " ([\\w.-]{1,63}) (?!kernel)[\\w./@-]{1,64}\\[\\d{1,9}\\]: ");
    /// `worker-1  | `, as Docker Compose marks lines.
    private static final Pattern SERVICE = Pattern.compile("[A-Za-z][\\w.-]{0,62}-\\d{1,4}\\s{1,20}\\| ");
    /// `[192.0.2.7](http://192.0.2.7/)`, as chat tools make of all that looks like an address.
    private static final Pattern WEB_LINK = Pattern.compile("\\[([^\\]\\[]{1,200})\\]\\(https?://[^)\\s]{1,300}\\)");
    private static final int ROUNDS_MAX = 4;

    private LineCleaner() {}

    static Line clean(long number, String raw) {
        OptionalInt task = OptionalInt.empty();
        String host = "";
        String text = raw;
        if (Envelopes.isMaybe(raw)) {
            text = Envelopes.text(raw);
            host = Envelopes.host(raw);
        }
        if (text.indexOf('\u001b') >= 0 || text.contains("^[[") || text.indexOf('\u241b') >= 0) {
            text = COLOUR.matcher(text).replaceAll("");
        }
        if (text.contains("](http")) {
            text = WEB_LINK.matcher(text).replaceAll("$1");
        }
        if (text.contains("]<std")) {
            Matcher ctime = CTIME.matcher(text);
            text = ctime.lookingAt() ? text.substring(ctime.end()) : text;
            Matcher tag = MPI_TAG.matcher(text);
            if (tag.find()) {
                task = OptionalInt.of(number(tag.group(1)));
                text = afterTime(text, tag.start());
                text = MPI_TAG.matcher(text).replaceAll("");
            }
        }
        for (int round = 0; round < ROUNDS_MAX && !text.isEmpty(); round++) {
            Matcher prefix = prefix(text);
            if (prefix == null) {
                break;
            }
            boolean isNumbered = prefix.pattern() == TASK || prefix.pattern() == OWNER;
            if (isNumbered && prefix.group(1) != null) {
                task = OptionalInt.of(number(prefix.group(1)));
            } else if (prefix.pattern() == ADDRESS || prefix.pattern() == NODE || prefix.pattern() == SYSLOG) {
                host = prefix.group(1);
            }
            text = text.substring(prefix.end());
        }
        return new Line(number, withoutMarks(text.stripTrailing()), raw, task, host);
    }

    /// A collector's time before the tag goes with it.
    private static String afterTime(String text, int tagAt) {
        Matcher time = ISO_TIME.matcher(text).region(0, tagAt);
        return time.lookingAt() ? text.substring(time.end()) : text;
    }

    private static @Nullable Matcher prefix(String text) {
        char first = text.charAt(0);
        if (first == '(' || Character.isLetter(first)) {
            int pid = text.indexOf("pid=");
            return pid >= 0 && pid < 80 ? lookingAt(ACTOR, text) : worded(text);
        }
        if (first == '[') {
            return lookingAt(OWNER, text);
        }
        if (first == '|' || first == ' ') {
            int bar = text.indexOf('|');
            Matcher columns = bar >= 0 && bar < 8 ? lookingAt(COLUMNS, text) : null;
            boolean isPadded = first == ' ' && text.length() > 2 && text.indexOf(':') < 11;
            return columns == null && isPadded ? lookingAt(TASK, text) : columns;
        }
        return Character.isDigit(first) ? numbered(text) : null;
    }

    /// What ends the first word tells which of the patterns is worth a try.
    private static @Nullable Matcher worded(String text) {
        int end = 0;
        int most = Math.min(text.length() - 1, 64);
        while (end < most && text.charAt(end) != ' ' && text.charAt(end) != ':') {
            end++;
        }
        if (text.charAt(end) == ':') {
            return text.charAt(end + 1 < text.length() ? end + 1 : end) == ' ' ? lookingAt(NODE, text) : null;
        }
        if (end == 3 && text.indexOf(':') == 9) {
            return lookingAt(SYSLOG, text);
        }
        int bar = text.indexOf('|');
        return bar > end && bar < end + 22 ? lookingAt(SERVICE, text) : null;
    }

    /// What the digits end with tells which of the patterns is worth a try.
    private static @Nullable Matcher numbered(String text) {
        int digits = 1;
        while (digits < text.length() && digits < 6 && Character.isDigit(text.charAt(digits))) {
            digits++;
        }
        char end = digits < text.length() ? text.charAt(digits) : ' ';
        return switch (end) {
            case ':' -> lookingAt(TASK, text);
            case '.' -> lookingAt(ADDRESS, text);
            case '-' -> {
                int space = text.indexOf(' ');
                boolean isContainer = text.startsWith(" std", space);
                boolean isSyslog = !isContainer && space > 18 && text.charAt(10) == 'T' && text.contains("]: ");
                yield isContainer ? lookingAt(CONTAINER, text) : isSyslog ? lookingAt(SYSLOG, text) : null;
            }
            default -> null;
        };
    }

    private static @Nullable Matcher lookingAt(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.lookingAt() ? matcher : null;
    }

    /// Bold marks of a pasted report.
    private static String withoutMarks(String text) {
        String plain = text.startsWith("**") ? text.substring(2) : text;
        return plain.endsWith("**") ? plain.substring(0, plain.length() - 2) : plain;
    }

    private static int number(String digits) {
        return digits.length() > 9 ? 0 : Integer.parseInt(digits);
    }
}
