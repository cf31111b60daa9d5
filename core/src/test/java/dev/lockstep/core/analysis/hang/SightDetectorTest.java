// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class SightDetectorTest {
    private static final int SECONDS = 70;

    @Test
    void seesAllRanksOfProcessesThatHaveSeveral() {
        assertThat(running(new PlayedJob(8).world().sharingProcesses())).isEmpty();
    }

    @Test
    void missesRanksThatNeverShowed() {
        List<Finding> findings = running(new PlayedJob(8).world().silence(1));

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.LOSS_OF_SIGHT);
            assertThat(finding.magnitude()).isEqualTo(0.5);
            assertThat(finding.evidence().facts()).anyMatch(fact -> fact.startsWith("4 of 8 ranks never showed"));
        });
    }

    @Test
    void missesRanksThatNeverShowedInProcessesThatHaveSeveral() {
        List<Finding> findings =
                running(new PlayedJob(8).world().sharingProcesses().silence(1));

        assertThat(findings)
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.evidence().facts()).anyMatch(fact -> fact.startsWith("4 of 8 ranks")));
    }

    private static List<Finding> running(PlayedJob job) {
        List<Finding> findings = List.of();
        for (int second = 0; second < SECONDS; second++) {
            findings = job.done("WORLD", second).after(1);
        }
        return findings;
    }
}
