// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.identity;

import static dev.lockstep.shm.identity.Facts.communicator;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.shm.ShmHeader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobIdentityTest {
    private static final long HOUR = 3_600_000_000_000L;

    private static String jobOf(Map<String, String> environment) {
        return job(environment).of(List.of());
    }

    private static JobIdentity job(Map<String, String> environment) {
        ShmHeader header = Facts.header(-1, -1, environment);
        return new JobIdentity(header, new Launcher(header).launch().jobId());
    }

    @Test
    void isTheSlurmJobWithItsStep() {
        assertThat(jobOf(Map.of("SLURM_JOB_ID", "1234", "SLURM_STEP_ID", "0"))).isEqualTo("1234.0");
        assertThat(jobOf(Map.of("SLURM_JOB_ID", "1234"))).isEqualTo("1234");
    }

    @Test
    void changesWhenSlurmRequeuesTheJob() {
        assertThat(jobOf(Map.of("SLURM_JOB_ID", "1234", "SLURM_STEP_ID", "0", "SLURM_RESTART_COUNT", "2")))
                .isEqualTo("1234.0-r2");
        assertThat(jobOf(Map.of("SLURM_JOB_ID", "1234", "SLURM_RESTART_COUNT", "0")))
                .isEqualTo("1234");
    }

    @Test
    void isTheSlurmJobAlsoUnderTorchrun() {
        assertThat(jobOf(Map.of("SLURM_JOB_ID", "1234", "TORCHELASTIC_RUN_ID", "run")))
                .isEqualTo("1234");
    }

    @Test
    void isTheRunOfTorchrunWithItsRestart() {
        assertThat(jobOf(Map.of("TORCHELASTIC_RUN_ID", "run", "TORCHELASTIC_RESTART_COUNT", "1")))
                .isEqualTo("run-r1");
        assertThat(jobOf(Map.of("TORCHELASTIC_RUN_ID", "run", "POD_UID", "pod")))
                .isEqualTo("run");
    }

    @Test
    void isThePodWhereTorchrunNamesNoJob() {
        assertThat(jobOf(Map.of("TORCHELASTIC_RUN_ID", "none", "POD_UID", "pod")))
                .isEqualTo("pod");
    }

    @Test
    void takesAnEmptyVariableForAbsent() {
        assertThat(jobOf(Map.of("SLURM_JOB_ID", "", "POD_UID", "pod"))).isEqualTo("pod");
    }

    @Test
    void isUnknownWithoutACommunicator() {
        assertThat(jobOf(Map.of())).isEqualTo("unknown");
    }

    @Test
    void isTheLargestCommunicatorWithItsDayElsewhere() {
        CommunicatorFacts tensor = communicator(1, "a", 8, 0, 0);
        CommunicatorFacts world = communicator(2, "a", 16, 0, HOUR);

        assertThat(job(Map.of()).of(List.of(tensor, world))).isEqualTo("0000000000000002-20261130");
    }

    @Test
    void takesTheOldestOfEquallyLargeCommunicators() {
        CommunicatorFacts later = communicator(1, "a", 16, 0, HOUR);
        CommunicatorFacts first = communicator(2, "a", 16, 0, 0);

        assertThat(job(Map.of()).of(List.of(later, first))).startsWith("0000000000000002-");
    }

    @Test
    void isTheSameOnRanksThatCreateTheCommunicatorAtDifferentMoments() {
        String first = job(Map.of()).of(List.of(communicator(1, "a", 16, 0, 0)));
        String second = job(Map.of()).of(List.of(communicator(1, "a", 16, 1, 1_500_000_000L)));

        assertThat(second).isEqualTo(first);
    }

    @Test
    void ignoresTheOverflowCommunicator() {
        assertThat(job(Map.of()).of(List.of(communicator(0, "a", 16, 0, 0)))).isEqualTo("unknown");
    }

    @Test
    void staysWhenTheLargestCommunicatorIsGone() {
        JobIdentity job = job(Map.of());
        CommunicatorFacts tensor = communicator(1, "a", 8, 0, 0);
        String before = job.of(List.of(tensor, communicator(2, "a", 16, 0, HOUR)));

        assertThat(job.of(List.of(tensor))).isEqualTo(before);
    }
}
