// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds what somebody meant who misspelt a name, so that the error can say it.
public final class NearestName {
    private static final int LENGTH_MAX = 64;
    private static final int LETTERS_PER_MISTAKE = 3;

    private NearestName() {}

    /// The known name with the fewest letters changed, added or left out; empty if more than a third would be.
    public static Optional<String> of(String wrong, Collection<String> known) {
        if (wrong.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        int most = Math.max(1, wrong.length() / LETTERS_PER_MISTAKE);
        return known.stream()
                .filter(name -> distance(wrong, name) <= most)
                .min(Comparator.<String>comparingInt(name -> distance(wrong, name))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /// The end of an error line: what was meant, or where all names stand.
    public static String hint(String wrong, Collection<String> known, String listedAt) {
        return of(wrong, known).map(name -> "did you mean " + name + "?").orElse("all are in " + listedAt);
    }

    /// Levenshtein's distance, row by row.
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
