// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.reader.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.reader.InputFile;
import dev.lockstep.agent.reader.all.Scan;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.cause.Conclusion;
import dev.lockstep.core.analysis.cause.Diagnosis;
import dev.lockstep.core.analysis.cause.all.Diagnoser;
import dev.lockstep.core.analysis.clue.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncidentReaderTest {
    private static Diagnosis diagnosis(String text) throws IOException {
        return Diagnoser.diagnose(Scan.read(InputFile.of("incidents.json", text.getBytes(StandardCharsets.UTF_8))));
    }

    private static String incident(String kind, String severity, String state, String more) {
        return """
            {"id":"00c0ffee00c0ffee","kind":"%s","severity":"%s","state":"%s",
            "title":"rank 5 never entered AllReduce 77","next_step":"py-spy dump of rank 5","job_id":"1234",
            "incarnation":"1","start":"2026-11-30T12:00:00Z","updated":"2026-11-30T12:01:00Z","confidence":0.92,
            "magnitude":7,"unit":"ranks","culprits":[{"node":"node-0","rank":5,"gpu":{"index":5}}],
            "evidence":{"comm":"0000000000000abc","collective":"AllReduce","sequence":77,"instances":1,
            "coverage":1,"seconds_by_rank":{},"facts":["rank 5 never entered"]}%s}
            """.formatted(kind, severity, state, more);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "{\"total\":1,\"incidents\":[%s]}", "{\"what\":\"opened\",\"incident\":%s}"})
    void takesAnIncidentAtItsWordInEachOfItsForms(String form) throws IOException {
        Conclusion verdict = diagnosis(form.formatted(incident("hang_not_entered", "p0", "open", "")))
                .conclusions()
                .getFirst();

        assertThat(verdict.signal()).isEqualTo(Signal.HANG_RANK_NOT_ENTERED);
        assertThat(verdict.severity()).isEqualTo(Severity.P0);
        assertThat(verdict.culprits().getFirst().rank()).hasValue(5);
        assertThat(verdict.confidence()).isEqualTo(0.92);
        assertThat(verdict.fact("seq")).isEqualTo("77");
        assertThat(verdict.nextSteps()).contains("py-spy dump of rank 5");
    }

    @Test
    void countsThoseWhoWaitAsWitnesses() throws IOException {
        Conclusion verdict = diagnosis(incident("hang_all_entered", "p0", "open", ""))
                .conclusions()
                .getFirst();

        assertThat(verdict.culprits()).isEmpty();
        assertThat(verdict.witnesses()).hasSize(1);
    }

    @Test
    void makesARemarkOfASuspicionAndOfWhatAPersonCalledFalse() throws IOException {
        String judged = ",\"judgement\":{\"verdict\":\"false\",\"by\":\"me\"}";

        assertThat(diagnosis(incident("straggler_gpu", "p1", "suspect", "")).severity())
                .isEqualTo(Severity.INFO);
        assertThat(diagnosis(incident("straggler_gpu", "p1", "open", judged)).severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void seesNothingWrongInAPageWithoutIncidents() throws IOException {
        Diagnosis diagnosis = diagnosis("{\"total\":0,\"incidents\":[]}");

        assertThat(diagnosis.severity()).isEqualTo(Severity.INFO);
        assertThat(diagnosis.unseen()).isEmpty();
    }

    @Test
    void leavesOutWhatIsNoIncident() throws IOException {
        Diagnosis diagnosis = diagnosis(incident("no_such_kind", "p0", "open", ""));

        assertThat(diagnosis.severity()).isEqualTo(Severity.INFO);
    }
}
