// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.incident.Incident;
import dev.lockstep.core.analysis.incident.IncidentSettings;
import dev.lockstep.core.analysis.incident.Incidents;
import dev.lockstep.core.feed.HardwareFact;
import dev.lockstep.core.feed.HardwareFact.Kind;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// Logs tell of an error that no process survives, and the job stands still.
class ToldStopsTest {
    private static final HardwareFact DRIVER = new HardwareFact("gpu0", OptionalInt.of(0), Kind.DRIVER, 1, "580.1");

    private final Incidents incidents = new Incidents(IncidentSettings.defaults());

    private static HardwareFact error(String text, long count) {
        return new HardwareFact(HardwareFact.JOB + "4711", OptionalInt.empty(), Kind.JOB_ERROR, count, text);
    }

    /// Eight ranks on two nodes that have run for a while.
    private static PlayedJob running() {
        PlayedJob job = new PlayedJob(8).world().tell(0, DRIVER).tell(1, DRIVER);
        for (long step = 0; step < 20; step++) {
            job.done("WORLD", step).after(1);
        }
        return job;
    }

    private static List<Finding> stops(List<Finding> findings) {
        return findings.stream().filter(finding -> finding.kind().isStop()).toList();
    }

    private List<Incident> lookAfter(PlayedJob job, int seconds) {
        for (int second = 0; second < seconds; second++) {
            incidents.update(job.after(1), job.nanos(), job.nanos());
        }
        return incidents.all();
    }

    @Test
    void namesTheNodeThatToldOfALostGpu() {
        PlayedJob job = running()
                .enter("WORLD", 20, 0, 1, 2, 3, 4, 5, 6, 7)
                .tell(1, DRIVER, error("gpu.fallen_off_bus gpu", 1));

        assertThat(stops(job.after(14))).isEmpty();
        List<Finding> stops = stops(job.after(3));

        assertThat(stops).singleElement().satisfies(stop -> {
            assertThat(stop.culprits()).containsExactly(Entity.ofNode("node-b"));
            assertThat(stop.confidence()).isGreaterThanOrEqualTo(Finding.CONFIDENCE_SUSPECT);
            assertThat(stop.evidence().facts().getFirst())
                    .isEqualTo("node-b stopped the job: a log or RAS on node-b told of gpu.fallen_off_bus gpu");
        });
    }

    @Test
    void makesOneIncidentWithTheHang() {
        PlayedJob job = running().enter("WORLD", 20, 0, 1, 2, 3, 4, 5, 6, 7).tell(1, DRIVER, error("gpu.xid gpu", 1));

        assertThat(lookAfter(job, 200))
                .singleElement()
                .satisfies(incident -> assertThat(incident.culprits()).containsExactly(Entity.ofNode("node-b")));
    }

    @Test
    void givesItsNameToAHangThatWasFoundBefore() {
        PlayedJob job = running().enter("WORLD", 20, 0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(lookAfter(job, 180))
                .singleElement()
                .satisfies(incident -> assertThat(incident.kind()).isEqualTo(FindingKind.HANG_ALL_ENTERED));

        job.tell(0, DRIVER, error("net.completion_error retry_exc_err", 1));

        assertThat(lookAfter(job, 60))
                .singleElement()
                .satisfies(incident -> assertThat(incident.culprits()).containsExactly(Entity.ofNode("node-a")));
    }

    @Test
    void leavesTheRankThatNeverEnteredAndIsSurerOfIt() {
        PlayedJob job =
                running().enter("WORLD", 20, 0, 1, 2, 3, 4, 6, 7).tell(1, DRIVER, error("resource.oom resource", 1));

        assertThat(stops(job.after(40))).singleElement().satisfies(stop -> {
            assertThat(stop.kind()).isEqualTo(FindingKind.HANG_NOT_ENTERED);
            assertThat(stop.culprits().getFirst().rank()).hasValue(5);
            assertThat(stop.confidence()).isGreaterThanOrEqualTo(Finding.CONFIDENCE_SUSPECT);
        });
    }

    @Test
    void opensNothingWhereTheJobGoesOn() {
        PlayedJob job = running().tell(1, DRIVER, error("gpu.xid gpu", 1));
        for (long step = 20; step < 70; step++) {
            assertThat(stops(job.done("WORLD", step).after(1))).isEmpty();
        }

        assertThat(stops(job.enter("WORLD", 70, 0, 1, 2, 3, 4, 5, 6, 7).after(25)))
                .isEmpty();
    }

    @Test
    void namesNobodyWhereBothNodesTold() {
        PlayedJob job = running()
                .enter("WORLD", 20, 0, 1, 2, 3, 4, 5, 6, 7)
                .tell(0, DRIVER, error("net.completion_error retry_exc_err", 1))
                .tell(1, DRIVER, error("net.completion_error retry_exc_err", 1));

        assertThat(stops(job.after(28))).isEmpty();
    }

    @Test
    void opensNothingForWhatAProcessSurvives() {
        PlayedJob job = running()
                .enter("WORLD", 20, 0, 1, 2, 3, 4, 5, 6, 7)
                .tell(1, DRIVER, error("net.port_event", 3), error("init.failure network", 1));

        assertThat(stops(job.after(28))).isEmpty();
    }
}
