// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.diagnose;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Damages an input as disks, terminals and dying writers do; the same seed gives the same damage.
final class Damage {
    private Damage() {}

    /// One to four bytes changed, pieces lost or doubled, or the end cut off.
    static byte[] ofBytes(byte[] original, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = original.clone();
        for (int i = random.nextInt(1, 5); i > 0 && bytes.length > 0; i--) {
            int at = random.nextInt(bytes.length);
            int until = Math.min(bytes.length, at + random.nextInt(1, 80));
            switch (random.nextInt(4)) {
                case 0 -> bytes = Arrays.copyOf(bytes, at);
                case 1 -> bytes = joined(bytes, at, until);
                case 2 -> bytes = joined(bytes, until, at);
                default -> bytes[at] = (byte) random.nextInt(256);
            }
        }
        return bytes;
    }

    private static byte[] joined(byte[] bytes, int until, int from) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, until);
        out.write(bytes, from, bytes.length - from);
        return out.toByteArray();
    }

    /// One to three lines left out or doubled, or the end cut off: damage that invents no number.
    static byte[] ofLines(byte[] original, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> lines = new ArrayList<>(
                new String(original, StandardCharsets.ISO_8859_1).lines().toList());
        for (int i = random.nextInt(1, 4); i > 0 && lines.size() > 1; i--) {
            int at = random.nextInt(lines.size());
            switch (random.nextInt(3)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(at, lines.get(at));
                default -> lines.subList(at, lines.size()).clear();
            }
        }
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.ISO_8859_1);
    }
}
