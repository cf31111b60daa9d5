// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.drift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.analysis.Finding;
import dev.lockstep.core.analysis.FindingKind;
import dev.lockstep.core.analysis.Severity;
import dev.lockstep.core.analysis.brain.Brain;
import dev.lockstep.core.analysis.brain.BrainSettings;
import dev.lockstep.core.analysis.job.PlayedJob;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Eight ranks in data groups of two, a step of about 0.3 s.
class DriftDetectorTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int STEPS_PER_MINUTE = 195;
    private static final long SEED = 7;

    @Test
    void saysNothingInAJobThatStaysAsItIs() {
        assertThat(play(job(), 900)).isEmpty();
    }

    @Test
    void noticesThatTransfersTakeLongerForAll() {
        PlayedJob job = job().transferring((group, step) -> step > 5 * STEPS_PER_MINUTE ? 1.3 : 1);

        assertThat(play(job, 480)).isNotEmpty().allSatisfy(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.DRIFT);
            assertThat(finding.severity()).isEqualTo(Severity.P2);
            assertThat(finding.culprits()).isEmpty();
            assertThat(finding.magnitude()).isBetween(1.1, 1.35);
            assertThat(finding.onsetWallNanos() / 1e9).isBetween(285.0, 325.0);
        });
    }

    @Test
    void noticesThatTransfersTakeLongerLittleByLittle() {
        PlayedJob job = job().transferring((group, step) -> 1 + Math.max(0, step - 4 * STEPS_PER_MINUTE) * 2e-4);

        assertThat(play(job, 900)).isNotEmpty();
    }

    @Test
    void saysNothingOfTwentySlowSeconds() {
        int from = 6 * STEPS_PER_MINUTE;
        PlayedJob job = job().transferring((group, step) -> step > from && step < from + STEPS_PER_MINUTE / 3 ? 3 : 1);

        assertThat(play(job, 600)).isEmpty();
    }

    @Test
    void takesBackWhatIsOver() {
        PlayedJob job = job().transferring(
                        (group, step) -> step > 5 * STEPS_PER_MINUTE && step < 8 * STEPS_PER_MINUTE ? 1.5 : 1);

        List<Finding> found = play(job, 600);

        assertThat(found).isNotEmpty();
        assertThat(found.size()).isLessThan(260);
    }

    private static PlayedJob job() {
        return new PlayedJob(8, 4, 4, 100_000_000, true, SEED);
    }

    /// What was found at each second.
    private static List<Finding> play(PlayedJob job, int seconds) {
        Brain brain = new Brain(BrainSettings.defaults(), settings -> List.of(new DriftDetector()));
        List<Finding> found = new ArrayList<>();
        for (int second = 1; second <= seconds; second++) {
            long now = second * SECOND;
            job.until(second).forEach(feed -> brain.accept(feed, now));
            found.addAll(brain.examine(now));
        }
        return found;
    }
}
