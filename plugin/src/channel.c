/* SPDX-License-Identifier: Apache-2.0 */
/* What is rare among kernel channel events. Channel thread. See channel.h. */
#include "channel.h"

enum {
    LIST_END = 0
};

void channel_handle_missed(uint64_t handle) {
    uint32_t kind = handle_kind(handle);
    if (handle == 0 || ((kind & ~1u) != HANDLE_COLL && kind != HANDLE_KERNEL_CH)) {
        plugin_count(SHM_DROP_PARENT_MISSING);
        return;
    }
    uint32_t generation = handle_generation(handle);
    if (generation == GENERATION_REFUSED) {
        return; /* counted when it was refused */
    }
    const shm_slot_t *slot = &plugin.shm.slots[handle_slot(handle) & plugin.slot_mask];
    bool just_done = word_get(&slot->generation) == generation;
    plugin_count(just_done ? SHM_DROP_CHANNEL_LATE : SHM_DROP_STALE_HANDLE);
}

void channel_enlist(operation_t *operation, communicator_t *communicator, uint32_t slot) {
    operation->older = communicator->newest;
    operation->newer = LIST_END;
    if (communicator->newest != LIST_END) {
        plugin.operations[communicator->newest - 1].newer = slot + 1;
    } else {
        communicator->oldest = slot + 1;
    }
    communicator->newest = slot + 1;
}

/* A later kernel runs on a channel of this operation's: no further channel of it will start. It is
 * over if all its channels have stopped; else it will be with the last of them, however few they
 * are. */
static void supersede(operation_t *operation, uint32_t slot, uint64_t superseder) {
    if (operation->superseder == 0) {
        operation->superseder = superseder;
    }
    operation->expected_channels = 1;
    const shm_slot_t *published = &plugin.shm.slots[slot];
    if (word_get(&published->started_channels) == word_get(&published->stopped_channels)) {
        operation_finish(operation, slot, FINISH_SETTLED);
    }
}

/* All operations of a group are one kernel, and with one all are over. The poller may show the
 * starts of the next kernel before this one's stops, so an operation with running channels is left
 * to end. */
static void supersede_group(communicator_t *communicator, uint64_t ordinal, uint64_t group,
                            const operation_t *later) {
    uint32_t next = communicator->oldest;
    for (uint32_t seen = 0; next != LIST_END && seen <= plugin.slot_mask; seen++) {
        uint32_t slot = next - 1;
        operation_t *operation = &plugin.operations[slot];
        next = operation->newer;
        bool is_over = operation->ordinal == ordinal || (group != 0 && operation->group == group);
        if (is_over && operation != later) {
            supersede(operation, slot, later->ordinal);
        }
    }
}

bool channel_take_over(operation_t *operation, communicator_t *communicator, uint32_t channel) {
    uint32_t own_slot = (uint32_t)(operation - plugin.operations);
    uint64_t bit = UINT64_C(1) << channel;
    if ((word_get(&plugin.shm.slots[own_slot].started_channels) & bit) != 0) {
        plugin_count(SHM_DROP_CHANNEL_REPEATED);
        return false;
    }
    const operation_t *occupant = &plugin.operations[communicator->occupant[channel]];
    bool same_kernel = occupant->group != 0 && occupant->group == operation->group;
    if (!same_kernel) {
        supersede_group(communicator, occupant->ordinal, occupant->group, operation);
    }
    return true;
}
