// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition.series;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What a job writes cannot break a line, a parser or the memory.
class LabelValueTest {
    private static final String ROCKET = "\uD83D\uDE80";

    @Test
    void leavesPlainTextAlone() {
        assertThat(LabelValue.of("tensor \"parallel\" \\ é " + ROCKET)).isEqualTo("tensor \"parallel\" \\ é " + ROCKET);
    }

    @Test
    void cutsWhatIsLong() {
        assertThat(LabelValue.of("x".repeat(500))).isEqualTo("x".repeat(LabelValue.LENGTH_MAX));
    }

    @Test
    void neverCutsAPairInTwo() {
        assertThat(LabelValue.of("x".repeat(127) + ROCKET)).isEqualTo("x".repeat(127));
        assertThat(LabelValue.of("x".repeat(126) + ROCKET)).isEqualTo("x".repeat(126) + ROCKET);
    }

    @Test
    void replacesHalfPairsAndControlCharacters() {
        assertThat(LabelValue.of("a\uD83Db\nc\u0000d\uDE80")).isEqualTo("a\ufffdb\ufffdc\ufffdd\ufffd");
    }
}
