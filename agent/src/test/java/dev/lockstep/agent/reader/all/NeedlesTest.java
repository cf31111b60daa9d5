// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.all;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NeedlesTest {
    private static final List<List<String>> WORDS =
            List.of(List.of("abc", "cab"), List.of(), List.of("bca", "abcabc", " x "), List.of("ccc"));

    private static long found(String text) {
        byte[] bytes = ("abc" + text + "abc").getBytes(StandardCharsets.UTF_8);
        return new Needles(WORDS).in(bytes, 3, bytes.length - 3);
    }

    @Test
    void findsWordsAtBothEndsAndNoneBeyondThem() {
        assertThat(found("abc")).isEqualTo(1);
        assertThat(found("")).isZero();
        assertThat(found("ab")).isZero();
        assertThat(found("é x ")).isEqualTo(4);
    }

    @Test
    void findsWhatContainsFinds() {
        long seed = 20_261_130;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                text.append("abcx ".charAt(random.nextInt(5)));
            }
            long expected = 0;
            for (int format = 0; format < WORDS.size(); format++) {
                boolean isThere = WORDS.get(format).stream().anyMatch(text.toString()::contains);
                expected |= isThere ? 1L << format : 0;
            }
            assertThat(found(text.toString())).as("seed %d, '%s'", seed, text).isEqualTo(expected);
        }
    }

    @Test
    void refusesWordsThatAreTooShort() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Needles(List.of(List.of("ab"))));
    }
}
