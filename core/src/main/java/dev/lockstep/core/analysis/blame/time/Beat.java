// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame.time;

import dev.lockstep.core.feed.OperationColumns;
import java.util.Comparator;
import java.util.stream.IntStream;

/// How a communicator's operations repeat, and where its time is cut into spans of whole steps. All of its
/// ranks cut at the same operations, so what they did in a span can be compared though their clocks cannot.
///
/// The period is the shortest one with which function and size repeat all the time; a span is as many periods
/// as make it long enough. It follows one rank of the communicator, the first that told anything.
public final class Beat {
    /// Longest period, in operations.
    private static final int PERIOD_MAX = 256;

    private static final int TOKENS_MAX = 4 * PERIOD_MAX;
    private static final int TOKENS_AT_FIRST = 64;
    private static final int REPEATS_MIN = 2;
    private static final int TOKENS_MIN = 4;
    private static final long PATIENCE_NANOS = 3_000_000_000L;
    private static final double PACE_CHANGE = 4;
    /// No more than that part of the operations may be others than those of a period before.
    private static final double MISSES_MAX = 0.1;
    /// A shorter period may miss as many times as often as the best.
    private static final double AS_GOOD = 1.5;

    private static final double MISSES_FEW = 0.002;

    private final long spanNanosMin;
    private long[] tokens = new long[TOKENS_AT_FIRST];
    private long[] stops = new long[TOKENS_AT_FIRST];
    private long[] ordinals = new long[TOKENS_AT_FIRST];
    private int leader = -1;
    private int next;
    private int held;
    private long count;
    private long firstStop;
    private long period;
    private long length;
    private double spanNanos;
    private int generation;
    private boolean isUnsure = true;
    private long settled;

    /// Of a communicator of which no operation was seen yet; shorter spans are taken together.
    public Beat(long spanNanosMin) {
        this.spanNanosMin = spanNanosMin;
    }

    /// Takes in the operations of one of the ranks.
    public void accept(int commRank, OperationColumns columns) {
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
        if (held == tokens.length && tokens.length < TOKENS_MAX && isUnsure) {
            tokens = twice(tokens);
            stops = twice(stops);
            ordinals = twice(ordinals);
            next = held;
        }
        int slot = next;
        next = (next + 1) % tokens.length;
        held = Math.min(held + 1, tokens.length);
        tokens[slot] = columns.function().ncclName().hashCode() * 0x9e3779b97f4a7c15L + columns.sizeBytes()[i];
        stops[slot] = columns.stopNanos()[i];
        ordinals[slot] = columns.ordinal()[i];
        if (count == 0) {
            firstStop = stops[slot];
        }
        count++;
    }

    /// The same from the oldest on, with room for as many again.
    private long[] twice(long[] ring) {
        long[] larger = new long[2 * ring.length];
        System.arraycopy(ring, next, larger, 0, ring.length - next);
        System.arraycopy(ring, 0, larger, ring.length - next, next);
        return larger;
    }

    /// Looks anew how long a span is to be, after operations came.
    public void settle() {
        int known = held;
        if (known < TOKENS_MIN || settled == count) {
            return;
        }
        settled = count;
        int[] order = inOrder(known);
        int newest = order[known - 1];
        int oldest = order[known / 2];
        double perOrdinal = (stops[newest] - stops[oldest]) / (double) Math.max(1, ordinals[newest] - ordinals[oldest]);
        if (perOrdinal <= 0) {
            return;
        }
        long found = period(order, known);
        isUnsure = found == 0 || found != period;
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

    /// The shortest period that explains what is remembered as well as any other; 0 if none does. Layers that are
    /// alike repeat within a step, so the latest operations alone do not tell.
    private long period(int[] order, int known) {
        int from = 0;
        for (int i = known - 1; i > 0; i--) {
            if (ordinals[order[i]] - ordinals[order[i - 1]] != 1) {
                from = i;
                break;
            }
        }
        int longest = Math.min(PERIOD_MAX, (known - from) / (REPEATS_MIN + 1));
        int checked = (REPEATS_MIN + 1) * (int) period;
        if (period > 0 && period <= longest && misses(order, known - checked, known, (int) period) == 0) {
            return period;
        }
        double[] rates = new double[longest + 1];
        double best = 1;
        for (int candidate = 1; candidate <= longest; candidate++) {
            rates[candidate] = misses(order, from, known, candidate) / (double) (known - from - candidate);
            best = Math.min(best, rates[candidate]);
        }
        for (int candidate = 1; candidate <= longest && best <= MISSES_MAX; candidate++) {
            if (rates[candidate] <= AS_GOOD * best + MISSES_FEW) {
                return candidate;
            }
        }
        return 0;
    }

    /// How many operations are others than those of a period before.
    private int misses(int[] order, int from, int to, int candidate) {
        int misses = 0;
        for (int i = from + candidate; i < to; i++) {
            misses += tokens[order[i]] == tokens[order[i - candidate]] ? 0 : 1;
        }
        return misses;
    }

    /// Operations in a span; 0 while it is not known.
    public long length() {
        return length;
    }

    /// About how long a span lasts.
    public double spanNanos() {
        return spanNanos;
    }

    /// Grows when spans are cut in another way: what was gathered is of no use then.
    public int generation() {
        return generation;
    }

    /// After how many operations the same ones come again; 0 if that is not known.
    public long period() {
        return period;
    }

    /// Steps in a span, 0 if no step is known.
    public double steps() {
        return period == 0 ? 0 : length / (double) period;
    }
}
