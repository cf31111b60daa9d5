// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Entity;
import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.job.Figures;
import dev.lockstep.core.analysis.job.PlayedJob;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Sixteen ranks on two nodes, tensor groups of four, a step of about 35 ms.
class StragglerDetectorTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long COMPUTE = 10_000_000;
    private static final long SEED = 7;

    @Test
    void findsNobodyInAHealthyJob() {
        assertThat(play(job(), 20)).isEmpty();
    }

    @Test
    void namesTheSlowGpuAndNoneOfItsVictims() {
        List<Finding> findings = play(job().computing((rank, step) -> rank == 5 && step > 100 ? 1.2 : 1), 14);

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.STRAGGLER_GPU);
            assertThat(finding.culprits().getFirst().rank()).hasValue(5);
            assertThat(finding.severity()).isEqualTo(Severity.P1);
            assertThat(finding.magnitude()).isBetween(0.15, 0.25);
            assertThat(finding.confidence()).isGreaterThan(Finding.CONFIDENCE_SUSPECT);
        });
    }

    @Test
    void namesTheHostThatHandsOperationsOverLate() {
        List<Finding> findings = play(job().hostsLate((rank, step) -> rank == 9 ? 0.3 * COMPUTE * 3 : 0), 12);

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.STRAGGLER_HOST);
            assertThat(finding.culprits().getFirst().rank()).hasValue(9);
        });
    }

    @Test
    void namesTheNodeIfAllOfItsGpusAreSlow() {
        List<Finding> findings = play(job().computing((rank, step) -> rank >= 8 ? 1.3 : 1), 12);

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.SLOW_NODE);
            assertThat(finding.culprits()).containsExactly(Entity.ofNode("node-1"));
        });
    }

    @Test
    void namesTwoAtOnce() {
        List<Finding> findings = play(job().computing((rank, step) -> rank == 2 ? 1.25 : rank == 13 ? 1.5 : 1), 12);

        assertThat(findings)
                .extracting(finding -> finding.culprits().getFirst().rank().orElseThrow())
                .containsExactlyInAnyOrder(2, 13);
    }

    @Test
    void callsItTheWorkloadIfAllRanksOfOnePartAreLate() {
        List<Finding> findings = play(job().computing((rank, step) -> rank % 4 == 1 ? 1.4 : 1), 12);

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.IMBALANCE);
            assertThat(finding.severity()).isEqualTo(Severity.P2);
        });
    }

    @Test
    void callsItTheWorkloadIfTheExpertOfAWholeNodeHasMoreToDo() {
        PlayedJob job = new PlayedJob(32, 8, 8, COMPUTE, true, SEED)
                .computing((rank, step) -> rank / 8 == 3 ? 1.2 : 1)
                .exchanging((rank, step) -> rank / 8 == 3 ? 1.1e6 : 1e6);

        assertThat(play(job, 12)).extracting(Finding::kind).containsOnly(FindingKind.IMBALANCE);
    }

    @Test
    void blamesTheNodeIfItsExpertHasAsMuchToDoAsTheOthers() {
        PlayedJob job = new PlayedJob(32, 8, 8, COMPUTE, true, SEED)
                .computing((rank, step) -> rank / 8 == 3 ? 1.2 : 1)
                .exchanging((rank, step) -> 1e6);

        assertThat(play(job, 12)).extracting(Finding::kind).containsOnly(FindingKind.SLOW_NODE);
    }

    @Test
    void namesNoneOfTheRanksOfASlowNodeByItselfInASample() {
        PlayedJob job = new PlayedJob(24, 8, 4, 100_000_000, true, SEED)
                .sampled(2)
                .computing((rank, step) -> rank >= 16 && step > 40 ? 2 : 1);

        assertThat(play(job, 40)).extracting(Finding::kind).containsOnly(FindingKind.SLOW_NODE);
    }

    @Test
    void findsNobodyIfLatenessMoves() {
        SplittableRandom chance = new SplittableRandom(SEED);
        int[] late = chance.ints(100_000, 0, 16).toArray();

        assertThat(play(job().computing((rank, step) -> late[step] == rank ? 2 : 1), 20))
                .isEmpty();
    }

    @Test
    void findsNobodyIfOneRankPausesNowAndThen() {
        assertThat(play(job().hostsLate((rank, step) -> rank == 0 && step % 40 == 0 ? 2e9 : 0), 40))
                .isEmpty();
    }

    @Test
    void saysNothingOfAFewPercent() {
        assertThat(play(job().computing((rank, step) -> rank == 5 ? 1.04 : 1), 12))
                .isEmpty();
    }

    @Test
    void namesTheSlowGpuThoughOneOperationOfEightIsTold() {
        List<Finding> findings =
                play(job().sampled(3).computing((rank, step) -> rank == 5 && step > 150 ? 1.3 : 1), 18);

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.STRAGGLER_GPU);
            assertThat(finding.culprits().getFirst().rank()).hasValue(5);
            assertThat(finding.magnitude()).isBetween(0.2, 0.4);
        });
    }

    @Test
    void namesTheLateHostThoughOneOperationOfFourIsTold() {
        PlayedJob job = job().sampled(2).hostsLate((rank, step) -> rank == 9 && step > 150 ? 0.3 * COMPUTE * 3 : 0);

        assertThat(play(job, 18)).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.STRAGGLER_HOST);
            assertThat(finding.culprits().getFirst().rank()).hasValue(9);
        });
    }

    @Test
    void findsNobodyInASampleIfLatenessMoves() {
        SplittableRandom chance = new SplittableRandom(SEED);
        int[] late = chance.ints(100_000, 0, 16).toArray();

        assertThat(play(job().sampled(2).computing((rank, step) -> late[step / 20] == rank ? 2 : 1), 30))
                .isEmpty();
    }

    @Test
    void takesMoreToBeSureWhereOthersAreLateNowAndThen() {
        SplittableRandom chance = new SplittableRandom(SEED);
        boolean[] isLate = new boolean[1 << 20];
        for (int i = 0; i < isLate.length; i++) {
            isLate[i] = chance.nextInt(4) == 0;
        }

        // Every rank in one of four stretches of a second: several in a row happen to somebody all the time.
        assertThat(play(job().computing((rank, step) -> isLate[step / 25 * 16 + rank] ? 1.5 : 1), 60))
                .isEmpty();
    }

    @Test
    void chargesNoSecondTwiceWhereSamplingBeginsAndEnds() {
        PlayedJob job = job().sampled(2).computing((rank, step) -> rank == 5 ? 1.5 : 1);
        Brain brain = new Brain(BrainSettings.defaults());
        for (int second = 1; second <= 60; second++) {
            long now = second * SECOND;
            job.sampled(second / 15 % 2 == 0 ? 2 : 0);
            job.until(second).forEach(feed -> brain.accept(feed, now));
            brain.examine(now);
        }

        // Of each step of about 47 ms, fifteen GPUs wait for 15 ms.
        double all = 60 * 15 * 15 / 47.0;
        double lost = brain.view().jobs().getFirst().figures().ranks().stream()
                .mapToDouble(Figures.RankTime::lostGpuSeconds)
                .sum();
        assertThat(lost).isBetween(0.6 * all, 1.02 * all);
    }

    @Test
    void namesTheSlowGpuByDurationsAlone() {
        PlayedJob job = new PlayedJob(16, 8, 4, COMPUTE, false, SEED).computing((rank, step) -> rank == 5 ? 1.5 : 1);

        List<Finding> findings = play(job, 14);

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.STRAGGLER_GPU);
            assertThat(finding.culprits().getFirst().rank()).hasValue(5);
        });
    }

    private static PlayedJob job() {
        return new PlayedJob(16, 8, 4, COMPUTE, true, SEED);
    }

    /// All that was found at any second.
    private static List<Finding> play(PlayedJob job, int seconds) {
        Brain brain = new Brain(BrainSettings.defaults());
        java.util.Map<String, Finding> found = new java.util.TreeMap<>();
        for (int second = 1; second <= seconds; second++) {
            long now = second * SECOND;
            job.until(second).forEach(feed -> brain.accept(feed, now));
            brain.examine(now).forEach(finding -> found.put(finding.kind() + " " + finding.culprits(), finding));
        }
        return List.copyOf(found.values());
    }
}
