// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.cli.evaluate.cases.Case;
import dev.lockstep.cli.evaluate.cases.CaseList;
import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Evidence;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentChange;
import dev.lockstep.core.analysis.incident.IncidentState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private static final long SECOND = 1_000_000_000L;
    private static final FindingKind LATE = FindingKind.STRAGGLER_GPU;

    private final Case run = CaseList.named("late-rank/100/2x8-t4-p1-e1/3").orElseThrow();
    private final Judge judge = new Judge(run);
    private final int culprit =
            Integer.parseInt(run.expected().getFirst().culprit().toString().replace("rank ", ""));
    private final int other = culprit == 0 ? 1 : 0;

    @Test
    void countsFromTheOnset() {
        look(20, incident("a", LATE, IncidentState.SUSPECT, culprit));
        look(23, incident("a", LATE, IncidentState.OPEN, culprit));
        Verdict verdict = verdict();

        assertThat(verdict.isRight()).isTrue();
        assertThat(verdict.named().getFirst().nanos()).isEqualTo(11 * SECOND);
        assertThat(verdict.named().getFirst().suspectNanos()).isEqualTo(8 * SECOND);
    }

    @Test
    void wantsTheRightEntity() {
        look(20, incident("a", LATE, IncidentState.OPEN, other));

        assertThat(verdict().missed()).hasSize(1);
        assertThat(verdict().wrong()).hasSize(1);
    }

    @Test
    void wantsTheRightKind() {
        look(20, incident("a", FindingKind.STRAGGLER_HOST, IncidentState.OPEN, culprit));

        assertThat(verdict().missed()).hasSize(1);
        assertThat(verdict().wrong()).hasSize(1);
    }

    @Test
    void wantsNobodyNamedBeside() {
        look(20, incident("a", LATE, IncidentState.OPEN, culprit, other));

        assertThat(verdict().isRight()).isFalse();
    }

    @Test
    void countsTheLastWordOfAnIncident() {
        look(20, incident("a", LATE, IncidentState.OPEN, culprit, other));
        look(25, incident("a", LATE, IncidentState.OPEN, culprit));

        assertThat(verdict().isRight()).isTrue();
        assertThat(verdict().named().getFirst().nanos()).isEqualTo(13 * SECOND);
    }

    @Test
    void callsASecondIncidentAboutTheSameOneTooMany() {
        look(20, incident("a", LATE, IncidentState.OPEN, culprit));
        look(21, incident("b", LATE, IncidentState.OPEN, culprit));

        assertThat(verdict().missed()).isEmpty();
        assertThat(verdict().wrong()).hasSize(1);
    }

    @Test
    void letsSuspicionsBe() {
        look(20, incident("a", FindingKind.HANG_UNKNOWN, IncidentState.SUSPECT, other));

        assertThat(verdict().wrong()).isEmpty();
    }

    private void look(int second, Incident incident) {
        judge.look(second * SECOND, List.of(new IncidentChange(incident, IncidentChange.What.UPDATED)));
    }

    private Verdict verdict() {
        return judge.verdict(expectation -> OptionalLong.of(12 * SECOND));
    }

    private static Incident incident(String id, FindingKind kind, IncidentState state, int... ranks) {
        List<Entity> culprits = IntStream.of(ranks)
                .mapToObj(rank -> Entity.ofRank(rank, Optional.of("sim-node-0"), Optional.empty()))
                .toList();
        Evidence evidence = new Evidence("", "", OptionalLong.empty(), 0, 1, Map.of(), List.of());
        return new Incident(
                id,
                kind,
                new JobKey("job", "life"),
                Severity.P1,
                culprits,
                state,
                0,
                0,
                OptionalLong.empty(),
                evidence,
                1,
                1,
                "",
                "",
                "");
    }
}
