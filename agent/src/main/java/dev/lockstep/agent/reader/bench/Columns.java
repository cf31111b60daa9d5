// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.bench;

import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.analysis.cause.bench.BenchRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/// Where the columns of a table are, by their headings: versions and tests differ in them, and people add some.
///
/// @param names headings in order, without units
record Columns(List<String> names) {
    private static final Set<String> ERRORS = Set.of("#wrong", "error", "wrong");

    /// Headings of the present version, for tables whose head was lost.
    static final Columns USUAL = new Columns(List.of(
            "size", "count", "type", "redop", "root", "time", "algbw", "busbw", "#wrong", "time", "algbw", "busbw",
            "#wrong"));

    /// The headings in this line, if it is such a line.
    static Optional<Columns> of(String plain) {
        if (!plain.contains("size") || !plain.contains("busbw") || !plain.contains("count")) {
            return Optional.empty();
        }
        List<String> names = List.of(plain.split("\\s+", -1));
        return names.contains("size") && names.contains("busbw") ? Optional.of(new Columns(names)) : Optional.empty();
    }

    List<String> odd() {
        return names.subList(0, names.indexOf("size"));
    }

    boolean isRelative() {
        return names.contains("error");
    }

    /// A line of the table.
    Optional<BenchRun.Row> row(long line, String plain) {
        String[] words = plain.split("\\s+", -1);
        int at = names.indexOf("size");
        if (words.length < at + 6) {
            return Optional.empty();
        }
        OptionalLong size = Numbers.whole(words[at]);
        OptionalLong count = Numbers.whole(words[at + 1]);
        boolean isType = Character.isLetter(words[at + 2].charAt(0));
        if (size.isEmpty() || count.isEmpty() || !isType || size.getAsLong() < 0) {
            return Optional.empty();
        }
        List<OptionalDouble> bandwidths = new ArrayList<>();
        List<Double> errors = new ArrayList<>();
        for (int i = 0; i < names.size() && i < words.length; i++) {
            if (names.get(i).equals("busbw")) {
                bandwidths.add(Numbers.real(words[i]));
            } else if (ERRORS.contains(names.get(i))) {
                Numbers.real(words[i]).ifPresent(errors::add);
            }
        }
        return Optional.of(new BenchRun.Row(
                line,
                at == 0 ? "" : words[0],
                size.getAsLong(),
                bandwidths.isEmpty() ? OptionalDouble.empty() : bandwidths.getFirst(),
                bandwidths.size() < 2 ? OptionalDouble.empty() : bandwidths.get(1),
                errors));
    }
}
