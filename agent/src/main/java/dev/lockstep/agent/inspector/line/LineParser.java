// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import dev.lockstep.agent.inspector.loss.Reason;
import dev.lockstep.agent.inspector.loss.ReasonCounts;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Makes records of lines and hands them to a sink, with the owner of the log that they stand in. A bad line loses only
/// itself; of a torn line what stands
/// whole behind the tear is read.
public final class LineParser<C extends LineOwner> {
    private static final byte[] RECORD = "{\"header\"".getBytes(StandardCharsets.US_ASCII);

    private final NameTable names = new NameTable();
    private final LineTemplate template = new LineTemplate(names);
    private final LineScanner scanner = new LineScanner(names);
    private final JacksonLine jackson = new JacksonLine();
    private final InspectorRecord record = new InspectorRecord();
    private final RecordSink<C> sink;
    private final ReasonCounts refused;

    /// What belongs to no process is counted in `refused`.
    public LineParser(RecordSink<C> sink, ReasonCounts refused) {
        this.sink = sink;
        this.refused = refused;
    }

    /// Reads the line that begins at `from` if it is one like those before, and returns the place of its line feed; −1
    /// if it has to be looked at by {@link #line}.
    public int repeated(byte[] bytes, int from, int to, C context) {
        if (context.pretty() != null) {
            return -1;
        }
        int end = template.read(bytes, from, to, record);
        if (end < 0 || end >= to || bytes[end] != '\n') {
            return -1;
        }
        sink.take(record, context);
        return end;
    }

    /// Reads a line, given without its line feed.
    public void line(byte[] bytes, int lineFrom, int lineTo, C context) {
        int from = lineFrom;
        int to = lineTo;
        while (from < to && isBlank(bytes[from])) {
            from++;
        }
        while (to > from && isBlank(bytes[to - 1])) {
            to--;
        }
        if (from < to) {
            trimmed(bytes, from, to, context);
        }
    }

    private void trimmed(byte[] bytes, int from, int to, C context) {
        boolean object = bytes[from] == '{';
        PrettyObject pretty = context.pretty();
        if (pretty != null && !(object && isRecordStart(bytes, from, to))) {
            prettyLine(pretty, bytes, from, to, context);
            return;
        }
        if (pretty != null) {
            context.pretty(null);
            context.damagedLine(Reason.NOT_JSON);
        }
        if (!object) {
            foreign(bytes, from, to, context);
        } else if (to - from == 1) {
            PrettyObject opened = new PrettyObject();
            context.pretty(opened);
            prettyLine(opened, bytes, from, to, context);
        } else {
            object(bytes, from, bytes[to - 1] == ',' ? to - 1 : to, context);
        }
    }

    /// Inside a pretty-printed object nested ones begin behind their key.
    private static boolean isRecordStart(byte[] bytes, int from, int to) {
        return to - from == 1 || bytes[from + 1] == '"';
    }

    private void prettyLine(PrettyObject pretty, byte[] bytes, int from, int to, C context) {
        if (!pretty.add(bytes, from, to)) {
            context.pretty(null);
            context.damagedLine(Reason.LINE_TOO_LONG);
        } else if (pretty.isComplete()) {
            context.pretty(null);
            object(pretty.bytes(), 0, pretty.length(), context);
        }
    }

    /// A launcher's tag may stand before a record; anything else is not ours.
    private void foreign(byte[] bytes, int from, int to, C context) {
        int found = indexOfRecord(bytes, from, to);
        if (found < 0) {
            refused.one(Reason.FOREIGN_LINE);
        } else {
            object(bytes, found, to, context);
        }
    }

    private void object(byte[] bytes, int from, int to, C context) {
        if (parse(bytes, from, to)) {
            sink.take(record, context);
        } else {
            torn(bytes, from, to, context);
        }
    }

    private void torn(byte[] bytes, int first, int to, C context) {
        int from = first;
        while (from < to) {
            int next = indexOfRecord(bytes, from + 1, to);
            int end = next < 0 ? to : next;
            if (parse(bytes, from, end)) {
                sink.take(record, context);
            } else {
                context.damagedLine(next < 0 ? Reason.NOT_JSON : Reason.CUT_LINE);
            }
            from = end;
        }
    }

    /// Reads what has no line feed yet, if it is whole.
    public boolean unfinished(byte[] bytes, int from, int to, C context) {
        if (context.pretty() != null || !parse(bytes, from, to)) {
            return false;
        }
        sink.take(record, context);
        return true;
    }

    private boolean parse(byte[] bytes, int from, int to) {
        if (scanner.scan(bytes, from, to, record)) {
            template.learn(bytes, from, to, scanner, record);
            return true;
        }
        record.clear();
        return jackson.read(bytes, from, to, record);
    }

    private static int indexOfRecord(byte[] bytes, int from, int to) {
        for (int i = from; i <= to - RECORD.length; i++) {
            if (bytes[i] == '{' && Arrays.equals(bytes, i, i + RECORD.length, RECORD, 0, RECORD.length)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == 0;
    }
}
