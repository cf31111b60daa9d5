// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.text;

import java.util.OptionalInt;

/// `[rank5]`, by which PyTorch marks lines of a process: its rank in the whole job. `[Rank 5]` is none, it may be the
/// rank in a group.
public final class RankTag {
    private static final String MARK = "[rank";
    private static final int DIGITS_MAX = 7;

    private RankTag() {}

    /// The rank of the first tag that ends before that place.
    public static OptionalInt in(String text, int before) {
        int at = text.indexOf(MARK);
        if (at < 0) {
            return OptionalInt.empty();
        }
        int rank = 0;
        int digits = 0;
        for (int i = at + MARK.length(); i < Math.min(before, text.length()); i++) {
            char each = text.charAt(i);
            if (each == ']' && digits > 0) {
                return OptionalInt.of(rank);
            }
            if (each < '0' || each > '9' || ++digits > DIGITS_MAX) {
                return OptionalInt.empty();
            }
            rank = rank * 10 + each - '0';
        }
        return OptionalInt.empty();
    }
}
