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

/* Whether an operation is in flight and the one that the handle stands for. */
static inline bool channel_is_of(const operation_t *operation, uint64_t handle) {
    /* Pairs with the release at the end of operation_start. */
    uint32_t live = word_get_acquire(&operation->live);
    return live == handle_generation(handle) && live >= GENERATION_TOP;
}

/* Whether as many channels have started as NCCL announced, or a later kernel shows that no more
 * will. */
static inline bool channel_was_last(const operation_t *operation, uint64_t started) {
    return bits_counted(started) >= operation->expected_channels;
}

/* Writes the channel's handle, NULL for an operation that is not followed. */
static inline nccl_result_t channel_start(void **handle, uint64_t parent, uint32_t channel,
                                          uint64_t start_gpu) {
    uint32_t index = channel_slot_of(parent);
    operation_t *operation = &plugin.operations[index];
    if (UNLIKELY(!handle_is_operation(parent) || !channel_is_of(operation, parent) ||
                 channel >= CHANNELS_MAX)) {
        return channel_start_slowly(handle, parent, channel, start_gpu, true);
    }
    shm_slot_t *slot = &plugin.shm.slots[index];
    communicator_t *communicator = &plugin.communicators[operation->communicator];
    uint64_t bit = UINT64_C(1) << channel;
    uint64_t started = word_get(&slot->started_channels);
    uint64_t busy = communicator->busy_channels;
    if (UNLIKELY(started == 0 || ((busy | started) & bit) != 0)) {
        return channel_start_slowly(handle, parent, channel, start_gpu, true);
    }
    *handle = handle_to(handle_for_channel(parent, channel));
    communicator->busy_channels = busy | bit;
    word_set(&operation->stamps[channel].start_gpu, start_gpu);
    operation->awaits_stamp |= bit;
    word_set(&slot->started_channels, started | bit);
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
    if (UNLIKELY(!channel_is_of(operation, handle) || (awaited & bit) == 0)) {
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
    uint64_t started = word_get(&slot->started_channels);
    bool is_last = awaited == bit && started == word_get(&slot->stopped_channels) &&
                   channel_was_last(operation, started);
    return UNLIKELY(is_last) ? operation_finish(operation, index, FINISH_DONE) : NCCL_SUCCESS;
}

static inline nccl_result_t channel_stop(uint64_t handle) {
    uint32_t index = channel_slot_of(handle);
    operation_t *operation = &plugin.operations[index];
    shm_slot_t *slot = &plugin.shm.slots[index];
    uint64_t bit = UINT64_C(1) << handle_channel(handle);
    uint64_t stopped = word_get(&slot->stopped_channels);
    uint64_t started = word_get(&slot->started_channels);
    uint64_t running = started & ~stopped;
    if (UNLIKELY(!channel_is_of(operation, handle) || (running & bit) == 0)) {
        return channel_refuse(handle);
    }
    word_set(&slot->stopped_channels, stopped | bit);
    bool is_last =
        running == bit && operation->awaits_stamp == 0 && channel_was_last(operation, started);
    return UNLIKELY(is_last) ? operation_finish(operation, index, FINISH_DONE) : NCCL_SUCCESS;
}

#endif
