/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernel channel events, the hottest path: three callbacks a channel. Channel thread. What is as it
 * should be is done here; everything else, the first channel of an operation included, is done in
 * channel.c and completion.c. Those functions answer for the callback, which ends with calling
 * them: so the common way calls nothing and saves no register.
 *
 * A started channel awaits its stop event and its stop stamp, in either order. An operation is done
 * when enough channels have started and none of them awaits anything.
 */
#ifndef LOCKSTEP_CHANNEL_H
#define LOCKSTEP_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../include/nccl_profiler_abi.h"
#include "completion.h"
#include "handle.h"
#include "state.h"

/* The same as channel_start, for every case. Without stamps (API v3) none is awaited. */
OUT_OF_LINE nccl_result_t channel_start_slowly(void **handle, uint64_t parent, uint32_t channel,
                                               uint64_t start_gpu, bool has_stamps);

/* An event for an operation that is not in flight, or one that its channel does not await: counted
 * by reason. */
OUT_OF_LINE nccl_result_t channel_refuse(uint64_t handle);

/* A stop stamp before the start's: it counts, but the operation's timing does not. */
OUT_OF_LINE void channel_note_odd_stop(operation_t *operation, uint64_t stop_gpu);

/* The place of the operation that a handle stands for, if it stands for one. */
static inline uint32_t channel_slot_of(uint64_t handle) {
    return (uint32_t)(handle >> 12) & plugin.slot_mask;
}

/* Whether an operation is in flight and the one that the handle stands for, or else one that no
 * channel has started of and that no handle of a channel can stand for: free or being claimed, its
 * masks are empty, and whoever tests one finds that the handle does not belong there. */
static inline bool channel_may_be_of(const operation_t *operation, uint64_t handle) {
    /* Pairs with the release at the end of operation_start. */
    return (word_get_acquire(&operation->live) | GENERATION_TOP) == handle_generation(handle);
}

/* After the last stamp or stop event that any channel awaited: ends the operation if it is over. */
OUT_OF_LINE nccl_result_t channel_end_operation(operation_t *operation, uint32_t slot);

/* Writes the channel's handle, NULL for an operation that is not followed. */
static ALWAYS_INLINE nccl_result_t channel_start(void **handle, uint64_t parent, uint32_t channel,
                                          uint64_t start_gpu) {
    uint32_t index = channel_slot_of(parent);
    operation_t *operation = &plugin.operations[index];
    uint64_t bit = UINT64_C(1) << (channel & (CHANNELS_MAX - 1));
    uint64_t may_start = operation->may_start;
    if (UNLIKELY(!handle_is_operation(parent) || !channel_may_be_of(operation, parent) ||
                 channel >= CHANNELS_MAX || (may_start & bit) == 0)) {
        return channel_start_slowly(handle, parent, channel, start_gpu, true);
    }
    operation->may_start = may_start & ~bit;
    *handle = handle_to(handle_for_channel(parent, channel));
    word_set(&operation->stamps[channel].start_gpu, start_gpu);
    operation->awaits_stamp |= bit;
    shm_slot_t *slot = &plugin.shm.slots[index];
    word_set(&slot->started_channels, word_get(&slot->started_channels) | bit);
    if (start_gpu < word_get(&slot->first_start_gpu)) {
        word_set(&slot->first_start_gpu, start_gpu);
    }
    return NCCL_SUCCESS;
}

static inline nccl_result_t channel_record_stop(uint64_t handle, uint64_t stop_gpu) {
    uint32_t index = channel_slot_of(handle);
    operation_t *operation = &plugin.operations[index];
    uint32_t channel = handle_channel(handle);
    uint64_t bit = UINT64_C(1) << channel;
    uint64_t awaited = operation->awaits_stamp;
    if (UNLIKELY(!channel_may_be_of(operation, handle) || (awaited & bit) == 0)) {
        return channel_refuse(handle);
    }
    operation->awaits_stamp = awaited & ~bit;
    word_set(&operation->stamps[channel].stop_gpu, stop_gpu);
    if (UNLIKELY(stop_gpu < word_get(&operation->stamps[channel].start_gpu))) {
        channel_note_odd_stop(operation, stop_gpu);
    }
    shm_slot_t *slot = &plugin.shm.slots[index];
    if (stop_gpu > word_get(&slot->last_stop_gpu)) {
        word_set(&slot->last_stop_gpu, stop_gpu);
    }
    return UNLIKELY(awaited == bit) ? channel_end_operation(operation, index) : NCCL_SUCCESS;
}

static inline nccl_result_t channel_stop(uint64_t handle) {
    uint32_t index = channel_slot_of(handle);
    operation_t *operation = &plugin.operations[index];
    shm_slot_t *slot = &plugin.shm.slots[index];
    uint64_t bit = UINT64_C(1) << handle_channel(handle);
    uint64_t stopped = word_get(&slot->stopped_channels);
    uint64_t running = word_get(&slot->started_channels) & ~stopped;
    if (UNLIKELY(!channel_may_be_of(operation, handle) || (running & bit) == 0)) {
        return channel_refuse(handle);
    }
    word_set(&slot->stopped_channels, stopped | bit);
    return UNLIKELY(running == bit) ? channel_end_operation(operation, index) : NCCL_SUCCESS;
}

#endif
