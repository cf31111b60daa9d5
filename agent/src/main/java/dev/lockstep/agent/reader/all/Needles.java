// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.all;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/// Finds in one pass over a line which formats may have something to say of it, by words of theirs (after Aho and
/// Corasick): a state for each beginning of a word, and from each state one step a character. Immutable.
final class Needles {
    private static final int ALPHABET = 128;

    private final int[] next;
    private final long[] found;

    /// @param byFormat words of each format, in ASCII; bit `i` of an answer is format `i`
    Needles(List<List<String>> byFormat) {
        if (byFormat.size() > Long.SIZE) {
            throw new IllegalArgumentException("more formats than bits: " + byFormat.size());
        }
        List<int[]> steps = new ArrayList<>();
        List<Long> bits = new ArrayList<>();
        add(steps, bits);
        for (int format = 0; format < byFormat.size(); format++) {
            for (String word : byFormat.get(format)) {
                int state = 0;
                for (int i = 0; i < word.length(); i++) {
                    char each = word.charAt(i);
                    if (steps.get(state)[each] == 0) {
                        steps.get(state)[each] = add(steps, bits);
                    }
                    state = steps.get(state)[each];
                }
                bits.set(state, bits.get(state) | 1L << format);
            }
        }
        complete(steps, bits);
        next = new int[steps.size() * ALPHABET];
        found = new long[steps.size()];
        for (int state = 0; state < steps.size(); state++) {
            System.arraycopy(steps.get(state), 0, next, state * ALPHABET, ALPHABET);
            found[state] = bits.get(state);
        }
    }

    private static int add(List<int[]> steps, List<Long> bits) {
        steps.add(new int[ALPHABET]);
        bits.add(0L);
        return steps.size() - 1;
    }

    /// Where a word does not go on, another may have begun inside of it.
    private static void complete(List<int[]> steps, List<Long> bits) {
        int[] fallback = new int[steps.size()];
        Deque<Integer> open = new ArrayDeque<>();
        Arrays.stream(steps.getFirst()).filter(state -> state != 0).forEach(open::add);
        while (!open.isEmpty()) {
            int state = open.remove();
            int other = fallback[state];
            bits.set(state, bits.get(state) | bits.get(other));
            int[] row = steps.get(state);
            for (int each = 0; each < ALPHABET; each++) {
                int inside = steps.get(other)[each];
                if (row[each] == 0) {
                    row[each] = inside;
                } else {
                    fallback[row[each]] = inside;
                    open.add(row[each]);
                }
            }
        }
    }

    /// Formats of which at least one word stands in the text, as bits.
    long in(String text) {
        long all = 0;
        int state = 0;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            state = each < ALPHABET ? next[state * ALPHABET + each] : 0;
            all |= found[state];
        }
        return all;
    }
}
