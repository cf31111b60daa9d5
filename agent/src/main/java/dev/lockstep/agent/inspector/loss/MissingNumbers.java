// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.loss;

import java.util.Arrays;

/// The numbers of one sequence that have not come, as runs in ascending order, at most
/// {@link InspectorLimits#MISSING_RUNS_MAX}. The oldest `settled` runs are counted already and kept only so that peers
/// can see them; what was dropped lies at or below {@link #forgottenUpTo}. A run's *credit* is how many of its numbers
/// are known to be counted elsewhere.
final class MissingNumbers {
    private static final int INITIAL = 4;

    private long[] from = new long[INITIAL];
    private long[] to = new long[INITIAL];
    private long[] credit = new long[INITIAL];
    private int size;
    private int settled;
    private long forgottenUpTo = Long.MIN_VALUE;

    /// Adds a run behind all others. Returns how many numbers, not credited, had to be given up unsettled for it.
    long add(long first, long last, long credited) {
        long givenUp = makeRoom();
        from[size] = first;
        to[size] = last;
        credit[size] = credited;
        size++;
        return givenUp;
    }

    boolean hasUnsettled(long number) {
        return indexOfUnsettled(number) >= 0;
    }

    /// Takes out a number of which {@link #hasUnsettled} is true. Returns as {@link #add}.
    long remove(long number) {
        int i = indexOfUnsettled(number);
        if (from[i] == to[i]) {
            shift(i + 1, -1);
            return 0;
        }
        if (number == from[i]) {
            from[i]++;
        } else if (number == to[i]) {
            to[i]--;
        } else {
            return split(i, number);
        }
        credit[i] = Math.min(credit[i], to[i] - from[i] + 1);
        return 0;
    }

    private long split(int index, long number) {
        int before = size;
        long givenUp = makeRoom();
        int i = index - (before - size);
        if (i < 0) {
            // Room was made by giving up this very run; `number` has come, though.
            return Math.max(0, givenUp - 1);
        }
        shift(i, 1);
        to[i] = number - 1;
        from[i + 1] = number + 1;
        long left = Math.min(credit[i], number - from[i]);
        credit[i + 1] = Math.min(credit[i + 1] - left, to[i + 1] - number);
        credit[i] = left;
        return givenUp;
    }

    int size() {
        return size;
    }

    /// Index of the first unsettled run, or {@link #size}.
    int settled() {
        return settled;
    }

    long from(int i) {
        return from[i];
    }

    long to(int i) {
        return to[i];
    }

    long credit(int i) {
        return credit[i];
    }

    long forgottenUpTo() {
        return forgottenUpTo;
    }

    void settleNext() {
        settled++;
    }

    /// Index of the first run that ends at or behind `number`.
    int firstEndingFrom(long number) {
        int i = Arrays.binarySearch(to, 0, size, number);
        return i >= 0 ? i : -i - 1;
    }

    /// Drops settled runs that end at or below `number`.
    void forget(long number) {
        int drop = Math.min(settled, firstEndingFrom(number + 1));
        if (drop > 0) {
            dropOldest(drop);
        }
    }

    private int indexOfUnsettled(long number) {
        int i = firstEndingFrom(number);
        return i >= settled && i < size && from[i] <= number ? i : -1;
    }

    private long makeRoom() {
        if (size < from.length) {
            return 0;
        }
        if (size < InspectorLimits.MISSING_RUNS_MAX) {
            from = Arrays.copyOf(from, size * 2);
            to = Arrays.copyOf(to, size * 2);
            credit = Arrays.copyOf(credit, size * 2);
            return 0;
        }
        long givenUp = settled > 0 ? 0 : to[0] - from[0] + 1 - credit[0];
        dropOldest(1);
        return givenUp;
    }

    private void dropOldest(int count) {
        forgottenUpTo = to[count - 1];
        shift(count, -count);
        settled = Math.max(0, settled - count);
    }

    private void shift(int at, int by) {
        System.arraycopy(from, at, from, at + by, size - at);
        System.arraycopy(to, at, to, at + by, size - at);
        System.arraycopy(credit, at, credit, at + by, size - at);
        size += by;
    }
}
