// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.poll;

import static dev.lockstep.agent.SampleNode.COMM;
import static dev.lockstep.agent.SampleNode.communicator;
import static dev.lockstep.agent.SampleNode.ended;
import static dev.lockstep.agent.SampleNode.inFlight;
import static dev.lockstep.agent.SampleNode.key;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.losing;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.series;
import static dev.lockstep.agent.SampleNode.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationSeries;
import dev.lockstep.core.model.ProcessSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What has ended is shown for its grace and no longer, and no sum goes back.
class RetentionTest {
    private static final Duration GRACE = Duration.ofMinutes(2);
    private static final Instant START = Instant.parse("2026-11-30T00:00:00Z");

    private final Retention retention = new Retention(GRACE, 300);

    @Test
    void showsWhatIsSeen() {
        ProcessSnapshot process = process(1, life(0, 3));

        assertThat(update(List.of(process), START)).containsExactly(process);
    }

    @Test
    void showsAVanishedProcessForItsGrace() {
        update(List.of(process(1, life(0, 3))), START);

        assertThat(calls(update(List.of(), after(1)))).isEqualTo(3);
        assertThat(calls(update(List.of(), after(120)))).isEqualTo(3);
        assertThat(update(List.of(), after(121))).isEmpty();
    }

    @Test
    void countsTheGraceFromWhenItWasMissedFirst() {
        update(List.of(process(1, life(0, 3))), START);
        update(List.of(process(1, life(0, 3))), after(1_000));

        assertThat(update(List.of(), after(1_001))).isNotEmpty();
        assertThat(update(List.of(), after(1_120))).isNotEmpty();
        assertThat(update(List.of(), after(1_121))).isEmpty();
    }

    @Test
    void showsNothingInFlightOfWhatIsGone() {
        CommunicatorSnapshot waits = waiting(life(0, 1), inFlight(NcclFunction.ALL_REDUCE, 5));
        assertThat(only(update(List.of(process(1, waits)), START)).inFlight()).hasSize(1);

        CommunicatorSnapshot gone = only(update(List.of(), after(1)));
        assertThat(gone.inFlight()).isEmpty();
        assertThat(gone.ended()).isTrue();
    }

    @Test
    void endsAFinalizedCommunicatorThatIsStillListed() {
        ProcessSnapshot process = process(1, ended(life(0, 3)), living(communicator("aaaabbbbccccdddd", 0, 0)));

        assertThat(update(List.of(process), START).getFirst().communicators()).hasSize(2);
        assertThat(update(List.of(process), after(119)).getFirst().communicators())
                .hasSize(2);
        assertThat(update(List.of(process), after(120)).getFirst().communicators())
                .hasSize(1);
        assertThat(update(List.of(process), after(500)).getFirst().communicators())
                .hasSize(1);
    }

    @Test
    void welcomesAProcessBackWithinItsGrace() {
        update(List.of(process(1, life(0, 3))), START);
        update(List.of(), after(60));

        assertThat(calls(update(List.of(process(1, life(0, 4))), after(61)))).isEqualTo(4);
        assertThat(calls(update(List.of(process(1, life(0, 4))), after(400)))).isEqualTo(4);
    }

    @Test
    void neverLetsTheSumOfTwoLivesGoBack() {
        update(List.of(process(1, life(0, 100))), START);
        long most = 0;
        for (int second = 1; second < 600; second++) {
            CommunicatorSnapshot reborn = life(1, second);
            long calls = calls(update(List.of(process(1, ended(life(0, 100)), reborn)), after(second)));

            assertThat(calls).isEqualTo(100 + second).isGreaterThan(most);
            most = calls;
        }
    }

    @Test
    void keepsTheSumWhenTheOlderProcessIsForgottenByItsSource() {
        update(List.of(process(1, life(0, 100))), START);
        for (int second = 1; second < 600; second++) {
            assertThat(calls(update(List.of(process(2, life(0, second))), after(second))))
                    .isEqualTo(100 + second);
        }
    }

    @Test
    void foldsManyLivesIntoOne() {
        for (int ordinal = 0; ordinal < 50; ordinal++) {
            update(List.of(process(1, life(ordinal, 1))), after(ordinal * 300L));
        }

        List<ProcessSnapshot> shown = update(List.of(process(1, life(50, 1))), after(15_000));
        assertThat(calls(shown)).isEqualTo(51);
        assertThat(shown.getFirst().communicators()).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void endsAllLivesTogether() {
        update(List.of(process(1, life(0, 100))), START);
        update(List.of(process(1, life(1, 1))), after(300));
        update(List.of(process(1, life(1, 1))), after(600));

        assertThat(calls(update(List.of(), after(601)))).isEqualTo(101);
        assertThat(update(List.of(), after(721))).isEmpty();
    }

    @Test
    void sumsProcessesThatCannotBeToldApart() {
        ProcessSnapshot first = losing(process(1, living(communicator(COMM, 0, 0))), Map.of("ring_full", 2L), Map.of());
        ProcessSnapshot second =
                losing(process(1, living(communicator(COMM, 0, 1))), Map.of("ring_full", 3L), Map.of());

        List<ProcessSnapshot> shown = update(List.of(first, second), START);

        assertThat(shown).singleElement().satisfies(process -> {
            assertThat(process.lost()).containsExactly(Map.entry("ring_full", 5L));
            assertThat(process.communicators()).hasSize(2);
        });
        assertThat(update(List.of(first, second), after(1)).getFirst().lost())
                .containsExactly(Map.entry("ring_full", 5L));
    }

    @Test
    void letsGoAtOnceOfAProcessThatItsSourceHasKept() {
        update(List.of(process(1, life(0, 3))), START);

        assertThat(retention.update(List.of(), after(1), GRACE)).isEmpty();
    }

    @Test
    void keepsAnEndedCommunicatorAlthoughItsSourceKeepsProcesses() {
        retention.update(List.of(process(1, life(0, 3))), START, GRACE);

        assertThat(calls(retention.update(List.of(process(1)), after(1), GRACE)))
                .isEqualTo(3);
        assertThat(calls(retention.update(List.of(process(1)), after(121), GRACE)))
                .isZero();
    }

    private List<ProcessSnapshot> update(List<ProcessSnapshot> seen, Instant now) {
        return retention.update(seen, now, Duration.ZERO);
    }

    private static CommunicatorSnapshot life(int ordinal, int calls) {
        OperationSeries one = series(key(NcclFunction.ALL_REDUCE, 1 << 20), 1 << 20, new long[calls]);
        return living(communicator(COMM, ordinal, 0), one);
    }

    private static Instant after(long seconds) {
        return START.plusSeconds(seconds);
    }

    private static CommunicatorSnapshot only(List<ProcessSnapshot> shown) {
        assertThat(shown).hasSize(1);
        assertThat(shown.getFirst().communicators()).hasSize(1);
        return shown.getFirst().communicators().getFirst();
    }

    private static long calls(List<ProcessSnapshot> shown) {
        return shown.stream()
                .flatMap(process -> process.communicators().stream())
                .flatMap(communicator -> communicator.series().stream())
                .mapToLong(OperationSeries::calls)
                .sum();
    }
}
