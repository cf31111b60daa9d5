// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.NcclFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplingTest {
    private static final long COMMUNICATOR = 0x9f3a6c1d00e4b275L;

    @Test
    void keepsEverythingAtZero() {
        assertThat(kept(0)).isEqualTo(100_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 6})
    void keepsAboutItsShare(int k) {
        assertThat(Sampling.scale(k) * kept(k)).isBetween(90_000L, 110_000L);
    }

    @Test
    void keepsAtEachExponentASubsetOfTheOneBefore() {
        assertThat(LongStream.range(0, 10_000).filter(n -> keeps(n, 5)).allMatch(n -> keeps(n, 4)))
                .isTrue();
    }

    @Test
    void neverChangesItsHashSinceItIsPartOfTheWireFormat() {
        assertThat(Sampling.hash(COMMUNICATOR, NcclFunction.ALL_REDUCE, 17)).isEqualTo(2_593_413_272_102_200_655L);
    }

    private static long kept(int k) {
        return LongStream.range(0, 100_000).filter(number -> keeps(number, k)).count();
    }

    private static boolean keeps(long number, int k) {
        return Sampling.keeps(COMMUNICATOR, NcclFunction.ALL_REDUCE, number, k);
    }
}
