// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import static dev.lockstep.agent.SampleNode.COMM;
import static dev.lockstep.agent.SampleNode.communicator;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.phases;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.withPhases;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.agent.snapshot.SourceState;
import org.junit.jupiter.api.Test;

class PhaseFamiliesTest {
    @Test
    void servesThePhasesOfSymmetricKernels() {
        Scrape scrape = Scrape.of(Scrape.source(
                "shared_memory",
                new SourceState.Fresh(),
                process(1, withPhases(living(communicator(COMM, 0, 3)), phases(7)))));

        assertThat(scrape.value("nccl_kernel_phase_seconds_total", "phase", "initial_sync", "algo", "ST"))
                .isEqualTo(7.0);
        assertThat(scrape.value("nccl_kernel_phase_seconds_total", "phase", "compute", "collective", "AllGather"))
                .isEqualTo(2.0);
        assertThat(scrape.value("nccl_kernel_phases_total", "phase", "final_sync"))
                .isEqualTo(12.0);
    }

    @Test
    void servesNoneOfACommunicatorThatHasNone() {
        Scrape scrape = Scrape.of(
                Scrape.source("shared_memory", new SourceState.Fresh(), process(1, living(communicator(COMM, 0, 3)))));

        assertThat(scrape.families()).doesNotContainKeys("nccl_kernel_phase_seconds", "nccl_kernel_phases");
    }
}
