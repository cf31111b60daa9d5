// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.DurationBuckets;
import dev.lockstep.core.model.DurationHistogram;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The classic form is an exact sum of the native one.
class ClassicBucketsTest {
    @Test
    void hasABoundForEachPowerOfTwo() {
        double[] bounds = ClassicBuckets.upperSeconds();

        assertThat(bounds).hasSize(28).startsWith(0x1p-20, 0x1p-19).endsWith(32.0, 64.0, Double.POSITIVE_INFINITY);
    }

    @Test
    void countsExactlyWhatIsUpToEachBound() {
        long seed = 7;
        Random random = new Random(seed);
        double[] bounds = ClassicBuckets.upperSeconds();
        for (int round = 0; round < 50; round++) {
            long[] counts = random.longs(DurationBuckets.COUNT, 0, 1_000).toArray();
            long[] classic = ClassicBuckets.counts(DurationHistogram.of(counts, 0));

            long cumulated = 0;
            for (int i = 0; i < classic.length; i++) {
                cumulated += classic[i];
                assertThat(cumulated).as("seed %d, le %s", seed, bounds[i]).isEqualTo(upTo(bounds[i], counts));
            }
            assertThat(cumulated).isEqualTo(Arrays.stream(counts).sum());
        }
    }

    private static long upTo(double bound, long[] counts) {
        long sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += DurationBuckets.upperSeconds(i) <= bound ? counts[i] : 0;
        }
        return sum;
    }
}
