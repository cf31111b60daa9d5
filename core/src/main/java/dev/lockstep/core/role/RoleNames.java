// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.role;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds a role in the name that a framework gave a communicator: `TENSOR_MODEL_PARALLEL_GROUP` (Megatron-LM),
/// `mesh_dp_shard` (PyTorch), `TP_3`.
final class RoleNames {
    private static final Map<String, Role> BY_WORD = Map.ofEntries(
            Map.entry("world", Role.WORLD),
            Map.entry("default", Role.WORLD),
            Map.entry("tensor", Role.TENSOR),
            Map.entry("tp", Role.TENSOR),
            Map.entry("context", Role.CONTEXT),
            Map.entry("cp", Role.CONTEXT),
            Map.entry("data", Role.DATA),
            Map.entry("dp", Role.DATA),
            Map.entry("ddp", Role.DATA),
            Map.entry("fsdp", Role.DATA),
            Map.entry("zero", Role.DATA),
            Map.entry("pipeline", Role.PIPELINE),
            Map.entry("pipe", Role.PIPELINE),
            Map.entry("pp", Role.PIPELINE),
            Map.entry("expert", Role.EXPERT),
            Map.entry("ep", Role.EXPERT),
            Map.entry("moe", Role.EXPERT),
            Map.entry("edp", Role.EXPERT_DATA),
            Map.entry("embedding", Role.EMBEDDING));
    private static final Set<Role> EXPERT_DATA = EnumSet.of(Role.EXPERT, Role.DATA);

    private RoleNames() {}

    /// The role that a name says; absent where it says none that is known.
    static Optional<Role> of(String name) {
        List<String> words = List.of(name.toLowerCase(Locale.ROOT).split("[^a-z]+"));
        Set<Role> said = EnumSet.noneOf(Role.class);
        words.forEach(word -> Optional.ofNullable(BY_WORD.get(word)).ifPresent(said::add));
        if (words.containsAll(List.of("with", "cp")) && said.contains(Role.DATA)) {
            said.remove(Role.CONTEXT);
        }
        if (said.size() == 1) {
            return said.stream().findFirst();
        }
        if (said.equals(EXPERT_DATA)) {
            return Optional.of(Role.EXPERT_DATA);
        }
        return said.isEmpty() ? Optional.empty() : Optional.of(Role.SEVERAL);
    }
}
