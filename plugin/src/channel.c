/* SPDX-License-Identifier: Apache-2.0 */
/* What is rare among kernel channel events. Channel thread. See channel.h. */
#include "channel.h"

enum {
    LIST_END = 0
};

/* Whether an operation is in flight and the one that the handle stands for. */
static bool channel_is_of(const operation_t *operation, uint64_t handle) {
    return channel_may_be_of(operation, handle) && word_get(&operation->live) >= GENERATION_TOP;
}

/* Why an event is refused; NULL handles and other kinds have no operation they could belong to. */
static void count_refusal(uint64_t handle) {
    uint32_t generation = handle_generation(handle);
    bool is_ours = handle_is_operation(handle) || handle_kind(handle) == HANDLE_KERNEL_CH;
    if (generation == GENERATION_REFUSED) {
        return; /* counted when it was refused */
    }
    if (!is_ours || generation < GENERATION_TOP) {
        plugin_count(SHM_DROP_PARENT_MISSING);
    } else if (channel_is_of(&plugin.operations[channel_slot_of(handle)], handle)) {
        plugin_count(SHM_DROP_CHANNEL_REPEATED);
    } else {
        const shm_slot_t *slot = &plugin.shm.slots[channel_slot_of(handle)];
        bool just_done = word_get(&slot->generation) == generation;
        plugin_count(just_done ? SHM_DROP_CHANNEL_LATE : SHM_DROP_STALE_HANDLE);
    }
}

nccl_result_t channel_refuse(uint64_t handle) {
    if (plugin_is_awake()) {
        count_refusal(handle);
    }
    return NCCL_SUCCESS;
}

/* What the communicator's only started operation has not said in busy_channels. */
static void note_busy_channels(communicator_t *communicator) {
    if (communicator->oldest == communicator->newest) {
        communicator->busy_channels =
            communicator->oldest == LIST_END
                ? 0
                : word_get(&plugin.shm.slots[communicator->oldest - 1].started_channels);
    }
}

/* Puts an operation that starts its first channel at the end of its communicator's list. Only while
 * it is alone there can it start channels without a look at the others. */
static void enlist(operation_t *operation, communicator_t *communicator, uint32_t slot) {
    if (communicator->newest != LIST_END) {
        plugin.operations[communicator->newest - 1].may_start = 0;
    } else {
        operation->may_start = UINT64_MAX;
    }
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

/* The newest operation that has started on a channel; NULL if there is none. */
static operation_t *find_occupant(const communicator_t *communicator, uint64_t channel_bit) {
    uint32_t next = communicator->newest;
    for (uint32_t seen = 0; next != LIST_END && seen <= plugin.slot_mask; seen++) {
        operation_t *operation = &plugin.operations[next - 1];
        if ((word_get(&plugin.shm.slots[next - 1].started_channels) & channel_bit) != 0) {
            return operation;
        }
        next = operation->older;
    }
    return NULL;
}

/* A start on a channel where another operation has started. */
static void take_over(operation_t *operation, communicator_t *communicator, uint64_t channel_bit) {
    operation_t *occupant = find_occupant(communicator, channel_bit);
    if (occupant == NULL || (occupant->group != 0 && occupant->group == operation->group)) {
        return; /* the same kernel */
    }
    if (occupant->superseder != 0) { /* as its group was before */
        supersede(occupant, (uint32_t)(occupant - plugin.operations), operation->ordinal);
    } else {
        supersede_group(communicator, occupant->ordinal, occupant->group, operation);
    }
}

nccl_result_t channel_start_slowly(void **handle, uint64_t parent, uint32_t channel,
                                   uint64_t start_gpu, bool has_stamps) {
    *handle = NULL;
    uint32_t index = channel_slot_of(parent);
    operation_t *operation = &plugin.operations[index];
    if (!handle_is_operation(parent) || !channel_is_of(operation, parent)) {
        return channel_refuse(parent);
    }
    if (channel >= CHANNELS_MAX) {
        plugin_count(SHM_DROP_CHANNEL_OUT_OF_RANGE);
        return NCCL_SUCCESS;
    }
    shm_slot_t *slot = &plugin.shm.slots[index];
    communicator_t *communicator = &plugin.communicators[operation->communicator];
    uint64_t bit = UINT64_C(1) << channel;
    uint64_t started = word_get(&slot->started_channels);
    if ((started & bit) != 0) {
        plugin_count(SHM_DROP_CHANNEL_REPEATED);
        return NCCL_SUCCESS;
    }
    note_busy_channels(communicator);
    if ((communicator->busy_channels & bit) != 0) {
        take_over(operation, communicator, bit);
    }
    if (started == 0) {
        enlist(operation, communicator, index);
    }
    communicator->busy_channels |= bit;
    operation->may_start &= ~bit;
    word_set(&operation->stamps[channel].start_gpu, start_gpu);
    operation->awaits_stamp |= has_stamps ? bit : 0;
    if (started == 0 || start_gpu < word_get(&slot->first_start_gpu)) {
        word_set(&slot->first_start_gpu, start_gpu);
    }
    word_set(&slot->started_channels, started | bit);
    *handle = handle_to(handle_for_channel(parent, channel));
    return NCCL_SUCCESS;
}

/* Over are as many channels as NCCL announced, or whatever has started if a later kernel shows that
 * no more will. */
nccl_result_t channel_end_operation(operation_t *operation, uint32_t slot) {
    const shm_slot_t *published = &plugin.shm.slots[slot];
    uint64_t started = word_get(&published->started_channels);
    bool is_over = operation->awaits_stamp == 0 &&
                   started == word_get(&published->stopped_channels) &&
                   bits_counted(started) >= operation->expected_channels;
    return is_over ? operation_finish(operation, slot, FINISH_DONE) : NCCL_SUCCESS;
}

void channel_note_odd_stop(operation_t *operation, uint64_t stop_gpu) {
    operation->missing_stamp |= stop_gpu == 0;
    operation->stop_before_start |= stop_gpu != 0;
}
