// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FactsTextTest {
    private static final String WHOLE = FactsText.of(DeadProcess.facts());

    @Test
    void skipsWhatALaterVersionSays() throws FlightFileException {
        String later = WHOLE.replace("end\n", "weather=rain\nend\n");

        assertThat(FactsText.parse(later)).isEqualTo(DeadProcess.facts());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "seen_dead=yesterday 5",
                "seen_dead=2026-11-30T12:00:02Z",
                "gpu=x",
                "hung=1 2 3",
                "ending=well",
                "?"
            })
    void refusesALineThatCannotBe(String line) {
        assertThatThrownBy(() -> FactsText.parse(WHOLE.replace("end\n", line + "\nend\n")))
                .isInstanceOf(FlightFileException.class)
                .hasMessageEndingWith(line);
    }

    @Test
    void refusesATextThatDoesNotSayHowAndWhen() {
        assertThatThrownBy(() -> FactsText.parse("LOCKSTEP FLIGHT RECORD 1\nnode=a\nend\n"))
                .hasMessageContaining("how and when");
    }

    /// A job chooses what its communicators and operations are called.
    @Test
    void holdsItsLimitWhateverNamesAre() throws FlightFileException {
        String bomb = "a b\n=\"\u0000\u001b[2J".repeat(500);
        NotedOperation hung = new NotedOperation(
                bomb, bomb, bomb, bomb, Long.MAX_VALUE, Long.MIN_VALUE, OptionalLong.of(-5), Long.MAX_VALUE, 64, 64);
        Map<String, Integer> gpus = new HashMap<>();
        for (int i = 0; i < 10 * FlightFacts.GPUS_MAX; i++) {
            gpus.put(bomb + i, i);
        }
        FlightFacts facts = new FlightFacts(
                bomb,
                Ending.HUNG,
                new Moment(DeadProcess.SEEN_DEAD, Long.MIN_VALUE),
                Optional.empty(),
                gpus,
                Collections.nCopies(10 * FlightFacts.HUNG_MAX, hung));

        String text = FactsText.of(facts);

        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(FactsText.BYTES_MAX);
        assertThat(text.chars().filter(c -> c < ' ' && c != '\n')).isEmpty();
        assertThat(FactsText.parse(text).hung()).hasSize(FlightFacts.HUNG_MAX);
    }

    @Test
    void parsesOrRefusesWhateverItIsGiven() {
        for (int seed = 0; seed < 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder text = new StringBuilder(WHOLE);
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(0x100));
            }
            assertThatCode(() -> parse(text.toString())).as("seed %d", seed).doesNotThrowAnyException();
        }
    }

    private static List<FlightFacts> parse(String text) {
        try {
            return List.of(FactsText.parse(text));
        } catch (FlightFileException refused) {
            assertThat(refused.getMessage()).hasLineCount(1);
            return List.of();
        }
    }
}
