// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.text;

import java.util.List;

/// Parts a line in which several processes wrote at once: `… a:1:2 [0] NCCL INFO xb:3:4 [1] NCCL WARN y`.
final class GluedLines {
    private static final List<String> NCCL_MARKS = List.of(" NCCL INFO ", " NCCL WARN ");
    private static final String WATCHDOG_MARK = "ProcessGroupNCCL.cpp:";
    private static final int PARTS_MAX = 16;

    private GluedLines() {}

    /// Where the second record begins, or -1.
    static int second(String text, int from) {
        int nccl = -1;
        for (String mark : NCCL_MARKS) {
            int first = nextMark(text, from);
            int next = first < 0 ? -1 : text.indexOf(mark, first + 6);
            if (next >= 0 && (nccl < 0 || next < nccl)) {
                nccl = next;
            }
        }
        int begin = nccl < 0 ? -1 : beginOfHeader(text, nccl, from);
        int watchdog = secondWatchdog(text, from);
        return watchdog > from && (begin <= from || watchdog < begin) ? watchdog : begin;
    }

    static int partsMax() {
        return PARTS_MAX;
    }

    private static int nextMark(String text, int from) {
        int info = text.indexOf(NCCL_MARKS.get(0), from);
        int warn = text.indexOf(NCCL_MARKS.get(1), from);
        if (info < 0 || warn < 0) {
            return Math.max(info, warn);
        }
        return Math.min(info, warn);
    }

    private static int secondWatchdog(String text, int from) {
        int first = text.indexOf(WATCHDOG_MARK, from);
        int second = first < 0 ? -1 : text.indexOf(WATCHDOG_MARK, first + 1);
        if (second < 0) {
            return -1;
        }
        int rank = text.lastIndexOf("[rank", second);
        int level = Math.max(text.lastIndexOf("[E", second), text.lastIndexOf("[W", second));
        int begin = rank > first ? rank : level;
        return begin > first ? begin : -1;
    }

    /// `host:pid:tid [dev]` before the mark: back over it, as far as its characters can be of a host.
    private static int beginOfHeader(String text, int mark, int from) {
        int bracket = text.lastIndexOf('[', mark);
        int at = bracket > 0 && bracket > from ? bracket - 1 : mark;
        while (at > from && text.charAt(at - 1) == ' ') {
            at--;
        }
        while (at > from && isOfHeader(text.charAt(at - 1))) {
            at--;
        }
        return at > from && text.indexOf(':', at) < mark ? at : -1;
    }

    private static boolean isOfHeader(char each) {
        return Character.isLetterOrDigit(each) || each == ':' || each == '-' || each == '.' || each == '_';
    }
}
