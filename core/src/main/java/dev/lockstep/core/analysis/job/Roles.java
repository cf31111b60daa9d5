// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.role.Group;
import dev.lockstep.core.role.Role;
import dev.lockstep.core.role.RoleInference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Tells what the communicators of a job are for, anew whenever more is known of them.
final class Roles {
    private int looked = -1;
    private int version;

    /// Grows when a role, or who takes part, has changed.
    int version() {
        return version;
    }

    void look(Collection<CommunicatorState> communicators, OptionalInt worldSize) {
        int shape = communicators.size();
        for (CommunicatorState communicator : communicators) {
            shape = 31 * shape
                    + 7 * communicator.heard()
                    + communicator.traffic().hashCode();
        }
        if (shape == looked) {
            return;
        }
        looked = shape;
        List<Group> groups = new ArrayList<>(communicators.size());
        for (CommunicatorState communicator : communicators) {
            groups.add(group(communicator));
        }
        Map<String, Role> roles = RoleInference.of(groups, worldSize);
        boolean isNew = false;
        for (CommunicatorState communicator : communicators) {
            Optional<Role> role = Optional.ofNullable(roles.get(id(communicator)));
            isNew |= !role.equals(communicator.role());
            communicator.isFor(role);
        }
        version += isNew ? 1 : 0;
    }

    private static Group group(CommunicatorState communicator) {
        Map<Integer, Integer> worldRanks = new HashMap<>();
        for (MemberState member : communicator.members()) {
            member.worldRank().ifPresent(rank -> worldRanks.put(member.commRank(), rank));
        }
        return new Group(
                id(communicator),
                communicator.name(),
                communicator.ranks(),
                communicator.nodes(),
                worldRanks,
                communicator.traffic());
    }

    private static String id(CommunicatorState communicator) {
        return communicator.key().id() + "." + communicator.key().hashOrdinal();
    }
}
