// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.job.PlayedJob;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LinkDetectorTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long SEED = 11;

    @Test
    void namesTheRanksOfTheOneSlowDataGroup() {
        List<Finding> findings = play(job().transferring((group, step) -> group == 1 && step > 200 ? 1.4 : 1));

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.SLOW_LINK);
            assertThat(finding.confidence()).isBetween(Finding.CONFIDENCE_SUSPECT, 0.9);
            assertThat(finding.evidence().facts()).anyMatch(fact -> fact.contains("which of the 4 named"));
            assertThat(finding.culprits())
                    .extracting(culprit -> culprit.rank().orElseThrow())
                    .containsExactlyInAnyOrder(1, 5, 9, 13);
            assertThat(finding.magnitude()).isBetween(1.3, 1.5);
        });
    }

    @Test
    void seesASlowPathThatWasSlowFromTheStart() {
        List<Finding> findings = play(job().transferring((group, step) -> group == 2 ? 1.5 : 1));

        assertThat(findings)
                .singleElement()
                .satisfies(finding -> assertThat(finding.culprits())
                        .extracting(culprit -> culprit.rank().orElseThrow())
                        .containsExactlyInAnyOrder(2, 6, 10, 14));
    }

    @Test
    void namesNobodyIfEverybodyIsSlow() {
        assertThat(play(job().transferring((group, step) -> step > 200 ? 2 : 1)))
                .isEmpty();
    }

    @Test
    void namesNoLinkIfARankIsLate() {
        assertThat(play(job().computing((rank, step) -> rank == 5 ? 1.5 : 1)))
                .extracting(Finding::kind)
                .containsOnly(FindingKind.STRAGGLER_GPU);
    }

    private static PlayedJob job() {
        return new PlayedJob(16, 8, 4, 10_000_000, true, SEED);
    }

    private static List<Finding> play(PlayedJob job) {
        Brain brain = new Brain(BrainSettings.defaults());
        Map<String, Finding> found = new TreeMap<>();
        for (int second = 1; second <= 20; second++) {
            long now = second * SECOND;
            job.until(second).forEach(feed -> brain.accept(feed, now));
            brain.examine(now).forEach(finding -> found.put(finding.kind() + " " + finding.culprits(), finding));
        }
        return List.copyOf(found.values());
    }
}
