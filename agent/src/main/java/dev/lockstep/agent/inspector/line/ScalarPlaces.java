// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.line;

import org.jspecify.annotations.Nullable;

/// Where the numbers and strings of a line stand, in their order, and the fields that they are values of.
final class ScalarPlaces {
    private final int[] from;
    private final int[] to;
    private final @Nullable Field[] fields;
    private int count;
    private long seen;
    private boolean complete;

    /// Room for at most `max` of them.
    ScalarPlaces(int max) {
        from = new int[max];
        to = new int[max];
        fields = new @Nullable Field[max];
    }

    void clear() {
        count = 0;
        seen = 0;
        complete = true;
    }

    void add(int begin, int end, @Nullable Field field) {
        if (count == from.length || (field != null && isSeen(field))) {
            complete = false;
            return;
        }
        from[count] = begin;
        to[count] = end;
        fields[count] = field;
        count++;
    }

    /// Notes a field's value of any kind; false if it is not the first.
    private boolean isSeen(Field field) {
        long bit = 1L << field.index();
        boolean again = (seen & bit) != 0;
        seen |= bit;
        return again;
    }

    /// A field has a value that is no scalar.
    void addOther(Field field) {
        if (isSeen(field)) {
            complete = false;
        }
    }

    /// Whether all scalars of the line are here and no field stands twice.
    boolean isTemplate() {
        return complete;
    }

    /// Copies the places, counted from `origin`, and returns how many they are.
    int copyTo(int[] begins, int[] ends, @Nullable Field[] ofFields, int origin) {
        for (int i = 0; i < count; i++) {
            begins[i] = from[i] - origin;
            ends[i] = to[i] - origin;
            ofFields[i] = fields[i];
        }
        return count;
    }
}
