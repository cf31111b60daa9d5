// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Counts and sums are exact, quantiles are right within a bucket.
class DurationHistogramTest {
    private static final double BUCKET_GROWTH = Math.pow(2, 1.0 / 8);

    static DurationHistogram of(long... nanos) {
        long[] counts = new long[DurationBuckets.COUNT];
        LongStream.of(nanos).forEach(duration -> counts[DurationBuckets.indexOf(duration)]++);
        return DurationHistogram.of(counts, LongStream.of(nanos).sum());
    }

    @Test
    void countsAndSumsExactly() {
        DurationHistogram histogram = of(1, 2_000, 2_000, 3_000_000_000L);

        assertThat(histogram.count()).isEqualTo(4);
        assertThat(histogram.sumNanos()).isEqualTo(3_000_004_001L);
        assertThat(histogram.countAt(DurationBuckets.indexOf(2_000))).isEqualTo(2);
    }

    @Test
    void copiesWhatItIsMadeOf() {
        long[] counts = new long[DurationBuckets.COUNT];
        DurationHistogram histogram = DurationHistogram.of(counts, 0);
        counts[7] = 9;

        assertThat(histogram.count()).isZero();
        assertThat(histogram).isEqualTo(DurationHistogram.EMPTY).hasSameHashCodeAs(DurationHistogram.EMPTY);
    }

    @Test
    void keepsOnlyTheBucketsInUse() {
        DurationHistogram histogram = of(1, 2_000, 2_000, Long.MAX_VALUE / 2);
        List<String> visited = new ArrayList<>();
        histogram.forEachBucket((index, count) -> visited.add(index + ": " + count));

        assertThat(histogram.bucketsInUse()).isEqualTo(3);
        assertThat(visited).containsExactly("0: 1", DurationBuckets.indexOf(2_000) + ": 2", "241: 1");
    }

    @Test
    void expandsToWhatItWasMadeOf() {
        long seed = 11;
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            long[] counts = random.longs(DurationBuckets.COUNT, 0, 3).toArray();
            DurationHistogram histogram = DurationHistogram.of(counts, 0);
            long[] expanded = new long[DurationBuckets.COUNT + 1];
            Arrays.fill(expanded, 9);
            histogram.expandInto(expanded, 1);

            assertThat(Arrays.copyOfRange(expanded, 1, expanded.length))
                    .as("seed %d", seed)
                    .isEqualTo(counts);
            for (int i = 0; i < counts.length; i++) {
                assertThat(histogram.countAt(i))
                        .as("seed %d, bucket %d", seed, i)
                        .isEqualTo(counts[i]);
            }
        }
    }

    @Test
    void refusesAnotherNumberOfBuckets() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationHistogram.of(new long[3], 0))
                .withMessageContaining("3");
    }

    @Test
    void addsAndTakesAway() {
        DurationHistogram earlier = of(5_000, 70_000);
        DurationHistogram later = earlier.plus(of(5_000));

        assertThat(later).isEqualTo(of(5_000, 5_000, 70_000));
        assertThat(later.minus(earlier)).isEqualTo(of(5_000));
    }

    @Test
    void treatsACounterThatWentBackAsStartedAnew() {
        assertThat(of(5_000).minus(of(5_000, 5_000)).count()).isZero();
    }

    @Test
    void hasNoQuantileOfNothing() {
        assertThat(DurationHistogram.EMPTY.quantileSeconds(0.5)).isEmpty();
    }

    @Test
    void findsQuantilesWithinOneBucket() {
        long seed = 42;
        Random random = new Random(seed);
        long[] nanos = random.doubles(10_000, 0, 1)
                .mapToLong(x -> (long) (1_000 * Math.pow(1e6, x)))
                .sorted()
                .toArray();
        DurationHistogram histogram = of(nanos);

        for (double quantile : new double[] {0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0}) {
            double truth = nanos[(int) Math.ceil(quantile * nanos.length) - 1] / 1e9;
            assertThat(histogram.quantileSeconds(quantile).orElseThrow())
                    .as("seed %d, quantile %f", seed, quantile)
                    .isBetween(truth / BUCKET_GROWTH, truth * BUCKET_GROWTH);
        }
    }

    @Test
    void keepsQuantilesInsideTheZeroBucketBelowItsThreshold() {
        assertThat(of(1, 1, 1).quantileSeconds(1.0).orElseThrow())
                .isCloseTo(DurationBuckets.ZERO_THRESHOLD_SECONDS, within(1e-12));
    }

    @Test
    void answersTheLargestBoundForWhatIsBeyondAll() {
        assertThat(of(Long.MAX_VALUE / 2).quantileSeconds(0.5).orElseThrow()).isEqualTo(1024.0);
    }
}
