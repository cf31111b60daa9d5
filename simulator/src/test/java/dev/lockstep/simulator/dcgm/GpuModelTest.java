// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.simulator.dcgm.Activity.Traffic;
import dev.lockstep.simulator.timeline.Examples;
import org.junit.jupiter.api.Test;

class GpuModelTest {
    private static final Activity COMPUTING = activity(0.9, 0.1, 0);
    private static final Activity WAITING = activity(0.3, 0.1, 0.6);

    private final GpuModel model = new GpuModel(Examples.named("healthy").workload());

    @Test
    void drawsMuchMoreWhileItComputesThanWhileItWaits() {
        double computing = model.after(COMPUTING, 1).powerWatts();
        double waiting = model.after(WAITING, 1).powerWatts();

        assertThat(computing).isBetween(500.0, 700.0);
        assertThat(waiting).isLessThan(0.6 * computing);
    }

    @Test
    void getsWarmSlowlyAndStaysBelowItsLimit() {
        double before = model.after(Activity.IDLE, 0).temperature();
        double soon = model.after(COMPUTING, 1).temperature();
        double later = soon;
        for (int second = 0; second < 300; second++) {
            double next = model.after(COMPUTING, 1).temperature();
            assertThat(next).isGreaterThanOrEqualTo(later);
            later = next;
        }

        assertThat(soon - before).isBetween(0.1, 3.0);
        assertThat(later).isBetween(soon + 10, 85.0);
    }

    @Test
    void readsFullUtilisationWhetherItWorksOrWaits() {
        assertThat(DcgmField.DCGM_FI_DEV_GPU_UTIL.of(model.after(WAITING, 1))).isEqualTo(100);
        assertThat(DcgmField.DCGM_FI_PROF_PIPE_TENSOR_ACTIVE.of(model.after(WAITING, 1)))
                .isLessThan(DcgmField.DCGM_FI_PROF_PIPE_TENSOR_ACTIVE.of(model.after(COMPUTING, 1)));
    }

    @Test
    void runsAtALowerClockIfItComputesSlowerAndWithAlmostNoneIfIdle() {
        Activity slow = new Activity(0.9, 0.1, 0, 2, Traffic.NONE, Traffic.NONE);

        assertThat(DcgmField.DCGM_FI_DEV_SM_CLOCK.of(model.after(COMPUTING, 1))).isEqualTo(1980);
        assertThat(DcgmField.DCGM_FI_DEV_SM_CLOCK.of(model.after(slow, 1))).isEqualTo(990);
        assertThat(DcgmField.DCGM_FI_DEV_SM_CLOCK.of(model.after(Activity.IDLE, 1)))
                .isEqualTo(345);
    }

    private static Activity activity(double computing, double transferring, double waiting) {
        return new Activity(computing, transferring, waiting, 1, Traffic.NONE, Traffic.NONE);
    }
}
