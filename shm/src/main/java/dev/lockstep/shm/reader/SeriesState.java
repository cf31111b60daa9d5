// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.reader;

import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import dev.lockstep.shm.ShmDamage;
import dev.lockstep.shm.ShmLayout;

/// What is shown of one series, from reading to reading: the cell, and on top of it the operations that the
/// reader settled and the plugin has not counted yet. What is shown never goes back, bucket by bucket.
///
/// The plugin may later count a settled operation elsewhere than the reader did (in another bucket, as suspect).
/// Then the shown total stays exact and the bucket that is too high keeps its value until the cell has caught
/// up: the surplus is held back from the counters that grew (`withoutSurplus`).
final class SeriesState {
    /// More observations than this cannot be; it keeps every sum of buckets within a `long`.
    static final long OBSERVATIONS_MAX = 1L << 53;
    /// More bytes or nanoseconds than this cannot be.
    static final long SUM_MAX = 1L << 62;

    private static final int CALLS = wordOf(ShmLayout.SeriesCell.CALLS);
    private static final int BYTES = wordOf(ShmLayout.SeriesCell.BYTES);
    private static final int SUM_NANOS = wordOf(ShmLayout.SeriesCell.SUM_NANOS);
    private static final int FUSED = wordOf(ShmLayout.SeriesCell.FUSED);
    private static final int SUSPECT = wordOf(ShmLayout.SeriesCell.SUSPECT);
    private static final int UNTIMED = wordOf(ShmLayout.SeriesCell.UNTIMED);
    private static final int BUCKET_0 = wordOf(ShmLayout.SeriesCell.BUCKET_0);
    private static final int WORDS = wordOf(ShmLayout.SeriesCell.SIZE);
    private static final long[] AS_SHOWN = {};
    private static final SeriesKey NOBODY =
            new SeriesKey(NcclFunction.OTHER, "", "", SizeClass.OTHER, OperationKind.CALL_ONLY);

    private final long[] scratch;
    private long packedKey;
    private int ownerSerial;
    private OperationSeries shown = nothing(NOBODY);
    /// The cell as last copied, plus what was settled since, while that differs from what is shown.
    private long[] target = AS_SHOWN;
    private boolean settled;

    /// `scratch` has a word for each bucket; states that one thread updates share it.
    SeriesState(long[] scratch) {
        this.scratch = scratch;
    }

    private static int wordOf(int offset) {
        return offset / Long.BYTES;
    }

    private static OperationSeries nothing(SeriesKey key) {
        return new OperationSeries(key, 0, 0, DurationHistogram.EMPTY, 0, 0, 0);
    }

    /// Starts from nothing unless this is still the same series.
    void own(long key, int serial, SeriesKey name) {
        if (packedKey != key || ownerSerial != serial) {
            packedKey = key;
            ownerSerial = serial;
            shown = nothing(name);
            target = AS_SHOWN;
        }
    }

    OperationSeries shown() {
        return shown;
    }

    /// Takes a copied cell. Says whether no counter in it is lower than what the plugin wrote before.
    ///
    /// A cell whose calls and sums are those shown is not looked at further: the buckets only grow, so that they
    /// can differ from those shown only while a call is being counted, and then the calls differ at the next
    /// reading.
    boolean update(long[] words, int cell) throws DamagedFileException {
        settled = false;
        if (!isAdjusted() && sumsThatDiffer(words, cell) == 0) {
            return true;
        }
        checkSums(words, cell);
        return updateBuckets(words, cell);
    }

    private boolean updateBuckets(long[] words, int cell) throws DamagedFileException {
        shown.durations().expandInto(scratch, 0);
        long lower = lowerSums(words, cell);
        long seen = words[cell + SUSPECT] | words[cell + UNTIMED];
        for (int i = 0; i < DurationBuckets.COUNT; i++) {
            long count = words[cell + BUCKET_0 + i];
            seen |= count;
            lower |= count - scratch[i];
        }
        if (seen < 0 || seen >= OBSERVATIONS_MAX) {
            throw new DamagedFileException(ShmDamage.VALUE, "calls of a series");
        }
        if (isAdjusted() || lower < 0) {
            boolean expected = isAdjusted();
            target = copyOf(words, cell);
            return expected;
        }
        shown = seriesOf(words, cell);
        return true;
    }

    /// Not 0 where the calls or one of the sums is not what is shown.
    private long sumsThatDiffer(long[] words, int cell) {
        return (words[cell + CALLS] ^ shown.calls())
                | (words[cell + BYTES] ^ shown.sizeBytes())
                | (words[cell + SUM_NANOS] ^ shown.durations().sumNanos())
                | (words[cell + FUSED] ^ shown.fusedCalls())
                | (words[cell + SUSPECT] ^ shown.suspectCalls())
                | (words[cell + UNTIMED] ^ shown.untimedCalls());
    }

    /// Negative where one of the sums is lower than what is shown.
    private long lowerSums(long[] words, int cell) {
        return (words[cell + BYTES] - shown.sizeBytes())
                | (words[cell + SUM_NANOS] - shown.durations().sumNanos())
                | (words[cell + FUSED] - shown.fusedCalls())
                | (words[cell + SUSPECT] - shown.suspectCalls())
                | (words[cell + UNTIMED] - shown.untimedCalls());
    }

    private static void checkSums(long[] words, int cell) throws DamagedFileException {
        long bytes = words[cell + BYTES];
        long nanos = words[cell + SUM_NANOS];
        long fused = words[cell + FUSED];
        if (bytes < 0 || bytes > SUM_MAX || nanos < 0 || nanos > SUM_MAX || fused < 0 || fused > OBSERVATIONS_MAX) {
            throw new DamagedFileException(ShmDamage.VALUE, "sums of a series");
        }
    }

    private boolean isAdjusted() {
        return target.length > 0;
    }

    private static long[] copyOf(long[] words, int cell) {
        long[] copy = new long[WORDS];
        System.arraycopy(words, cell, copy, 0, UNTIMED + 1);
        System.arraycopy(words, cell + BUCKET_0, copy, BUCKET_0, DurationBuckets.COUNT);
        return copy;
    }

    /// Counts an operation that the plugin has not counted, with the duration that its stamps give.
    void settleTimed(long sizeBytes, long durationNanos) {
        long[] words = targetToAdjust();
        words[BYTES] += sizeBytes;
        words[SUM_NANOS] += durationNanos;
        words[BUCKET_0 + DurationBuckets.indexOf(durationNanos)]++;
    }

    /// Counts an operation that the plugin has not counted and whose stamps cannot be true.
    void settleSuspect(long sizeBytes) {
        long[] words = targetToAdjust();
        words[BYTES] += sizeBytes;
        words[SUSPECT]++;
    }

    private long[] targetToAdjust() {
        if (!isAdjusted()) {
            target = wordsOf(shown);
        }
        settled = true;
        return target;
    }

    /// Shows the target as far as nothing goes back. Call once a reading, after everything was settled.
    void finish() {
        if (!isAdjusted()) {
            return;
        }
        long[] before = wordsOf(shown);
        long[] now = withoutSurplus(before, target);
        shown = seriesOf(now, 0);
        if (!settled && equalCounters(now, target)) {
            target = AS_SHOWN;
        }
    }

    private static long[] withoutSurplus(long[] before, long[] target) {
        long[] now = new long[WORDS];
        for (int i = 0; i < WORDS; i++) {
            now[i] = Math.max(before[i], target[i]);
        }
        long surplus = observations(now) - observations(target);
        for (int i = SUSPECT; i < WORDS && surplus > 0; i++) {
            long heldBack = Math.min(surplus, now[i] - before[i]);
            now[i] -= heldBack;
            surplus -= heldBack;
        }
        return now;
    }

    private static long observations(long[] words) {
        long sum = words[SUSPECT] + words[UNTIMED];
        for (int i = BUCKET_0; i < WORDS; i++) {
            sum += words[i];
        }
        return sum;
    }

    private static boolean equalCounters(long[] left, long[] right) {
        for (int i = BYTES; i < WORDS; i++) {
            if (left[i] != right[i]) {
                return false;
            }
        }
        return true;
    }

    private static long[] wordsOf(OperationSeries series) {
        long[] words = new long[WORDS];
        words[BYTES] = series.sizeBytes();
        words[SUM_NANOS] = series.durations().sumNanos();
        words[FUSED] = series.fusedCalls();
        words[SUSPECT] = series.suspectCalls();
        words[UNTIMED] = series.untimedCalls();
        series.durations().expandInto(words, BUCKET_0);
        return words;
    }

    /// Calls are the sum of what was observed, not the cell's own word: while the plugin writes, that may be
    /// ahead.
    private OperationSeries seriesOf(long[] words, int cell) {
        System.arraycopy(words, cell + BUCKET_0, scratch, 0, scratch.length);
        DurationHistogram durations = DurationHistogram.of(scratch, words[cell + SUM_NANOS]);
        long suspect = words[cell + SUSPECT];
        long untimed = words[cell + UNTIMED];
        return new OperationSeries(
                shown.key(),
                durations.count() + suspect + untimed,
                words[cell + BYTES],
                durations,
                Math.min(words[cell + FUSED], durations.count()),
                suspect,
                untimed);
    }
}
