// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/// The buckets are those of a Prometheus native histogram of schema 3, and every duration has exactly one.
class DurationBucketsTest {
    @Test
    void cutsEachPowerOfTwoIntoEight() {
        for (int i = 0; i + 8 < DurationBuckets.COUNT - 1; i++) {
            assertThat(DurationBuckets.upperSeconds(i + 8) / DurationBuckets.upperSeconds(i))
                    .isCloseTo(2.0, within(1e-12));
        }
    }

    @Test
    void endsAtWholePowersOfTwo() {
        assertThat(DurationBuckets.upperSeconds(0)).isEqualTo(DurationBuckets.ZERO_THRESHOLD_SECONDS);
        assertThat(DurationBuckets.upperSeconds(DurationBuckets.INDEX_OFFSET)).isEqualTo(1.0);
        assertThat(DurationBuckets.upperSeconds(DurationBuckets.COUNT - 2)).isEqualTo(1024.0);
        assertThat(DurationBuckets.upperSeconds(DurationBuckets.COUNT - 1)).isInfinite();
    }

    @Test
    void holdsItsOwnUpperBoundAndNothingAbove() {
        for (int i = 0; i < DurationBuckets.COUNT - 1; i++) {
            long upper = DurationBuckets.upperNanos(i);

            assertThat(DurationBuckets.indexOf(upper)).isEqualTo(i);
            assertThat(DurationBuckets.indexOf(upper + 1)).isEqualTo(i + 1);
        }
    }

    @Test
    void hasABucketForEveryDuration() {
        assertThat(DurationBuckets.indexOf(0)).isZero();
        assertThat(DurationBuckets.indexOf(1)).isZero();
        assertThat(DurationBuckets.indexOf(Long.MAX_VALUE)).isEqualTo(DurationBuckets.COUNT - 1);
    }

    @Test
    void growsStrictly() {
        for (int i = 1; i < DurationBuckets.COUNT; i++) {
            assertThat(DurationBuckets.upperNanos(i)).isGreaterThan(DurationBuckets.upperNanos(i - 1));
        }
    }
}
