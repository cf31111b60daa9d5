// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.feed.OperationColumns;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// How a communicator's operations repeat, and where its time is cut into spans of whole steps. All of its
/// ranks cut at the same operations, so what they did in a span can be compared though their clocks cannot.
///
/// The period is the shortest one with which function and size repeat; a span is as many periods as make it
/// long enough. It follows one rank of the communicator, the first that told anything.
final class Beat {
    /// Longest period, in operations.
    static final int PERIOD_MAX = 256;

    private static final int TOKENS_MAX = 4 * PERIOD_MAX;
    private static final int TOKENS_AT_FIRST = 64;
    private static final int REPEATS_MIN = 2;
    private static final int TOKENS_MIN = 4;
    private static final long PATIENCE_NANOS = 3_000_000_000L;
    private static final double PACE_CHANGE = 4;

    private final long spanNanosMin;
    private long[] tokens = new long[TOKENS_AT_FIRST];
    private long[] stops = new long[TOKENS_AT_FIRST];
    private long[] ordinals = new long[TOKENS_AT_FIRST];
    private int leader = -1;
    private long count;
    private long firstStop;
    private long period;
    private long length;
    private double spanNanos;
    private int generation;

    Beat(long spanNanosMin) {
        this.spanNanosMin = spanNanosMin;
    }

    /// Takes in the operations of one of the ranks.
    void accept(int commRank, OperationColumns columns) {
        if (leader < 0) {
            leader = commRank;
        }
        if (leader != commRank) {
            return;
        }
        for (int i = 0; i < columns.count(); i++) {
            if (columns.isTimed(i) && columns.isClocked(i)) {
                remember(columns, i);
            }
        }
    }

    private void remember(OperationColumns columns, int i) {
        if (count == tokens.length && tokens.length < TOKENS_MAX && period == 0) {
            tokens = Arrays.copyOf(tokens, 2 * tokens.length);
            stops = Arrays.copyOf(stops, 2 * stops.length);
            ordinals = Arrays.copyOf(ordinals, 2 * ordinals.length);
        }
        int slot = (int) (count % tokens.length);
        tokens[slot] = columns.function().ncclName().hashCode() * 0x9e3779b97f4a7c15L + columns.sizeBytes()[i];
        stops[slot] = columns.stopNanos()[i];
        ordinals[slot] = columns.ordinal()[i];
        if (count == 0) {
            firstStop = stops[slot];
        }
        count++;
    }

    /// Looks anew how long a span is to be, after operations came.
    void settle() {
        int known = (int) Math.min(count, tokens.length);
        if (known < TOKENS_MIN) {
            return;
        }
        int[] order = inOrder(known);
        int newest = order[known - 1];
        int oldest = order[known / 2];
        double perOrdinal = (stops[newest] - stops[oldest]) / (double) Math.max(1, ordinals[newest] - ordinals[oldest]);
        if (perOrdinal <= 0) {
            return;
        }
        long found = period(order, known);
        boolean isPatient = stops[newest] - firstStop < PATIENCE_NANOS;
        if (found == 0 && isPatient && length == 0) {
            return;
        }
        long unit = found > 0 ? found : Math.max(1, period);
        long wanted = unit * Math.max(1, (long) Math.ceil(spanNanosMin / (perOrdinal * unit)));
        boolean isPaceNew = length > 0
                && (perOrdinal * length > PACE_CHANGE * Math.max((double) spanNanosMin, perOrdinal * unit)
                        || perOrdinal * length < spanNanosMin / PACE_CHANGE);
        if (length == 0 || (found > 0 && found != period) || isPaceNew) {
            period = found;
            length = wanted;
            generation++;
        }
        spanNanos = perOrdinal * length;
    }

    /// The operations that are remembered in the order of their ordinals.
    private int[] inOrder(int known) {
        return IntStream.range(0, known)
                .boxed()
                .sorted(Comparator.comparingLong(slot -> ordinals[slot]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /// The shortest period of the latest operations; 0 if none is seen.
    private long period(int[] order, int known) {
        int from = 0;
        for (int i = known - 1; i > 0; i--) {
            if (ordinals[order[i]] - ordinals[order[i - 1]] != 1) {
                from = i;
                break;
            }
        }
        int run = known - from;
        for (int candidate = 1; candidate <= PERIOD_MAX && candidate * (REPEATS_MIN + 1) <= run; candidate++) {
            if (repeats(order, known, candidate)) {
                return candidate;
            }
        }
        return 0;
    }

    private boolean repeats(int[] order, int known, int candidate) {
        int checked = Math.max(REPEATS_MIN * candidate, TOKENS_MIN - 1);
        for (int i = known - 1; i >= known - checked && i >= candidate; i--) {
            if (tokens[order[i]] != tokens[order[i - candidate]]) {
                return false;
            }
        }
        return true;
    }

    /// Operations in a span; 0 while it is not known.
    long length() {
        return length;
    }

    /// About how long a span lasts.
    double spanNanos() {
        return spanNanos;
    }

    /// Grows when spans are cut in another way: what was gathered is of no use then.
    int generation() {
        return generation;
    }

    /// Steps in a span, 0 if no step is known.
    double steps() {
        return period == 0 ? 0 : length / (double) period;
    }
}
