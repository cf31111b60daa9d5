// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads a line that is a former one with other values: what stands between the values is compared, not parsed, and
/// only values that differ are read. That is most of a log, for a writer keeps to its order of keys.
///
/// It accepts nothing that {@link LineScanner} would not accept with the same result. A scanner's state is its place
/// in the grammar, which equal bytes move in the same way, and a scalar leaves it where another scalar does; so lines
/// may differ only in scalars. A line in which a field stands twice is not learnt, since there the order of the values
/// matters.
public final class LineTemplate {
    /// Values of a learnt line; a line with more (verbose records) is not learnt.
    static final int VALUES_MAX = 64;

    /// As many values differ between two operations of one communicator: the time of the dump, what ran and when, and
    /// how fast. A line that differs in more becomes the template.
    private static final int OTHERS_MAX = 7;

    private final Scalars scalars;
    private final int[] begins = new int[VALUES_MAX];
    private final int[] ends = new int[VALUES_MAX];
    private final @Nullable Field[] fields = new @Nullable Field[VALUES_MAX];
    private final InspectorRecord learnt = new InspectorRecord();
    private final int[] others = new int[VALUES_MAX];
    private final int[] otherEnds = new int[VALUES_MAX];
    private int values;
    private byte[] template = new byte[0];
    private int length;

    public LineTemplate(NameTable names) {
        this.scalars = new Scalars(names);
    }

    /// Learns the line that the scanner has just read into `record`.
    public void learn(byte[] line, int from, int to, LineScanner scanner, InspectorRecord record) {
        ScalarPlaces places = scanner.places();
        if (!places.isTemplate()) {
            length = 0;
            return;
        }
        values = places.copyTo(begins, ends, fields, from);
        copy(line, from, to, record);
    }

    /// Reads the object that begins at `from` into `record` and returns the place behind it, or −1: then the record's
    /// content means nothing.
    public int read(byte[] bytes, int from, int end, InspectorRecord record) {
        byte[] known = template;
        int knownEnd = length;
        if (knownEnd == 0) {
            return Scalars.NONE;
        }
        record.copyOf(learnt);
        int at = from;
        int knownAt = 0;
        int value = 0;
        int differing = 0;
        while (true) {
            int compared = Math.min(knownEnd - knownAt, end - at);
            int same = Arrays.mismatch(known, knownAt, knownAt + compared, bytes, at, at + compared);
            if (same < 0) {
                return compared == knownEnd - knownAt
                        ? accept(bytes, from, at + compared, differing, record)
                        : Scalars.NONE;
            }
            int differs = knownAt + same;
            while (value < values && ends[value] < differs) {
                value++;
            }
            if (value == values || begins[value] > differs) {
                return Scalars.NONE;
            }
            at = scalars.scalar(bytes, at + begins[value] - knownAt, end, fields[value], record);
            if (at < 0) {
                return Scalars.NONE;
            }
            others[differing] = value;
            otherEnds[differing] = at - from;
            differing++;
            knownAt = ends[value];
            value++;
        }
    }

    private int accept(byte[] bytes, int from, int to, int differing, InspectorRecord record) {
        if (differing > OTHERS_MAX) {
            become(bytes, from, to, differing, record);
        }
        return to;
    }

    /// Takes the line that was just read for the template.
    private void become(byte[] bytes, int from, int to, int differing, InspectorRecord record) {
        int shift = 0;
        int next = 0;
        for (int value = 0; value < values; value++) {
            begins[value] += shift;
            if (next < differing && others[next] == value) {
                shift = otherEnds[next] - ends[value];
                next++;
            }
            ends[value] += shift;
        }
        copy(bytes, from, to, record);
    }

    private void copy(byte[] bytes, int from, int to, InspectorRecord record) {
        length = to - from;
        template = template.length < length ? new byte[length] : template;
        System.arraycopy(bytes, from, template, 0, length);
        learnt.copyOf(record);
    }
}
