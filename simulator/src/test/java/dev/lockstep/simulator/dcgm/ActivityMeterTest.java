// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.dcgm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.simulator.timeline.Examples;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What GPUs do follows from what the simulator plays.
class ActivityMeterTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void doesNothingBeforeTheJobBegins() {
        assertThat(new ActivityMeter(Examples.named("healthy")).between(-SECOND, 0))
                .hasSize(16)
                .allMatch(Activity::isIdle);
    }

    @Test
    void isBusyAllTheTimeOnceTheJobRuns() {
        List<Activity> activities = meterAt("healthy", SECOND).between(SECOND, SECOND + SECOND / 2);

        assertThat(activities).allSatisfy(activity -> {
            assertThat(activity.busy()).isCloseTo(1, within(1e-9));
            assertThat(activity.computing()).isGreaterThan(0.3);
            assertThat(activity.transferring()).isPositive();
            assertThat(activity.nvlink().sent()).isPositive();
            assertThat(activity.pcie().sent()).isPositive();
        });
    }

    @Test
    void theLateRankComputesWhileTheOthersWaitForIt() {
        var scenario = Examples.named("late-rank");
        var fault = (dev.lockstep.simulator.scenario.Fault.LateRank)
                scenario.faults().getFirst();
        ActivityMeter meter = new ActivityMeter(scenario);
        meter.between(0, 4 * SECOND);

        List<Activity> activities = meter.between(4 * SECOND, 5 * SECOND);

        Activity late = activities.get(fault.rank());
        assertThat(late.slowdown()).isEqualTo(fault.factor());
        assertThat(late.waiting()).isLessThan(0.1);
        for (int rank = 0; rank < activities.size(); rank++) {
            if (rank != fault.rank()) {
                assertThat(activities.get(rank).waiting()).as("rank %d", rank).isGreaterThan(0.2);
                assertThat(activities.get(rank).computing()).isLessThan(late.computing());
                assertThat(activities.get(rank).busy()).isCloseTo(1, within(1e-9));
            }
        }
    }

    @Test
    void aRankThatIsStuckIsBusyAndComputesNothing() {
        long later = 3_600 * SECOND;
        ActivityMeter meter = meterAt("hang", later);

        assertThat(meter.between(later, later + SECOND))
                .anySatisfy(activity -> assertThat(activity.waiting()).isCloseTo(1, within(1e-9)));
    }

    @Test
    void theGpusOfAKilledNodeAreIdle() {
        long later = 3_600 * SECOND;
        List<Activity> activities = meterAt("crash", later).between(later, later + SECOND);

        assertThat(activities).anyMatch(Activity::isIdle).anyMatch(activity -> !activity.isIdle());
    }

    @Test
    void isIdleWhenTheJobIsOver() {
        long later = 3_600 * SECOND;

        assertThat(meterAt("healthy", later).between(later, later + SECOND)).allMatch(Activity::isIdle);
    }

    @Test
    void countsEveryByteOnceHoweverOftenItIsAsked() {
        double once = sent(meterAt("healthy", 0).between(0, 2 * SECOND)) * 2;
        ActivityMeter meter = meterAt("healthy", 0);
        double inParts = 0;
        for (int part = 0; part < 8; part++) {
            inParts += sent(meter.between(part * SECOND / 4, (part + 1) * SECOND / 4)) / 4;
        }

        assertThat(inParts).isCloseTo(once, within(once * 1e-6));
    }

    private static ActivityMeter meterAt(String example, long nanos) {
        ActivityMeter meter = new ActivityMeter(Examples.named(example).withSteps(40));
        meter.between(0, nanos);
        return meter;
    }

    private static double sent(List<Activity> activities) {
        return activities.stream()
                .mapToDouble(activity -> activity.nvlink().sent())
                .sum();
    }
}
