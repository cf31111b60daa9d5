// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.incident;

import static dev.lockstep.core.analysis.incident.Findings.finding;
import static dev.lockstep.core.analysis.incident.Findings.unsure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobKey;
import dev.lockstep.core.analysis.JobSight;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.incident.IncidentChange.What;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IncidentsTest {
    private static final Finding LATE = finding(FindingKind.STRAGGLER_GPU, 5);
    private static final Finding HANG = finding(FindingKind.HANG_NOT_ENTERED, 5);

    @Test
    void opensAfterASuspicionThatHolds() {
        Looks looks = new Looks().look(1, LATE);
        assertThat(looks.active()).isEmpty();
        looks.look(1, LATE);
        assertThat(looks.only().state()).isEqualTo(IncidentState.SUSPECT);
        looks.look(1, LATE);
        assertThat(looks.only().state()).isEqualTo(IncidentState.OPEN);
        assertThat(looks.told).containsExactly(What.SUSPECTED, What.OPENED);
        assertThat(looks.only().title()).isEqualTo("rank 5 (on node-b) comes late by its GPU: 25 % of a step");
    }

    @Test
    void opensAStopAtOnce() {
        Looks looks = new Looks().look(1, HANG);
        assertThat(looks.told).containsExactly(What.OPENED);
        assertThat(looks.only().severity()).isEqualTo(Severity.P0);
        assertThat(looks.only().title()).isEqualTo("somebody holds up 15 ranks");
    }

    @Test
    void showsAnUnsureStopAsSuspectUntilItIsSure() {
        Looks looks = new Looks().look(90, unsure(HANG));
        assertThat(looks.only().state()).isEqualTo(IncidentState.SUSPECT);
        looks.look(1, HANG);
        assertThat(looks.told).startsWith(What.SUSPECTED).endsWith(What.OPENED);
    }

    @Test
    void dropsASuspicionThatGoesAway() {
        Looks looks = new Looks().look(3, unsure(HANG)).look(20);
        assertThat(looks.told).containsExactly(What.SUSPECTED, What.DROPPED);
        assertThat(looks.incidents.all()).isEmpty();
    }

    @Test
    void closesOnceTheJobMovesWithoutIt() {
        Looks looks = new Looks().look(5, HANG).look(14);
        assertThat(looks.only().state()).isEqualTo(IncidentState.OPEN);
        looks.look(1);
        assertThat(looks.only().state()).isEqualTo(IncidentState.CLOSED);
        assertThat(looks.only().endWallNanos()).hasValue(Findings.WALL + 20 * Findings.SECOND);
    }

    @Test
    void staysOpenWhenTheDataStops() {
        Looks looks = new Looks().look(5, HANG).with(JobSight.BLIND).look(3_600);
        assertThat(looks.only().state()).isEqualTo(IncidentState.OPEN);
        looks.with(JobSight.MOVING).look(16);
        assertThat(looks.only().state()).isEqualTo(IncidentState.CLOSED);
    }

    @Test
    void staysOpenWhileTheJobStands() {
        Looks looks = new Looks().look(5, LATE).with(JobSight.STANDING).look(1_000);
        assertThat(looks.only().state()).isEqualTo(IncidentState.OPEN);
    }

    @Test
    void closesWhenTheJobEnds() {
        Looks looks = new Looks().look(5, LATE).with(JobSight.ENDED).look(1);
        assertThat(looks.only().state()).isEqualTo(IncidentState.CLOSED);
        assertThat(looks.only().evidence().facts()).contains("the job ended");
    }

    @Test
    void opensTheSameIncidentAgainWithItsStart() {
        Looks looks = new Looks().look(5, HANG).look(30);
        Incident before = looks.only();
        looks.look(1, HANG);
        assertThat(looks.told).containsExactly(What.OPENED, What.CLOSED, What.REOPENED);
        assertThat(looks.only().id()).isEqualTo(before.id());
        assertThat(looks.only().startWallNanos()).isEqualTo(before.startWallNanos());
        assertThat(looks.only().endWallNanos()).isEmpty();
    }

    @Test
    void flapsLessAndLess() {
        Looks looks = new Looks();
        for (int i = 0; i < 40; i++) {
            looks.look(5, HANG).look(20);
        }
        long openings =
                looks.told.stream().filter(what -> what == What.REOPENED).count();
        assertThat(openings).isEqualTo(1);
    }

    @Test
    void makesOneIncidentOfAStragglerSeenInThreeCommunicators() {
        List<Entity> rank = Findings.entities(5);
        Looks looks = new Looks()
                .look(
                        10,
                        finding(FindingKind.STRAGGLER_GPU, "a", rank),
                        finding(FindingKind.STRAGGLER_HOST, "b", rank),
                        finding(FindingKind.STRAGGLER_GPU, "c", rank));
        assertThat(looks.only().kind()).isEqualTo(FindingKind.STRAGGLER_GPU);
        assertThat(looks.only().culprits()).isEqualTo(rank);
    }

    @Test
    void keepsTwoStragglersApart() {
        Looks looks = new Looks().look(10, LATE, finding(FindingKind.STRAGGLER_HOST, 6));
        assertThat(looks.active()).hasSize(2);
    }

    @Test
    void makesOneIncidentOfASlowNodeAndItsRanks() {
        Finding node = finding(FindingKind.SLOW_NODE, "a", List.of(Entity.ofNode("node-b")));
        Finding neighbour = finding(FindingKind.STRAGGLER_GPU, 6);
        Looks looks = new Looks().look(10, LATE, neighbour).look(10, node, LATE).look(10, LATE, neighbour, node);
        assertThat(looks.active()).hasSize(1);
        assertThat(looks.active().getFirst().kind()).isEqualTo(FindingKind.SLOW_NODE);
    }

    @Test
    void keepsTheOpenIncidentOfARankUntilItsNodeIsSure() {
        Finding node = finding(FindingKind.SLOW_NODE, "a", List.of(Entity.ofNode("node-b")));
        Looks looks = new Looks().look(5, LATE).look(1, node).look(5, LATE);
        assertThat(looks.told).doesNotContain(What.CLOSED, What.REOPENED);
        looks.look(5, node);
        assertThat(looks.active()).extracting(Incident::kind).containsExactly(FindingKind.SLOW_NODE);
    }

    @Test
    void makesOneIncidentOfAHangAndTheProcessThatIsGone() {
        Looks looks = new Looks().look(3, HANG).look(5, HANG, finding(FindingKind.PROCESS_GONE, 5));
        assertThat(looks.only().kind()).isEqualTo(FindingKind.PROCESS_GONE);
        assertThat(looks.told).containsExactly(What.OPENED, What.UPDATED);
    }

    @Test
    void namesTheCulpritOfAStopThatHadNone() {
        Looks looks =
                new Looks().look(3, finding(FindingKind.HANG_UNKNOWN)).look(1, HANG, finding(FindingKind.HANG_UNKNOWN));
        assertThat(looks.only().kind()).isEqualTo(FindingKind.HANG_NOT_ENTERED);
        assertThat(looks.only().culprits()).isEqualTo(HANG.culprits());
    }

    @Test
    void takesWhatBeginsDuringAStopForItsConsequence() {
        Looks looks = new Looks().look(3, HANG).look(60, HANG, finding(FindingKind.STRAGGLER_HOST, 9));
        assertThat(looks.active()).hasSize(1);
    }

    @Test
    void keepsAnOlderStragglerThatAStopDoesNotExplain() {
        Looks looks = new Looks().look(10, finding(FindingKind.STRAGGLER_HOST, 9));
        looks.with(JobSight.STANDING).look(600, HANG);
        assertThat(looks.active()).hasSize(2);
    }

    @Test
    void takesDriftForTheConsequenceOfAStraggler() {
        Looks looks = new Looks().look(10, LATE).look(100, LATE, finding(FindingKind.DRIFT));
        assertThat(looks.active()).hasSize(1);
    }

    @Test
    void hasOneIncidentWhereHardwareExplainsWhoIsLate() {
        Finding worn = finding(FindingKind.HARDWARE_WEARING, "", List.of(Entity.ofNode("node-b")));
        Finding odd = finding(FindingKind.ODD_HARDWARE, "", List.of(Entity.ofNode("node-a")));

        Looks looks = new Looks().look(60, worn).look(10, worn, LATE).look(100, LATE, worn, odd);

        assertThat(looks.active())
                .extracting(incident -> incident.kind())
                .containsExactlyInAnyOrder(FindingKind.STRAGGLER_GPU, FindingKind.ODD_HARDWARE);
    }

    @Test
    void escalates() {
        Finding worse = finding(FindingKind.STRAGGLER_GPU, 5);
        Finding mild = new Finding(
                worse.kind(),
                worse.job(),
                worse.culprits(),
                Severity.P2,
                0.9,
                worse.onsetWallNanos(),
                0.05,
                worse.unit(),
                worse.evidence(),
                worse.nextStep());
        Looks looks = new Looks().look(40, mild).look(2, worse).look(2, mild);
        assertThat(looks.told).containsExactly(What.SUSPECTED, What.OPENED, What.ESCALATED);
        assertThat(looks.only().severity()).isEqualTo(Severity.P1);
    }

    @Test
    void changesACulpritOnlyWhenItStaysSo() {
        Finding both = finding(FindingKind.HANG_NOT_ENTERED, 5, 6);
        Looks looks = new Looks().look(3, HANG).look(2, both).look(2, HANG);
        assertThat(looks.only().culprits()).hasSize(1);
        looks.look(3, both);
        assertThat(looks.only().culprits()).hasSize(2);
    }

    @Test
    void keepsIdStartAndStateOverARestart() {
        Looks before = new Looks().look(5, HANG);
        Looks after = new Looks();
        after.incidents.restore(before.incidents.all());
        after.look(3, HANG);
        assertThat(after.told).isEmpty();
        assertThat(after.only().id()).isEqualTo(before.only().id());
        assertThat(after.only().startWallNanos()).isEqualTo(before.only().startWallNanos());
        after.look(20);
        assertThat(after.told).containsExactly(What.CLOSED);
    }

    @Test
    void closesNothingAfterARestartBeforeTheJobIsSeen() {
        Looks before = new Looks().look(5, HANG);
        Incidents after = new Incidents(IncidentSettings.defaults());
        after.restore(before.incidents.all());
        for (int second = 0; second < 600; second++) {
            assertThat(after.update(List.of(), second * Findings.SECOND, Findings.WALL))
                    .isEmpty();
        }
    }

    @Test
    void givesTheSameIdsWhateverTheOrderAndTheClock() {
        List<Finding> findings = new ArrayList<>(
                List.of(LATE, HANG, finding(FindingKind.STRAGGLER_HOST, 9), finding(FindingKind.DRIFT)));
        Set<Set<String>> ids = new HashSet<>();
        for (long seed = 0; seed < 20; seed++) {
            Collections.shuffle(findings, new Random(seed));
            Incidents incidents = new Incidents(IncidentSettings.defaults());
            for (long look = 0; look < 200; look++) {
                long nanos = look * (400_000_000L + seed * 100_000_000L);
                incidents.update(findings, nanos, Findings.WALL + seed * Findings.SECOND + nanos);
            }
            Set<String> all = new HashSet<>();
            incidents.all().forEach(incident -> all.add(incident.id()));
            ids.add(all);
        }
        assertThat(ids).hasSize(1);
    }

    @Test
    void aJobThatFloodsFillsOnlyItsOwnRoom() {
        Incidents incidents = new Incidents(IncidentSettings.defaults());
        List<Finding> flood = new ArrayList<>();
        for (int rank = 0; rank < 500; rank++) {
            flood.add(finding(FindingKind.STRAGGLER_GPU, rank));
        }
        JobKey other = new JobKey("other", "");
        flood.add(Findings.in(other, LATE));
        for (int second = 0; second < 10; second++) {
            incidents.update(flood, second * Findings.SECOND, Findings.WALL);
        }
        assertThat(incidents.all()).hasSize(IncidentSettings.JOB_INCIDENTS_MAX + 1);
        assertThat(incidents.all()).anyMatch(incident -> incident.job().equals(other));
        assertThat(incidents.refused()).isPositive();
    }

    @Test
    void staysBoundedAndNeverThrowsWhateverItIsTold() {
        IncidentSettings small = new IncidentSettings(
                IncidentSettings.defaults().stop(),
                IncidentSettings.defaults().slow(),
                IncidentSettings.defaults().notice(),
                60 * Findings.SECOND,
                100,
                16);
        for (long seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            Incidents incidents = new Incidents(small);
            long nanos = 0;
            for (int look = 0; look < 400; look++) {
                nanos += random.nextLong(3 * Findings.SECOND);
                List<Finding> findings = new ArrayList<>();
                for (int i = random.nextInt(6); i > 0; i--) {
                    FindingKind kind = any(FindingKind.values(), random);
                    Finding some = random.nextInt(5) == 0 ? finding(kind) : finding(kind, random.nextInt(64));
                    JobKey job = new JobKey("job-" + random.nextInt(20), "");
                    findings.add(Findings.in(job, random.nextBoolean() ? some : unsure(some)));
                }
                JobSight sight = any(JobSight.values(), random);
                Map<JobKey, JobSight> sights = Map.of(new JobKey("job-" + random.nextInt(20), ""), sight);
                incidents.update(findings, sights, nanos, Findings.WALL + nanos);
                assertThat(incidents.all()).as("seed %d look %d", seed, look).hasSizeLessThanOrEqualTo(100);
            }
        }
    }

    private static <T> T any(T[] values, Random random) {
        return values[random.nextInt(values.length)];
    }
}
