// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.role;

import static dev.lockstep.core.role.RankSets.ALL_TO_ALL;
import static dev.lockstep.core.role.RankSets.COLLECTIVES;
import static dev.lockstep.core.role.RankSets.SEND_RECV;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Roles are right from every node of the layouts of Megatron-LM and DeepSpeed, and absent where one node cannot tell.
class RoleInferenceTest {
    @ParameterizedTest
    @CsvSource({"8, 2, 4", "4, 4, 2", "8, 16, 8", "2, 8, 4", "8, 4, 1", "4, 8, 16", "2, 2, 2"})
    void tellsTensorDataAndPipelineFromEveryNode(int tensor, int data, int pipeline) {
        int nodes = tensor * data * pipeline / 8;
        for (int node = 0; node < nodes; node++) {
            RankSets sets = RankSets.megatron(tensor, data, pipeline, 8, node);
            assertThat(sets.inferred()).as("node %d", node).isEqualTo(sets.truth);
        }
    }

    @ParameterizedTest
    @CsvSource({"4, 4, 2, 2", "2, 8, 4, 4", "8, 8, 2, 4"})
    void tellsExpertsByTheirAllToAll(int tensor, int data, int pipeline, int expert) {
        int nodes = tensor * data * pipeline / 8;
        for (int node = 0; node < nodes; node++) {
            RankSets sets = RankSets.megatron(tensor, data, pipeline, 8, node)
                    .every(tensor, expert, Role.EXPERT, ALL_TO_ALL)
                    .every(tensor * expert, data / expert, Role.EXPERT_DATA, COLLECTIVES);
            assertThat(sets.inferred()).as("node %d", node).isEqualTo(sets.truth);
        }
    }

    @Test
    void leavesOutExpertsThatHaveDoneNothing() {
        RankSets sets = RankSets.megatron(4, 4, 2, 8, 0).every(4, 2, Role.EXPERT, Traffic.NONE);

        assertThat(sets.inferred()).doesNotContainValue(Role.EXPERT).doesNotContainValue(Role.CONTEXT);
        assertThat(sets.inferred()).containsValues(Role.TENSOR, Role.DATA, Role.PIPELINE);
    }

    @Test
    void callsTheOnlyGroupsOfZeroTheWorld() {
        RankSets sets = new RankSets(16, 8, 1).every(1, 16, Role.WORLD, COLLECTIVES);

        assertThat(sets.inferred()).isEqualTo(sets.truth);
    }

    @ParameterizedTest
    @CsvSource({"16, 2", "32, 4", "64, 2"})
    void tellsDataFromPipelineInDeepSpeedsTopology(int data, int pipeline) {
        for (int node = 0; node < data * pipeline / 8; node++) {
            RankSets sets = new RankSets(data * pipeline, 8, node)
                    .every(1, data, Role.DATA, COLLECTIVES)
                    .every(data, pipeline, Role.PIPELINE, SEND_RECV);
            assertThat(sets.inferred()).as("node %d", node).isEqualTo(sets.truth);
        }
    }

    @Test
    void leavesOutAGroupOfOneNodeThatMayBeTensorOrData() {
        RankSets sets =
                new RankSets(32, 8, 1).every(1, 8, Role.DATA, COLLECTIVES).every(8, 4, Role.PIPELINE, SEND_RECV);

        assertThat(sets.inferred()).containsValue(Role.PIPELINE).hasSize(8);
    }

    @Test
    void tellsExpertGroupsOfZeroByTheirAllToAll() {
        RankSets sets = new RankSets(32, 8, 2)
                .every(1, 32, Role.WORLD, COLLECTIVES)
                .every(1, 8, Role.EXPERT, RankSets.traffic(NcclFunction.SEND, OperationKind.SELF))
                .every(8, 4, Role.EXPERT_DATA, COLLECTIVES);

        assertThat(sets.inferred()).isEqualTo(sets.truth);
    }

    @Test
    void leavesOutWhatOneRankPerNodeCannotTell() {
        RankSets sets =
                new RankSets(16, 1, 0).every(1, 4, Role.TENSOR, Traffic.NONE).every(4, 4, Role.DATA, Traffic.NONE);

        assertThat(sets.inferred()).isEmpty();
    }

    @Test
    void leavesOutGroupsThatFollowNoOrder() {
        RankSets sets = RankSets.megatron(8, 2, 4, 8, 0).add(Role.SEVERAL, "", COLLECTIVES, 0, 3, 4, 17);
        Map<String, Role> inferred = sets.inferred();

        assertThat(inferred).doesNotContainValue(Role.SEVERAL).hasSize(sets.truth.size() - 1);
    }

    @Test
    void believesNamesBeforeRanks() {
        RankSets sets = RankSets.megatron(8, 2, 4, 8, 0)
                .add(Role.EMBEDDING, "EMBEDDING_GROUP", COLLECTIVES, 0, 48)
                .add(Role.CONTEXT, "cp", COLLECTIVES, 0, 1, 2, 3);

        assertThat(sets.inferred()).isEqualTo(sets.truth);
        assertThat(sets.inferredWithoutWorldSize()).hasSize(2);
    }

    @Test
    void staysQuickWithManyCommunicatorsOfManySizes() {
        long seed = 5;
        Random random = new Random(seed);
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < 4 * RoleInference.GROUPS_MAX; i++) {
            Map<Integer, Integer> ranks = Map.of(random.nextInt(4), random.nextInt(4096));
            groups.add(new Group("c" + i, "", 2 + random.nextInt(40), OptionalInt.of(2), ranks, Traffic.NONE));
        }

        assertThat(RoleInference.of(groups, OptionalInt.of(4096))).hasSizeLessThanOrEqualTo(RoleInference.GROUPS_MAX);
    }
}
