// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.shm.identity;

import static dev.lockstep.shm.identity.Facts.communicator;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.Launch;
import dev.lockstep.core.model.PodIdentity;
import dev.lockstep.core.model.SlurmIdentity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Who launched a process is what its environment says, and one life of a job is told from the next.
class LauncherTest {
    private static final Map<String, String> TORCHRUN =
            Map.of("TORCHELASTIC_RUN_ID", "run", "TORCHELASTIC_RESTART_COUNT", "3");

    @Test
    void knowsWhatSlurmSays() {
        Launch launch = launch(Map.of(
                "SLURM_JOB_ID", "1234",
                "SLURM_STEP_ID", "0",
                "SLURM_ARRAY_JOB_ID", "1200",
                "SLURM_ARRAY_TASK_ID", "34",
                "SLURM_JOB_PARTITION", "train",
                "SLURM_JOB_USER", "ada"));

        assertThat(launch.jobId()).contains("1234.0");
        assertThat(launch.slurm())
                .contains(new SlurmIdentity(
                        "1234",
                        Optional.of("0"),
                        Optional.empty(),
                        Optional.of("1200_34"),
                        Optional.empty(),
                        Optional.of("train"),
                        Optional.of("ada")));
    }

    @Test
    void knowsWhatKubernetesSays() {
        Launch launch = launch(Map.of("POD_UID", "u", "POD_NAMESPACE", "n", "POD_NAME", "p", "CONTAINER_NAME", "c"));

        assertThat(launch.jobId()).contains("u");
        assertThat(launch.pod())
                .isEqualTo(new PodIdentity(Optional.of("u"), Optional.of("n"), Optional.of("p"), Optional.of("c")));
    }

    @Test
    void knowsNothingOfAProcessStartedByHand() {
        assertThat(launch(Map.of())).isEqualTo(Launch.UNKNOWN);
    }

    @Test
    void namesAnIncarnationOnceAllRanksMet() {
        Launcher launcher = new Launcher(Facts.header(16, 0, TORCHRUN));
        launcher.update(List.of(communicator(1, "a", 8, 0, 0)));
        assertThat(launcher.launch().incarnation()).isEmpty();

        launcher.update(List.of(communicator(1, "a", 8, 0, 0), communicator(2, "a", 16, 0, 5)));
        assertThat(launcher.launch().incarnation()).contains("0/run-r3/3/0000000000000002");
    }

    @Test
    void keepsTheIncarnationWhenTheWorldIsMadeAnew() {
        Launcher launcher = new Launcher(Facts.header(16, 0, TORCHRUN));
        launcher.update(List.of(communicator(2, "a", 16, 0, 5)));
        launcher.update(List.of(communicator(3, "a", 16, 0, 9)));

        assertThat(launcher.launch().incarnation()).contains("0/run-r3/3/0000000000000002");
    }

    @Test
    void namesNoIncarnationWithoutAScheduler() {
        Launcher launcher = new Launcher(Facts.header(16, 0, Map.of()));
        launcher.update(List.of(communicator(2, "a", 16, 0, 5)));

        assertThat(launcher.launch().incarnation()).isEmpty();
    }

    @Test
    void takesThePodFromElsewhereWhereTheEnvironmentIsSilent() {
        PodIdentity found = new PodIdentity(Optional.of("u"), Optional.empty(), Optional.empty(), Optional.of("c"));

        assertThat(launch(Map.of()).in(found).jobId()).contains("u");
        assertThat(launch(Map.of("SLURM_JOB_ID", "7")).in(found).jobId()).contains("7");
        assertThat(launch(Map.of("CONTAINER_NAME", "mine")).in(found).pod().container())
                .contains("mine");
    }

    private static Launch launch(Map<String, String> environment) {
        return new Launcher(Facts.header(-1, -1, environment)).launch();
    }
}
