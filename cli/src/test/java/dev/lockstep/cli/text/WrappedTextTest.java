// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTextTest {
    @Test
    void breaksAtBlanksAndIndentsUnderTheLead() {
        assertThat(WrappedText.lines("say: ", "one two three four five six seven", 26))
                .containsExactly("say: one two three four", "     five six seven");
    }

    @Test
    void leavesAWordWholeThatIsLongerThanALine() {
        assertThat(WrappedText.lines("", "see https://example.com/a/very/long/path now", 20))
                .containsExactly("see", "https://example.com/a/very/long/path", "now");
    }
}
