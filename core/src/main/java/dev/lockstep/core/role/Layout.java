// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.role;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// One way to lay a job's ranks out, in the order of Megatron-LM, which DeepSpeed's topology shares: tensor ranks are
/// neighbours, then context, then data, and pipeline stages lie farthest apart. Expert groups are cut out of the data
/// ranks; each expert may itself be split over the tensor ranks.
final class Layout {
    /// The groups of one role: every `stride`th rank, `ranks` of them.
    private record Slot(Role role, int stride, int ranks) {
        boolean fits(Group group, int[] seen) {
            boolean mayBe = role != Role.TENSOR || group.mayBeInOneNode();
            return ranks == group.ranks() && mayBe && group.traffic().suits(role) && group.isEvery(stride, seen);
        }
    }

    private final List<Slot> slots;
    private final int unusual;

    /// How many ranks share each kind of parallelism; 1 is none of it. `data` are the copies of the model, each of them
    /// over `tensor` × `context` × `pipeline` ranks.
    Layout(int tensor, int context, int data, int pipeline, int expert) {
        int replicas = context * data;
        slots = Stream.of(
                        new Slot(Role.TENSOR, 1, tensor),
                        new Slot(Role.CONTEXT, tensor, context),
                        new Slot(Role.DATA, tensor * context, data),
                        new Slot(Role.DATA, tensor, replicas),
                        new Slot(Role.PIPELINE, tensor * replicas, pipeline),
                        new Slot(Role.EXPERT, tensor, expert),
                        new Slot(Role.EXPERT, 1, expert),
                        new Slot(Role.EXPERT_DATA, tensor * expert, expert > 1 ? replicas / expert : 1))
                .filter(slot -> slot.ranks() > 1)
                .toList();
        unusual = (context > 1 ? 1 : 0) + (expert > 1 ? 1 : 0);
    }

    /// The roles that this layout has for a communicator, where `seen` are all ranks that were seen. None, where no
    /// group of it looks like that.
    Set<Role> rolesOf(Group group, int[] seen) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (Slot slot : slots) {
            if (slot.fits(group, seen)) {
                roles.add(slot.role());
            }
        }
        return roles;
    }

    /// Whether it has a role for a communicator.
    boolean explains(Group group, int[] seen) {
        for (Slot slot : slots) {
            if (slot.fits(group, seen)) {
                return true;
            }
        }
        return false;
    }

    /// How many less usual kinds of parallelism it needs.
    int unusual() {
        return unusual;
    }
}
