// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.overhead;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the plugin adds to an operation of one size, in nanoseconds net of an empty plugin; the median.
record Cost(long sizeBytes, int channels, double nanos) {
    private static final Pattern LINE = Pattern.compile("(\\d+) (\\d+) (-?\\d+\\.\\d+) -?\\d+\\.\\d+ -?\\d+\\.\\d+");

    /// From the lines that the measuring program prints, which end with the quartiles.
    static List<Cost> parse(String output) {
        return output.lines().map(Cost::line).toList();
    }

    private static Cost line(String line) {
        Matcher words = LINE.matcher(line);
        if (!words.matches()) {
            throw new IllegalArgumentException("no line of bench_overhead: " + line);
        }
        return new Cost(
                Long.parseLong(words.group(1)), Integer.parseInt(words.group(2)), Double.parseDouble(words.group(3)));
    }
}
