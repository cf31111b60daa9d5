// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
    private static final List<String> KNOWN = List.of("listen", "node", "dir", "grace", "poll_interval");

    @ParameterizedTest
    @CsvSource({
        "listne, listen",
        "Listen, listen",
        "dirs, dir",
        "pollinterval, poll_interval",
        "poll-interval, poll_interval",
        "grase, grace",
        "nodes, node"
    })
    void findsWhatWasMeant(String wrong, String meant) {
        assertThat(NearestName.of(wrong, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"colour", "x", "''", "edon", "this_is_something_else_entirely"})
    void guessesNothingFarAway(String wrong) {
        assertThat(NearestName.of(wrong, KNOWN)).isEmpty();
    }

    @Test
    void guessesNothingForEndlessNames() {
        assertThat(NearestName.of("a".repeat(100_000), KNOWN)).isEmpty();
    }

    @Test
    void saysWhereAllStandIfItHasNoGuess() {
        assertThat(NearestName.hint("listne", KNOWN, "docs/config.md")).isEqualTo("did you mean listen?");
        assertThat(NearestName.hint("colour", KNOWN, "docs/config.md")).isEqualTo("all are in docs/config.md");
    }
}
