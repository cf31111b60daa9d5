// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition;

import static dev.lockstep.agent.SampleNode.key;
import static dev.lockstep.agent.SampleNode.launched;
import static dev.lockstep.agent.SampleNode.living;
import static dev.lockstep.agent.SampleNode.process;
import static dev.lockstep.agent.SampleNode.series;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.CommunicatorIdentity;
import dev.lockstep.core.model.CommunicatorSnapshot;
import dev.lockstep.core.model.Launch;
import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.PodIdentity;
import dev.lockstep.core.model.ProcessSnapshot;
import dev.lockstep.core.model.SlurmIdentity;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What is known of ranks and communicators is said once, on the info series.
class IdentityExpositionTest {
    private static final SlurmIdentity SLURM = new SlurmIdentity(
            "4242",
            Optional.of("0"),
            Optional.empty(),
            Optional.of("4200_42"),
            Optional.of("llm"),
            Optional.of("train"),
            Optional.of("ada"));
    private static final PodIdentity POD =
            new PodIdentity(Optional.of("u"), Optional.of("n"), Optional.of("p"), Optional.of("c"));
    private static final Launch LAUNCH = new Launch(
            Optional.of("4242.0"), Optional.of(SLURM), POD, OptionalInt.of(16), Optional.of("1000/4242.0/0/aa"));

    @Test
    void saysWhoLaunchedARank() {
        Scrape scrape = Scrape.of(launched(process(1, living(tensor(3))), LAUNCH));

        assertThat(scrape.labels("nccl_rank_info"))
                .containsEntry("slurm_job_id", "4242")
                .containsEntry("slurm_step_id", "0")
                .containsEntry("slurm_array_task", "4200_42")
                .containsEntry("slurm_job_name", "llm")
                .containsEntry("slurm_partition", "train")
                .containsEntry("slurm_user", "ada")
                .containsEntry("k8s_namespace", "n")
                .containsEntry("k8s_pod", "p")
                .containsEntry("k8s_pod_uid", "u")
                .containsEntry("k8s_container", "c")
                .containsEntry("incarnation", "1000/4242.0/0/aa");
    }

    @Test
    void leavesOutLaunchersThatAreNotThere() {
        Scrape scrape = Scrape.of(process(1, living(tensor(3))));

        assertThat(scrape.labels("nccl_rank_info").keySet()).noneMatch(label -> label.matches("(slurm|k8s)_.*"));
        assertThat(scrape.labels("nccl_communicator_info")).doesNotContainKey("role");
    }

    @Test
    void saysTheRoleOfACommunicatorThatTheRanksOfTheNodeTell() {
        ProcessSnapshot[] ranks = IntStream.range(0, 8)
                .mapToObj(rank -> launched(process(rank, working(tensor(rank)), working(data(rank))), LAUNCH))
                .toArray(ProcessSnapshot[]::new);
        Scrape scrape = Scrape.of(ranks);

        assertThat(scrape.value("nccl_communicator_info", "role", "tensor", "comm", "7e7e7e7e7e7e7e7e"))
                .isEqualTo(1);
        assertThat(scrape.values("nccl_communicator_info", "role", "data")).hasSize(8);
        assertThat(scrape.values("nccl_communicator_info")).hasSize(9);
    }

    private static CommunicatorSnapshot working(CommunicatorIdentity identity) {
        return living(identity, series(key(NcclFunction.ALL_REDUCE, 1 << 20), 1 << 20, 5));
    }

    /// Of eight neighbours.
    private static CommunicatorIdentity tensor(int rank) {
        return communicator("7e7e7e7e7e7e7e7e", 8, 1, rank, rank);
    }

    /// Of a rank and the one eight above it.
    private static CommunicatorIdentity data(int rank) {
        return communicator("d%015x".formatted(rank), 2, 2, 0, rank);
    }

    private static CommunicatorIdentity communicator(String id, int ranks, int nodes, int commRank, int worldRank) {
        return new CommunicatorIdentity(
                id,
                0,
                "",
                OptionalInt.of(commRank),
                OptionalInt.of(ranks),
                OptionalInt.of(nodes),
                OptionalInt.of(worldRank),
                Optional.empty());
    }
}
