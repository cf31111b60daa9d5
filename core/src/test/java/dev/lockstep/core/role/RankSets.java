// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.role;

import dev.lockstep.core.model.NcclFunction;
import dev.lockstep.core.model.OperationKind;
import dev.lockstep.core.model.SeriesKey;
import dev.lockstep.core.model.SizeClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/// The communicators of a job as one of its nodes sees them: all groups, of each only the ranks of that node.
final class RankSets {
    static final Traffic COLLECTIVES = traffic(NcclFunction.ALL_REDUCE, OperationKind.KERNEL);
    static final Traffic SEND_RECV = traffic(NcclFunction.SEND, OperationKind.KERNEL);
    static final Traffic ALL_TO_ALL = traffic(NcclFunction.ALL_TO_ALL, OperationKind.KERNEL);

    private final int worldSize;
    private final int gpusPerNode;
    private final int node;
    private final List<Group> groups = new ArrayList<>();
    /// The true role by id.
    final Map<String, Role> truth = new TreeMap<>();

    RankSets(int worldSize, int gpusPerNode, int node) {
        this.worldSize = worldSize;
        this.gpusPerNode = gpusPerNode;
        this.node = node;
    }

    static Traffic traffic(NcclFunction function, OperationKind kind) {
        return Traffic.of(List.of(new SeriesKey(function, "", "", SizeClass.of(1), kind)));
    }

    /// All groups of `ranks` ranks at a distance of `stride`.
    RankSets every(int stride, int ranks, Role role, Traffic traffic) {
        for (int start = 0; start < worldSize; start++) {
            if (ranks > 1 && start / stride % ranks == 0) {
                int[] members = new int[ranks];
                for (int i = 0; i < ranks; i++) {
                    members[i] = start + i * stride;
                }
                add(role, "", traffic, members);
            }
        }
        return this;
    }

    RankSets add(Role role, String name, Traffic traffic, int... members) {
        Map<Integer, Integer> here = new LinkedHashMap<>();
        Map<Integer, Boolean> nodes = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i++) {
            nodes.put(members[i] / gpusPerNode, true);
            if (members[i] / gpusPerNode == node) {
                here.put(i, members[i]);
            }
        }
        if (!here.isEmpty()) {
            String id = "%s-%d-%d".formatted(role, members[0], members.length);
            groups.add(new Group(id, name, members.length, OptionalInt.of(nodes.size()), here, traffic));
            truth.put(id, role);
        }
        return this;
    }

    /// Megatron-LM's groups, in the order tensor, data, pipeline, each used once.
    static RankSets megatron(int tensor, int data, int pipeline, int gpusPerNode, int node) {
        return new RankSets(tensor * data * pipeline, gpusPerNode, node)
                .every(1, tensor * data * pipeline, Role.WORLD, COLLECTIVES)
                .every(1, tensor, Role.TENSOR, COLLECTIVES)
                .every(tensor, data, Role.DATA, COLLECTIVES)
                .every(tensor * data, pipeline, Role.PIPELINE, SEND_RECV);
    }

    Map<String, Role> inferred() {
        return RoleInference.of(groups, OptionalInt.of(worldSize));
    }

    Map<String, Role> inferredWithoutWorldSize() {
        return RoleInference.of(groups, OptionalInt.empty());
    }
}
