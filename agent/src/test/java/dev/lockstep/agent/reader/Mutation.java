// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Damages that happen to inputs on their way: of lines (lost, doubled, swapped, cut off) and of bytes.
final class Mutation {
    private static final int BYTE_DAMAGES_MAX = 8;

    private final Random random;

    Mutation(long seed) {
        random = new Random(seed);
    }

    /// Lines are lost, doubled, swapped, torn or cut off; what is left of them is unchanged.
    byte[] ofLines(byte[] content) {
        List<String> lines = new ArrayList<>(List.of(new String(content, StandardCharsets.UTF_8).split("\n", -1)));
        for (int change = 1 + random.nextInt(3); change > 0 && !lines.isEmpty(); change--) {
            int at = random.nextInt(lines.size());
            switch (random.nextInt(5)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(at, lines.get(at));
                case 2 -> Collections.swap(lines, at, random.nextInt(lines.size()));
                case 3 -> lines.add(at, "¿ \u0007 noise {[ NCCL [rank");
                default -> lines = new ArrayList<>(lines.subList(0, at + 1));
            }
        }
        return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isDigit(byte each) {
        return each >= '0' && each <= '9';
    }

    /// Bytes are changed, lost or cut off anywhere. No digit is put in the place of another: that makes a sound input
    /// that
    /// says something else.
    byte[] ofBytes(byte[] content) {
        byte[] bytes = content.clone();
        for (int change = 1 + random.nextInt(BYTE_DAMAGES_MAX); change > 0 && bytes.length > 0; change--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] = isDigit(bytes[at]) ? bytes[at] : (byte) (random.nextInt(200) + 58);
                case 1 -> System.arraycopy(bytes, Math.min(at + 1, bytes.length - 1), bytes, at, bytes.length - at - 1);
                default -> bytes = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
            }
        }
        return bytes;
    }
}
