// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

/// After how many operations of a function the same sizes come again: operations below Inspector's size floor leave
/// holes among the numbers, which come again too.
final class Rhythm {
    private static final int KEPT_MAX = 1024;
    private static final double SAME_MIN = 0.95;
    private static final int REPEATS_MIN = 4;

    private final byte[] kinds = new byte[KEPT_MAX];
    private int kept;

    /// Adds the next number: its size class, or -1 if nobody has told of it.
    void add(int sizeClass) {
        if (kept < KEPT_MAX) {
            kinds[kept++] = (byte) sizeClass;
        }
    }

    /// How many operations there are until all comes again; 0 if that cannot be seen, as where all are alike.
    int period() {
        if (share(1) >= SAME_MIN) {
            return 0;
        }
        for (int period = 2; period <= kept / REPEATS_MIN; period++) {
            if (share(period) >= SAME_MIN) {
                return period;
            }
        }
        return 0;
    }

    /// In which share of the numbers the one `apart` later is of the same kind.
    private double share(int apart) {
        int same = 0;
        for (int i = 0; i + apart < kept; i++) {
            same += kinds[i] == kinds[i + apart] ? 1 : 0;
        }
        return kept <= apart ? 1 : same / (double) (kept - apart);
    }
}
