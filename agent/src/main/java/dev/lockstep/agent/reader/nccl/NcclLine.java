// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.nccl;

import dev.lockstep.agent.reader.Line;
import dev.lockstep.agent.reader.text.RankTag;
import dev.lockstep.agent.reader.text.Stamps;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.analysis.clue.Subject;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// One record of NCCL: `[time] host:pid:tid [device] file:line (function) NCCL WARN message`, with whatever a launcher
/// put before it. The bracket holds the current CUDA device of the thread, which is not the rank.
///
/// @param host empty if the head is damaged
/// @param pid -1 if unknown
/// @param device -1 if unknown
/// @param place file and line, or function and line, of a warning; empty otherwise
record NcclLine(
        Line line, boolean isWarning, String host, long pid, int device, String place, String message, int headAt) {
    private static final String MARK = " NCCL ";

    /// The record in the line, or null.
    static @Nullable NcclLine of(Line line) {
        String text = line.text();
        for (int mark = text.indexOf(MARK); mark >= 0; mark = text.indexOf(MARK, mark + 1)) {
            int level = mark + MARK.length();
            int length = level(text, level);
            if (length > 0) {
                boolean isWarning = text.startsWith("WARN", level) || text.startsWith("ERROR", level);
                return of(line, text, mark, level + length, isWarning);
            }
        }
        return null;
    }

    /// Length of the level's word, 0 if it is none. A text recogniser may have confused I, l and 1.
    private static int level(String text, int at) {
        if (text.startsWith("INFO", at) || text.startsWith("WARN", at) || text.startsWith("CALL", at)) {
            return 4;
        }
        if (text.startsWith("TRACE", at) || text.startsWith("ABORT", at) || text.startsWith("ERROR", at)) {
            return 5;
        }
        return text.startsWith("lNFO", at) || text.startsWith("1NFO", at) ? 4 : 0;
    }

    private static NcclLine of(Line line, String text, int mark, int levelEnd, boolean isWarning) {
        String message = text.substring(Math.min(text.length(), levelEnd + 1));
        int close = closingBracket(text, mark, isWarning);
        int open = close < 0 ? -1 : text.lastIndexOf('[', close);
        int headEnd = open > 0 ? open - 1 : mark;
        int device = open >= 0 ? number(text, open + 1, close) : -1;
        String place = close >= 0 && close + 2 < mark ? text.substring(close + 2, mark) : "";
        int begin = headEnd;
        while (begin > 0 && !isBeforeHead(text.charAt(begin - 1))) {
            begin--;
        }
        while (begin < headEnd && text.charAt(begin) == ':') {
            begin++;
        }
        int second = text.lastIndexOf(':', headEnd - 1);
        int first = second <= begin ? -1 : text.lastIndexOf(':', second - 1);
        if (first <= begin || first < 0) {
            return new NcclLine(line, isWarning, "", -1, device, place, message, begin);
        }
        long pid = number(text, first + 1, second);
        return new NcclLine(
                line, isWarning, pid < 0 ? "" : text.substring(begin, first), pid, device, place, message, begin);
    }

    /// The bracket of the device; a warning has its place after it.
    private static int closingBracket(String text, int mark, boolean isWarning) {
        int close = text.lastIndexOf(']', mark);
        while (close > 0) {
            int open = text.lastIndexOf('[', close);
            if (open > 0 && text.charAt(open - 1) == ' ' && number(text, open + 1, close) >= 0) {
                return close;
            }
            if (!isWarning || open <= 0) {
                return -1;
            }
            close = text.lastIndexOf(']', open);
        }
        return -1;
    }

    private static boolean isBeforeHead(char each) {
        return " )]>}\t*|\"'={,;".indexOf(each) >= 0;
    }

    private static int number(String text, int from, int to) {
        if (from >= to || to - from > 9) {
            return -1;
        }
        int value = 0;
        for (int at = from; at < to; at++) {
            int digit = text.charAt(at) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /// Whether the process is at work on a communicator that it has made.
    boolean isProgress() {
        return !isWarning && (message.startsWith("Connected ") || message.contains(": opCount "));
    }

    /// Whether a communicator of the process is made.
    boolean isInitialised() {
        return !isWarning && message.contains("Init COMPLETE");
    }

    /// Whether the process has found a network: what it warned of while it looked for one is over.
    boolean hasNetwork() {
        return !isWarning && (message.startsWith("Using network ") || message.endsWith("Init START"));
    }

    /// The same from another host.
    NcclLine from(String otherHost) {
        return new NcclLine(line, isWarning, otherHost, pid, device, place, message, headAt);
    }

    /// Whether it was cut out of a line in which another record stood before it.
    boolean isGlued() {
        int at = headAt > 0 ? -1 : line.raw().indexOf(line.text());
        return at > 0 && line.raw().lastIndexOf(MARK, at) >= 0;
    }

    /// Whether the name before it, with which it may have run together, was the end of a path.
    boolean isGluedToPath() {
        int at = line.raw().indexOf(line.text());
        return at > 0 && line.raw().charAt(at - 1) == '/';
    }

    /// Host, process and device, as far as the head says them, and the rank that a launcher put before it.
    Subject subject() {
        OptionalInt rank =
                RankTag.in(line.text(), headAt > 0 ? headAt : line.text().length());
        Subject subject = rank.isPresent() ? machine().withRank(rank.getAsInt()) : machine();
        subject = pid >= 0 ? subject.withPid(pid) : subject;
        return device >= 0 ? subject.withGpu(device) : subject;
    }

    /// The host alone, for what is about the machine.
    Subject machine() {
        return host.isEmpty() ? Subject.NONE : Subject.ofHost(host);
    }

    /// NCCL's own time, which is nearer to the event than a collector's.
    Optional<Moment> moment() {
        String before = line.text().substring(0, Math.max(0, headAt));
        int stamp = before.lastIndexOf("[20");
        return Stamps.dateTime(stamp >= 0 ? before.substring(stamp) : line.raw());
    }

    Source source(String file) {
        return new Source(file, line.number());
    }

    String process() {
        return host + ":" + pid;
    }
}
