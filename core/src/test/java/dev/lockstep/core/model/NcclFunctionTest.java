// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Bytes and bus factors are those of nccl-tests.
class NcclFunctionTest {
    @ParameterizedTest
    @EnumSource
    void isFoundByItsOwnName(NcclFunction function) {
        assertThat(NcclFunction.of(function.ncclName())).isEqualTo(function);
    }

    @Test
    void isOtherWhereTheNameIsNew() {
        assertThat(NcclFunction.of("AllGatherV")).isEqualTo(NcclFunction.OTHER);
    }

    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, 8, 1.75", "ALL_GATHER, 8, 0.875", "REDUCE_SCATTER, 8, 0.875", "ALL_TO_ALL, 4, 0.75",
        "BROADCAST, 8, 1.0", "REDUCE, 8, 1.0", "SEND, 2, 1.0", "ALL_REDUCE, 1, 0.0"
    })
    void hasTheBusFactorOfNcclTests(NcclFunction function, int ranks, double factor) {
        assertThat(function.busFactor(ranks)).isEqualTo(factor);
    }

    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, 100",
        "BROADCAST, 100",
        "SEND, 100",
        "ALL_GATHER, 800",
        "REDUCE_SCATTER, 800",
        "SCATTER, 800"
    })
    void countsTheWholeBuffer(NcclFunction function, long bytes) {
        assertThat(function.sizeBytes(100, 8)).isEqualTo(bytes);
    }

    @Test
    void neverOverflowsSilently() {
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> NcclFunction.ALL_GATHER.sizeBytes(Long.MAX_VALUE, 2));
    }

    @Test
    void knowsPointToPoint() {
        assertThat(NcclFunction.values())
                .filteredOn(NcclFunction::isPointToPoint)
                .containsExactly(NcclFunction.SEND, NcclFunction.RECV);
    }
}
