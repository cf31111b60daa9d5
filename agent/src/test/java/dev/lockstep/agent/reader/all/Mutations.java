// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.all;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.SplittableRandom;

/// Damages an input as disks, terminals and dying writers do; the same seed gives the same damage.
public final class Mutations {
    private Mutations() {}

    /// One to four damages of any kind.
    public static byte[] of(byte[] original, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = original.clone();
        for (int i = random.nextInt(1, 5); i > 0 && bytes.length > 0; i--) {
            bytes = damage(bytes, random);
        }
        return bytes;
    }

    private static byte[] damage(byte[] bytes, SplittableRandom random) {
        int at = random.nextInt(bytes.length);
        int until = Math.min(bytes.length, at + random.nextInt(1, 80));
        return switch (random.nextInt(7)) {
            case 0 -> Arrays.copyOf(bytes, at);
            case 1 -> joined(bytes, 0, at, bytes, until, bytes.length);
            case 2 -> joined(bytes, 0, until, bytes, at, bytes.length);
            case 3 -> with(bytes, at, (byte) random.nextInt(256));
            case 4 -> with(bytes, at, (byte) (bytes[at] ^ (1 << random.nextInt(8))));
            case 5 ->
                with(
                        bytes,
                        at,
                        "\n{}[]\",:#()0 -".getBytes(java.nio.charset.StandardCharsets.US_ASCII)[random.nextInt(14)]);
            default -> digits(bytes, at);
        };
    }

    private static byte[] joined(byte[] a, int from, int to, byte[] b, int begin, int end) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(a, from, to - from);
        out.write(b, begin, end - begin);
        return out.toByteArray();
    }

    private static byte[] with(byte[] bytes, int at, byte value) {
        bytes[at] = value;
        return bytes;
    }

    /// A number that becomes absurdly long.
    private static byte[] digits(byte[] bytes, int at) {
        byte[] nines = new byte[40];
        Arrays.fill(nines, (byte) '9');
        byte[] head = joined(bytes, 0, at, nines, 0, nines.length);
        return joined(head, 0, head.length, bytes, at, bytes.length);
    }

    /// Lines left out, doubled or exchanged: damage that invents no number.
    public static String ofLines(String original, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        java.util.List<String> lines =
                new java.util.ArrayList<>(original.lines().toList());
        for (int i = random.nextInt(1, 4); i > 0 && lines.size() > 1; i--) {
            int at = random.nextInt(lines.size());
            switch (random.nextInt(3)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(at, lines.get(at));
                default -> lines.subList(at, lines.size()).clear();
            }
        }
        return String.join("\n", lines) + "\n";
    }
}
