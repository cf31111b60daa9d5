/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernel channel events, the hottest path: three callbacks a channel, about a dozen instructions
 * each when all is as it should be. Channel thread. Everything odd goes to channel.c.
 *
 * An operation's tally packs what decides whether it is done into one word:
 *   callbacks 63..32 | channels started 31..16 | things awaited 15..0
 * A started channel awaits its stop event and its stop stamp, in either order.
 */
#ifndef LOCKSTEP_CHANNEL_H
#define LOCKSTEP_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "completion.h"
#include "handle.h"
#include "state.h"

#define TALLY_CALLBACK (UINT64_C(1) << 32)
#define TALLY_CHANNEL (UINT64_C(1) << 16)
#define TALLY_AWAITED UINT64_C(1)

/* An operation or channel handle that stands for nothing in flight: says why, in a counter. */
void channel_handle_missed(uint64_t handle);

/* A start on a channel that is not idle. False if the operation itself had started on it. */
bool channel_take_over(operation_t *operation, communicator_t *communicator, uint32_t channel);

/* Puts an operation that starts its first channel at the end of its communicator's list. */
void channel_enlist(operation_t *operation, communicator_t *communicator, uint32_t slot);

static inline uint32_t tally_channels(uint64_t tally) {
    return (uint32_t)(tally >> 16 & 0xffff);
}

static inline uint32_t tally_awaited(uint64_t tally) {
    return (uint32_t)(tally & 0xffff);
}

/* The operation in flight that a handle stands for, or NULL. */
static inline operation_t *operation_of_handle(uint64_t handle) {
    operation_t *operation = &plugin.operations[handle_slot(handle) & plugin.slot_mask];
    /* Pairs with the release at the end of operation_start. */
    return LIKELY(word_get_acquire(&operation->live) == handle_generation(handle)) ? operation
                                                                                   : NULL;
}

static inline void channel_finish_if_done(operation_t *operation, uint32_t slot, uint64_t tally) {
    if (tally_awaited(tally) == 0 && tally_channels(tally) >= operation->expected_channels) {
        operation_finish(operation, slot, FINISH_DONE);
    }
}

/* Returns the channel's handle, 0 for an operation that is not followed. */
static inline uint64_t channel_start(uint64_t parent, uint32_t channel, uint64_t start_gpu,
                                     bool has_stamps) {
    operation_t *operation = operation_of_handle(parent);
    if (UNLIKELY((handle_kind(parent) & ~1u) != HANDLE_COLL || operation == NULL)) {
        channel_handle_missed(parent);
        return 0;
    }
    if (UNLIKELY(channel >= CHANNELS_MAX)) {
        plugin_count(SHM_DROP_CHANNEL_OUT_OF_RANGE);
        return 0;
    }
    uint32_t index = handle_slot(parent) & plugin.slot_mask;
    shm_slot_t *slot = &plugin.shm.slots[index];
    communicator_t *communicator = &plugin.communicators[operation->communicator];
    uint64_t bit = UINT64_C(1) << channel;
    uint64_t started = word_get(&slot->started_channels);
    if (UNLIKELY(((communicator->busy_channels | started) & bit) != 0) &&
        !channel_take_over(operation, communicator, channel)) {
        return 0;
    }
    communicator->busy_channels |= bit;
    communicator->occupant[channel] = index;
    if (started == 0) {
        channel_enlist(operation, communicator, index);
        word_set(&slot->first_start_gpu, start_gpu);
    } else if (start_gpu < word_get(&slot->first_start_gpu)) {
        word_set(&slot->first_start_gpu, start_gpu);
    }
    operation->stamps[channel].start_gpu = start_gpu;
    operation->missing_stamp |= has_stamps && start_gpu == 0;
    operation->tally +=
        TALLY_CALLBACK + TALLY_CHANNEL + TALLY_AWAITED + (has_stamps ? TALLY_AWAITED : 0);
    word_set(&slot->started_channels, started | bit);
    return handle_for_channel(parent, channel);
}

static inline void channel_record_stop(uint64_t handle, uint64_t stop_gpu) {
    operation_t *operation = operation_of_handle(handle);
    if (UNLIKELY(operation == NULL)) {
        channel_handle_missed(handle);
        return;
    }
    uint32_t index = handle_slot(handle) & plugin.slot_mask;
    shm_slot_t *slot = &plugin.shm.slots[index];
    uint32_t channel = handle_channel(handle);
    uint64_t bit = UINT64_C(1) << channel;
    if (UNLIKELY(((operation->stamped_channels | ~word_get(&slot->started_channels)) & bit) != 0)) {
        plugin_count(SHM_DROP_CHANNEL_REPEATED);
        return;
    }
    operation->stamped_channels |= bit;
    operation->stamps[channel].stop_gpu = stop_gpu;
    if (UNLIKELY(stop_gpu < operation->stamps[channel].start_gpu)) {
        operation->missing_stamp |= stop_gpu == 0;
        operation->stop_before_start |= stop_gpu != 0;
    }
    if (stop_gpu > word_get(&slot->last_stop_gpu)) {
        word_set(&slot->last_stop_gpu, stop_gpu);
    }
    uint64_t tally = operation->tally + TALLY_CALLBACK - TALLY_AWAITED;
    operation->tally = tally;
    channel_finish_if_done(operation, index, tally);
}

static inline void channel_stop(uint64_t handle) {
    operation_t *operation = operation_of_handle(handle);
    if (UNLIKELY(operation == NULL)) {
        channel_handle_missed(handle);
        return;
    }
    uint32_t index = handle_slot(handle) & plugin.slot_mask;
    shm_slot_t *slot = &plugin.shm.slots[index];
    uint64_t bit = UINT64_C(1) << handle_channel(handle);
    uint64_t stopped = word_get(&slot->stopped_channels);
    if (UNLIKELY(((stopped | ~word_get(&slot->started_channels)) & bit) != 0)) {
        plugin_count(SHM_DROP_CHANNEL_REPEATED);
        return;
    }
    word_set(&slot->stopped_channels, stopped | bit);
    uint64_t tally = operation->tally + TALLY_CALLBACK - TALLY_AWAITED;
    operation->tally = tally;
    channel_finish_if_done(operation, index, tally);
}

#endif
