// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.demo.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.lockstep.cli.text.StyledLine;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentState;
import dev.lockstep.simulator.scenario.Fault;
import dev.lockstep.simulator.scenario.ScenarioFile;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The story that a demo tells: what is to come, whom the brain names and when, and whether that was right.
class IncidentBoardTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private static final int COLUMNS = 100;
    private static final Incident LATE =
            Found.incident(FindingKind.STRAGGLER_GPU, IncidentState.OPEN, Found.ranks("node-a", 5));

    private final IncidentBoard board = board("late-rank rank=5 from=10 factor=2");

    @Test
    void saysWhatIsToComeAndThatNobodyIsNamedYet() {
        assertThat(texts(board.lines(at(4), COLUMNS)))
                .containsExactly("No incident. In 6 s the GPU of rank 5 (node-a) computes 2 times as long.");
        assertThat(texts(board.lines(at(13), COLUMNS)))
                .containsExactly(
                        "Since 3 s the GPU of rank 5 (node-a) computes 2 times as long. The brain has named nobody"
                                + " yet.");
    }

    @Test
    void showsAnIncidentWithCulpritEvidenceAndNextStep() {
        board.look(List.of(LATE), at(19));

        assertThat(texts(board.lines(at(25), COLUMNS)))
                .containsExactly(
                        "P1 straggler_gpu · open since 00:19, 9 s after the fault began",
                        "somebody is late",
                        "  culprit    rank 5 · GPU 0000:c3:00.0 · node-a",
                        "  evidence   It was seen.",
                        "             Twice.",
                        "  next step  Look at that GPU.");
        assertThat(board.marks()).containsExactly(entry(5, "P1"));
    }

    @Test
    void namesManyRanksOfANodeInOneLine() {
        Incident gone = Found.incident(
                FindingKind.PROCESS_GONE, IncidentState.OPEN, Found.ranks("node-b", 8, 9, 10, 11, 13, 15));

        board.look(List.of(gone), at(19));

        assertThat(texts(board.lines(at(25), COLUMNS))).contains("  culprit    ranks 8-11, 13, 15 · node-b");
    }

    @Test
    void saysOfASuspicionThatItAlertsNobodyAndMarksNobody() {
        Incident suspicion =
                Found.incident(FindingKind.HANG_NOT_ENTERED, IncidentState.SUSPECT, Found.ranks("node-a", 5));

        board.look(List.of(suspicion), at(19));

        assertThat(texts(board.lines(at(19), COLUMNS)).getFirst())
                .isEqualTo("P0 hang_not_entered · a suspicion, which alerts nobody");
        assertThat(board.marks()).isEmpty();
        assertThat(board.hasOpened()).isFalse();
        assertThat(board.news(COLUMNS)).isEmpty();
    }

    @Test
    void tellsNewsOnce() {
        board.look(List.of(LATE), at(19));
        assertThat(board.news(COLUMNS)).hasSize(1);

        board.look(List.of(LATE), at(20));
        assertThat(board.news(COLUMNS)).isEmpty();
    }

    @Test
    void comparesWhatWasFoundWithWhatWasInjected() {
        board.look(List.of(LATE), at(19));

        assertThat(texts(board.outcome(at(40), COLUMNS)))
                .containsExactly(
                        "Injected  00:10  the GPU of rank 5 (node-a) computes 2 times as long",
                        "Found     00:19  P1 straggler_gpu, 9 s later: somebody is late",
                        "As injected: one incident of the right kind, with the right culprit.");
    }

    @Test
    void saysThatAnIncidentTooManyIsNotAsInjected() {
        Incident other = Found.incident(FindingKind.SLOW_NODE, IncidentState.OPEN, Found.ranks("node-b", 9));
        board.look(List.of(LATE, other), at(19));

        assertThat(texts(board.outcome(at(40), COLUMNS)).getLast())
                .isEqualTo("Of 1 injected, 1 named rightly; 2 incidents opened.");
    }

    @Test
    void saysThatNothingWasFoundOrInjected() {
        assertThat(texts(board.outcome(at(40), COLUMNS)).getLast())
                .isEqualTo("Not found: the brain opened no incident in this time.");
        assertThat(texts(board.outcome(at(4), COLUMNS)))
                .containsExactly("Nothing was injected yet (run it longer), and the brain opened no incident.");
        assertThat(texts(new IncidentBoard(List.of(), START).outcome(at(40), COLUMNS)))
                .containsExactly("Nothing was injected, and the brain opened no incident.");
    }

    private static IncidentBoard board(String line) {
        Fault fault =
                ScenarioFile.parse("a", List.of("fault: " + line)).faults().getFirst();
        Injected injected = new Injected(fault, List.of("node-a", "node-b"), 8, Optional.of(at(10)), List.of());
        return new IncidentBoard(List.of(injected), START);
    }

    private static Instant at(int seconds) {
        return START.plusSeconds(seconds);
    }

    private static List<String> texts(List<StyledLine> lines) {
        return lines.stream().map(StyledLine::text).toList();
    }
}
