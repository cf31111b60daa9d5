// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.role;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Names of Megatron-LM, PyTorch and people say roles; others say nothing.
class RoleNamesTest {
    @ParameterizedTest
    @CsvSource({
        "TENSOR_MODEL_PARALLEL_GROUP, TENSOR",
        "PIPELINE_MODEL_PARALLEL_GROUP, PIPELINE",
        "DATA_PARALLEL_GROUP, DATA",
        "DATA_PARALLEL_GROUP_WITH_CP, DATA",
        "CONTEXT_PARALLEL_GROUP, CONTEXT",
        "EXPERT_MODEL_PARALLEL_GROUP, EXPERT",
        "EXPERT_DATA_PARALLEL_GROUP, EXPERT_DATA",
        "TENSOR_AND_DATA_PARALLEL_GROUP, SEVERAL",
        "POSITION_EMBEDDING_GROUP, EMBEDDING",
        "mesh_tp, TENSOR",
        "mesh_dp_shard, DATA",
        "default_pg, WORLD",
        "TP_3, TENSOR",
        "pp12, PIPELINE",
        "WORLD, WORLD",
    })
    void findsTheRole(String name, Role role) {
        assertThat(RoleNames.of(name)).contains(role);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "undefined", "comm 7", "model", "people"})
    void findsNone(String name) {
        assertThat(RoleNames.of(name)).isEmpty();
    }

    @Test
    void labelsRolesInSnakeCase() {
        assertThat(Role.EXPERT_DATA.label()).isEqualTo("expert_data");
    }
}
