// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.all;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds in one pass over a line which formats may have something to say of it, by words of theirs (after Wu and
/// Manber). A window of three bytes moves over the line; its last two say how far it may jump, since most pairs stand
/// at the beginning of no word. Immutable.
final class Needles {
    private static final int WINDOW = 3;
    private static final int PAIRS = 1 << 12;

    private final byte[] jump = new byte[PAIRS];
    private final byte[][][] words = new byte[PAIRS][][];
    private final long[][] formats = new long[PAIRS][];

    /// @param byFormat words of each format, of three bytes or more; bit `i` of an answer is format `i`
    Needles(List<List<String>> byFormat) {
        if (byFormat.size() > Long.SIZE) {
            throw new IllegalArgumentException("more formats than bits: " + byFormat.size());
        }
        Arrays.fill(jump, (byte) (WINDOW - 1));
        List<List<byte[]>> found = new ArrayList<>();
        List<List<Long>> bits = new ArrayList<>();
        for (int pair = 0; pair < PAIRS; pair++) {
            found.add(new ArrayList<>());
            bits.add(new ArrayList<>());
        }
        for (int format = 0; format < byFormat.size(); format++) {
            for (String each : byFormat.get(format)) {
                byte[] word = each.getBytes(StandardCharsets.US_ASCII);
                if (word.length < WINDOW) {
                    throw new IllegalArgumentException("too short to look for: " + each);
                }
                int first = pair(word[0], word[1]);
                int second = pair(word[1], word[2]);
                jump[first] = (byte) Math.min(jump[first], 1);
                jump[second] = 0;
                found.get(second).add(word);
                bits.get(second).add(1L << format);
            }
        }
        for (int pair = 0; pair < PAIRS; pair++) {
            words[pair] = found.get(pair).toArray(byte[][]::new);
            formats[pair] = bits.get(pair).stream().mapToLong(Long::longValue).toArray();
        }
    }

    private static int pair(byte first, byte second) {
        return (first << 5 ^ second) & (PAIRS - 1);
    }

    /// Formats of which at least one word stands in these bytes, as bits.
    long in(byte[] bytes, int from, int to) {
        long all = 0;
        int last = from + WINDOW - 1;
        while (last < to) {
            int pair = pair(bytes[last - 1], bytes[last]);
            int next = jump[pair];
            if (next == 0) {
                all |= at(bytes, last - WINDOW + 1, to, pair);
                next = 1;
            }
            last += next;
        }
        return all;
    }

    /// Formats one of whose words begins there.
    private long at(byte[] bytes, int begin, int to, int pair) {
        long all = 0;
        for (int i = 0; i < words[pair].length; i++) {
            byte[] word = words[pair][i];
            if (begin + word.length <= to && Arrays.equals(bytes, begin, begin + word.length, word, 0, word.length)) {
                all |= formats[pair][i];
            }
        }
        return all;
    }
}
