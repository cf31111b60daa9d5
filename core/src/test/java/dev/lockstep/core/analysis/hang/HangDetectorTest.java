// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.JobSight;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.feed.ProcessLife;
import dev.lockstep.core.model.NcclFunction;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HangDetectorTest {
    private static Finding only(List<Finding> findings) {
        List<Finding> stops = stops(findings);
        assertThat(stops).hasSize(1);
        return stops.getFirst();
    }

    private static List<Finding> stops(List<Finding> findings) {
        return findings.stream().filter(finding -> finding.kind().isStop()).toList();
    }

    private static List<Integer> ranks(Finding finding) {
        return finding.culprits().stream()
                .map(culprit -> culprit.rank().orElse(-1))
                .toList();
    }

    private static boolean isSure(Finding finding) {
        return finding.confidence() >= Finding.CONFIDENCE_SUSPECT;
    }

    private static String title(Finding finding) {
        return finding.evidence().facts().getFirst();
    }

    /// Eight ranks on two nodes, tensor groups of four, data groups of two; all has run for a while.
    private static PlayedJob running() {
        PlayedJob job = new PlayedJob(8)
                .world()
                .comm("TP_0", 0, 1, 2, 3)
                .comm("TP_1", 4, 5, 6, 7)
                .comm("DP_1", 1, 5)
                .comm("DP_2", 2, 6);
        for (long step = 0; step < 20; step++) {
            for (String comm : List.of("WORLD", "TP_0", "TP_1", "DP_1", "DP_2")) {
                job.done(comm, step);
            }
            job.after(1);
        }
        return job;
    }

    @Test
    void namesTheRankThatNeverEntered() {
        PlayedJob job = running().enter("TP_1", 20, 4, 6, 7);
        assertThat(stops(job.after(28))).isEmpty();
        Finding suspicion = only(job.after(10));
        assertThat(suspicion.kind()).isEqualTo(FindingKind.HANG_NOT_ENTERED);
        assertThat(isSure(suspicion)).isFalse();
        Finding hang = only(job.after(90));
        assertThat(isSure(hang)).isTrue();
        assertThat(hang.severity()).isEqualTo(Severity.P0);
        assertThat(ranks(hang)).containsExactly(5);
        assertThat(title(hang))
                .isEqualTo("rank 5 (GPU-00000005 on node-b) holds up 3 ranks: never entered AllReduce 20 of TP_1");
        assertThat(hang.evidence().facts()).anyMatch(fact -> fact.contains("it is a hang from 120 s on"));
        assertThat(hang.nextStep()).contains("process 1005 on node-b");
    }

    @Test
    void followsVictimsOverNestedGroupsToTheRoot() {
        PlayedJob job = running()
                .enter("TP_1", 20, 4, 6, 7)
                .enter("DP_1", 20, 1)
                .enter("DP_2", 20, 2)
                .enter("TP_0", 20, 0, 3);
        Finding hang = only(job.after(125));
        assertThat(ranks(hang)).containsExactly(5);
        assertThat(hang.magnitude()).isEqualTo(7);
    }

    @Test
    void waitsLongerInAJobThatHasPausedLonger() {
        PlayedJob job = running().enter("WORLD", 20, 0, 1, 2, 3, 4, 5, 6);
        job.after(100);
        job.done("WORLD", 20).after(5);
        job.enter("WORLD", 21, 0, 1, 2, 3, 4, 5, 6);
        assertThat(isSure(only(job.after(250)))).isFalse();
        assertThat(isSure(only(job.after(60)))).isTrue();
    }

    @Test
    void namesTheOneWhoEnteredAnotherOperation() {
        PlayedJob job =
                running().enter("TP_1", 20, 4, 6, 7).enter("TP_1", NcclFunction.ALL_GATHER, 20, 1 << 20, true, 5);
        Finding hang = only(job.after(18));
        assertThat(hang.kind()).isEqualTo(FindingKind.HANG_MISMATCH);
        assertThat(ranks(hang)).containsExactly(5);
        assertThat(isSure(hang)).isTrue();
        assertThat(hang.evidence().facts()).anyMatch(fact -> fact.contains("entered AllGather of 1048576 bytes"));
    }

    @Test
    void namesTheOneWhoEnteredAnotherSize() {
        PlayedJob job =
                running().enter("TP_1", 20, 4, 6, 7).enter("TP_1", NcclFunction.ALL_REDUCE, 20, 1 << 19, true, 5);
        assertThat(ranks(only(job.after(18)))).containsExactly(5);
    }

    @Test
    void namesBothSidesWhereTwoRanksDisagree() {
        PlayedJob job = running().enter("DP_1", 20, 1).enter("DP_1", NcclFunction.ALL_REDUCE, 20, 1 << 19, true, 5);
        assertThat(ranks(only(job.after(18)))).containsExactly(1, 5);
    }

    @Test
    void namesTheGpuThatDoesNotStart() {
        PlayedJob job =
                running().enter("TP_1", 20, 4, 6, 7).enter("TP_1", NcclFunction.ALL_REDUCE, 20, 1 << 20, false, 5);
        Finding hang = only(job.after(125));
        assertThat(hang.kind()).isEqualTo(FindingKind.HANG_NOT_STARTED);
        assertThat(ranks(hang)).containsExactly(5);
    }

    @Test
    void saysThatAllEnteredAndNamesNobody() {
        PlayedJob job = running().enter("TP_1", 20, 4, 5, 6, 7).enter("DP_1", 20, 1);
        Finding hang = only(job.after(125));
        assertThat(hang.kind()).isEqualTo(FindingKind.HANG_ALL_ENTERED);
        assertThat(hang.culprits()).isEmpty();
        assertThat(title(hang)).isEqualTo("all 4 ranks entered AllReduce 20 of TP_1 and nothing moves");
    }

    @Test
    void saysWhenStartsAreUnknown() {
        PlayedJob job = running().withoutStarts().enter("TP_1", 20, 4, 5, 6, 7);
        Finding hang = only(job.after(140));
        assertThat(hang.kind()).isEqualTo(FindingKind.HANG_ALL_ENTERED);
        assertThat(hang.evidence().facts()).anyMatch(fact -> fact.startsWith("start unknown"));
    }

    @Test
    void namesTheProcessThatIsGoneWhileOthersWait() {
        PlayedJob job = running().enter("WORLD", 20, 0, 1, 2, 3, 4, 6, 7).become(ProcessLife.GONE, 5);
        assertThat(stops(job.after(28))).isEmpty();
        Finding hang = only(job.after(6));
        assertThat(hang.kind()).isEqualTo(FindingKind.PROCESS_GONE);
        assertThat(isSure(hang)).isTrue();
        assertThat(ranks(hang)).containsExactly(5);
    }

    @Test
    void namesAllRanksOfANodeWhoseProcessesAreGone() {
        PlayedJob job = running().enter("WORLD", 20, 0, 1, 2, 3).become(ProcessLife.GONE, 4, 5, 6, 7);
        assertThat(ranks(only(job.after(40)))).containsExactly(4, 5, 6, 7);
    }

    @Test
    void namesANodeThatFellSilentWhenTheOthersStopped() {
        PlayedJob job = running().enter("WORLD", 20, 0, 1, 2, 3).silence(1);
        Finding hang = only(job.after(125));
        assertThat(hang.kind()).isEqualTo(FindingKind.PROCESS_GONE);
        assertThat(ranks(hang)).containsExactly(4, 5, 6, 7);
        assertThat(hang.evidence().facts()).anyMatch(fact -> fact.startsWith("nothing is heard of node-b"));
    }

    @Test
    void namesNobodyWhomItHadLostSightOfBefore() {
        PlayedJob job = running().silence(1);
        for (long step = 20; step < 120; step++) {
            job.done("TP_0", step).after(1);
        }
        job.enter("WORLD", 20, 0, 1, 2, 3);
        List<Finding> findings = job.after(330);
        Finding hang = only(findings);
        assertThat(hang.kind()).isEqualTo(FindingKind.HANG_UNKNOWN);
        assertThat(hang.culprits()).isEmpty();
        assertThat(findings).anyMatch(finding -> finding.kind() == FindingKind.LOSS_OF_SIGHT);
    }

    @Test
    void namesTheRankThatDoesNotMakeACommunicator() {
        PlayedJob job = new PlayedJob(8).world().unmade("WORLD", 6);
        Finding hang = only(job.after(125));
        assertThat(hang.kind()).isEqualTo(FindingKind.HANG_SETUP);
        assertThat(ranks(hang)).containsExactly(6);
        assertThat(isSure(hang)).isTrue();
    }

    @Test
    void namesTheRankThatFreedACommunicatorWhichOthersUse() {
        PlayedJob job = running().enter("TP_1", 20, 4, 6, 7).free("TP_1", 5);
        Finding hang = only(job.after(125));
        assertThat(hang.kind()).isEqualTo(FindingKind.HANG_SETUP);
        assertThat(ranks(hang)).containsExactly(5);
    }

    @Test
    void followsReceiversToTheStageThatDoesNotSend() {
        PlayedJob job = new PlayedJob(4).comm("PP_0", 0, 1, 2, 3).done("PP_0", 9);
        job.after(5);
        job.peer("PP_0", NcclFunction.RECV, 10, 3, 2)
                .peer("PP_0", NcclFunction.RECV, 10, 2, 1)
                .peer("PP_0", NcclFunction.SEND, 10, 0, 1);
        Finding hang = only(job.after(125));
        assertThat(hang.kind()).isEqualTo(FindingKind.HANG_NOT_ENTERED);
        assertThat(ranks(hang)).containsExactly(1);
    }

    @Test
    void staysSilentWhileTheCulpritMoves() {
        PlayedJob job = running().enter("WORLD", 20, 4, 5, 6, 7);
        for (long step = 20; step < 220; step++) {
            assertThat(stops(job.done("TP_0", step).after(1)))
                    .as("second %d", step)
                    .isEmpty();
        }
    }

    @Test
    void staysSilentWhenNothingIsInFlight() {
        assertThat(stops(running().after(900))).isEmpty();
    }

    @Test
    void staysSilentWhenAllAreGoneWithinHalfAMinute() {
        PlayedJob job = running().enter("WORLD", 20, 0, 1, 2, 3, 4, 5);
        for (int rank = 0; rank < 8; rank++) {
            job.become(ProcessLife.GONE, rank);
            assertThat(stops(job.after(3))).isEmpty();
        }
        assertThat(stops(job.after(300))).isEmpty();
    }

    @Test
    void staysSilentWhenAnAgentIsAwayForAWhile() {
        PlayedJob job = running().silence(1);
        for (long step = 20; step < 60; step++) {
            job.done("TP_0", step);
            assertThat(job.after(1)).isEmpty();
        }
        assertThat(job.hear(1).after(20)).isEmpty();
    }

    @Test
    void losesSightOfANodeWithoutAgent() {
        PlayedJob job = running().silence(1);
        for (long step = 20; step < 100; step++) {
            job.done("TP_0", step).after(1);
        }
        List<Finding> findings = job.after(1);
        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().kind()).isEqualTo(FindingKind.LOSS_OF_SIGHT);
        assertThat(findings.getFirst().severity()).isEqualTo(Severity.P2);
        assertThat(findings.getFirst().culprits().getFirst().node()).hasValue("node-b");
        assertThat(job.brain().sights(job.nanos())).containsValue(JobSight.BLIND);
    }

    @Test
    void tellsHowAJobIsSeen() {
        PlayedJob job = running();
        assertThat(job.brain().sights(job.nanos())).containsValue(JobSight.MOVING);
        job.after(30);
        assertThat(job.brain().sights(job.nanos())).containsValue(JobSight.STANDING);
        job.become(ProcessLife.ENDED, 0, 1, 2, 3, 4, 5, 6, 7).after(1);
        assertThat(job.brain().sights(job.nanos())).containsValue(JobSight.ENDED);
    }

    @Test
    void neverThrowsWhateverItIsTold() {
        for (long seed = 0; seed < 12; seed++) {
            Random random = new Random(seed);
            PlayedJob job = running();
            for (int second = 0; second < 150; second++) {
                disturb(job, random);
                List<Finding> findings = job.after(1 + random.nextInt(3));
                assertThat(findings).as("seed %d", seed).hasSizeLessThan(64);
            }
        }
    }

    private static void disturb(PlayedJob job, Random random) {
        String comm = List.of("WORLD", "TP_0", "TP_1", "DP_1", "DP_2").get(random.nextInt(5));
        int rank = random.nextInt(8);
        long ordinal = random.nextInt(40);
        switch (random.nextInt(40)) {
            case 0 -> job.done(comm, ordinal);
            case 1, 2 -> job.enter(comm, ordinal, rank);
            case 3 -> job.enter(comm, NcclFunction.ALL_GATHER, ordinal, 8, random.nextBoolean(), rank);
            case 4 -> job.peer(comm, NcclFunction.SEND, ordinal, rank, random.nextInt(9));
            case 5 -> job.become(ProcessLife.GONE, rank);
            case 6 -> job.silence(random.nextInt(2));
            case 7 -> job.hear(random.nextInt(2));
            case 8 -> job.free(comm, rank);
            case 9 -> job.unmade(comm, rank);
            default -> job.peer(comm, NcclFunction.RECV, ordinal, rank, rank);
        }
    }
}
