/* SPDX-License-Identifier: Apache-2.0 */
/* Ending operations. See completion.h for the order in which readers may see it. */
#include "completion.h"

#include "channel.h"
#include "communicator.h"
#include "duration_bucket.h"
#include "monotonic.h"
#include "op_ring.h"
#include "series.h"
#include "timing.h"

enum {
    CALLBACKS_A_CHANNEL = 3 /* start, state record, stop */
};

/* Gathers the stamps and takes the slot's published masks back. */
static timing_t take_timing(operation_t *operation, shm_slot_t *slot) {
    timing_t timing = {
        .start_gpu = word_get(&slot->first_start_gpu),
        .stop_gpu = word_get(&slot->last_stop_gpu),
        .channels = word_get(&slot->started_channels),
        .suspect = TIMING_GOOD,
    };
    timing.channel_count = bits_counted(timing.channels);
    timing.exists = timing.channels != 0 && operation->kind == SHM_KIND_KERNEL;
    operation->missing_stamp |= operation->awaits_stamp != 0 || timing.start_gpu == 0;
    word_set(&slot->started_channels, 0);
    word_set(&slot->stopped_channels, 0);
    word_set(&slot->first_start_gpu, 0);
    word_set(&slot->last_stop_gpu, 0);
    words_release_fence(); /* Pairs with the reader's fence between counters and second slot copy.
                            */
    return timing;
}

/* After one of several started operations has left: the channels of those that remain. */
static void look_again(communicator_t *communicator) {
    uint64_t channels = 0;
    uint32_t next = communicator->oldest;
    for (uint32_t seen = 0; next != 0 && seen <= plugin.slot_mask; seen++) {
        channels |= word_get(&plugin.shm.slots[next - 1].started_channels);
        next = plugin.operations[next - 1].newer;
    }
    communicator->busy_channels = channels;
    if (communicator->oldest == communicator->newest) {
        plugin.operations[communicator->oldest - 1].may_start = ~channels;
    }
}

/* Gives the operation's channels up and takes it off its communicator's list. */
static void leave_communicator(const operation_t *operation, communicator_t *communicator,
                               uint64_t channels) {
    if (UNLIKELY(channels == 0)) {
        return;
    }
    if (LIKELY(communicator->oldest == communicator->newest)) { /* no other has started */
        communicator->oldest = 0;
        communicator->newest = 0;
        return;
    }
    if (operation->older != 0) {
        plugin.operations[operation->older - 1].newer = operation->newer;
    } else {
        communicator->oldest = operation->newer;
    }
    if (operation->newer != 0) {
        plugin.operations[operation->newer - 1].older = operation->older;
    } else {
        communicator->newest = operation->older;
    }
    look_again(communicator);
}

static ALWAYS_INLINE void add_to_cell(shm_series_cell_t *cell, const timing_t *timing,
                                      uint64_t bytes, bool shared) {
    word_add(&cell->calls, 1, shared);
    word_add(&cell->bytes, bytes, shared);
    if (UNLIKELY(!timing->exists)) {
        word_add(&cell->untimed, 1, shared);
    } else if (UNLIKELY(timing->suspect != TIMING_GOOD)) {
        word_add(&cell->suspect, 1, shared);
    } else {
        uint64_t nanos = timing->stop_gpu - timing->start_gpu;
        word_add(&cell->buckets[duration_bucket(nanos)], 1, shared);
        word_add(&cell->sum_nanos, nanos, shared);
        if (timing->fused) {
            word_add(&cell->fused, 1, shared);
        }
    }
}

static void write_series(const operation_t *operation, const timing_t *timing) {
    if (UNLIKELY(operation->series == NO_SERIES || operation->counted)) {
        return;
    }
    shm_series_cell_t *cell = series_cell(operation->series);
    if (LIKELY((operation->series & SERIES_SHARED) == 0)) {
        add_to_cell(cell, timing, operation->bytes, false);
    } else {
        add_to_cell(cell, timing, operation->bytes, true);
    }
}

static void write_channels(const operation_t *operation, const timing_t *timing,
                           const communicator_t *communicator) {
    shm_channel_t *rows = &plugin.shm.channels[(uint32_t)communicator->row * CHANNELS_MAX];
    const uint64_t first_start = timing->start_gpu;
    const uint64_t last_stop = timing->stop_gpu;
    for (uint64_t rest = timing->channels; rest != 0; rest &= rest - 1) {
        size_t channel = (size_t)(unsigned)__builtin_ctzll(rest);
        uint64_t start_gpu = word_get(&operation->stamps[channel].start_gpu);
        uint64_t stop_gpu = word_get(&operation->stamps[channel].stop_gpu);
        shm_channel_t *row = &rows[channel];
        word_add_own(&row->operations, 1);
        word_add_own(&row->start_lag_nanos, start_gpu - first_start);
        word_add_own(&row->stop_lag_nanos, last_stop - stop_gpu);
        word_add_own(&row->busy_nanos, stop_gpu - start_gpu);
    }
}

static ALWAYS_INLINE void add_to_row(shm_communicator_t *row, const timing_t *timing,
                                     enum finish how, bool shared) {
    word_add(&row->operations_done, 1, shared);
    word_add(&row->callbacks, (uint64_t)CALLBACKS_A_CHANNEL * timing->channel_count, shared);
    if (UNLIKELY(how == FINISH_SETTLED)) {
        word_add(&row->operations_settled, 1, shared);
    }
}

static void write_communicator(const operation_t *operation, const timing_t *timing,
                               communicator_t *communicator, enum finish how, uint64_t now) {
    shm_communicator_t *row = communicator_published(communicator);
    word_set(&row->last_done_monotonic_nanos, now);
    if (LIKELY(operation->ordinal > word_get(&row->last_done_ordinal))) {
        word_set(&row->last_done_ordinal, operation->ordinal);
    }
    if (UNLIKELY(operation->shared)) {
        add_to_row(row, timing, how, true);
        return;
    }
    add_to_row(row, timing, how, false);
    if (LIKELY(timing->exists && timing->suspect == TIMING_GOOD)) {
        busy_time_t *busy = &communicator->busy_time;
        word_add_own(&row->busy_nanos, busy_time_add(busy, timing->start_gpu, timing->stop_gpu));
        word_set(&row->busy_until_gpu, busy_time_until(busy));
        write_channels(operation, timing, communicator);
    }
}

static void write_record(const operation_t *operation, const timing_t *timing,
                         const communicator_t *communicator, enum finish how) {
    if (UNLIKELY(!op_ring_keeps(operation, communicator->hash, word_get(&plugin.ring_shift)))) {
        word_add_shared(&plugin.shm.ring_head->left_out, 1);
        return;
    }
    uint64_t flags = how == FINISH_SETTLED ? SHM_RECORD_SETTLED : 0;
    if (timing->exists) {
        flags |= timing->suspect == TIMING_GOOD ? SHM_RECORD_TIMED : SHM_RECORD_SUSPECT;
        flags |= timing->fused ? SHM_RECORD_FUSED : 0;
    }
    op_ring_write(operation, timing->start_gpu, timing->stop_gpu,
                  operation->packed | (uint64_t)timing->channel_count << 48 | flags << 56);
}

/* Frees the slot. Its private words are as for an operation that has not started yet. */
static void release(operation_t *operation, shm_slot_t *slot) {
    uint32_t generation = word_get(&operation->live);
    operation->awaits_stamp = 0;
    operation->may_start = 0;
    operation->superseder = 0;
    operation->missing_stamp = false;
    operation->stop_before_start = false;
    /* Pairs with the acquire load of done_generation in readers: the counters are complete. */
    word_publish(&slot->done_generation, generation);
    /* Pairs with the claim of the slot for its next operation. */
    word_publish(&operation->live, GENERATION_FREE);
}

/* Now, to the kernel's last tick, and no earlier than the operation's own beginning. */
static inline uint64_t time_of_completion(const operation_t *operation) {
    uint64_t now = monotonic_nanos_coarse();
    return now > operation->enqueued_monotonic_nanos ? now : operation->enqueued_monotonic_nanos;
}

static void finish(operation_t *operation, uint32_t index, enum finish how) {
    uint64_t now = time_of_completion(operation);
    shm_slot_t *slot = &plugin.shm.slots[index];
    communicator_t *communicator = &plugin.communicators[operation->communicator];
    timing_t timing = take_timing(operation, slot);
    leave_communicator(operation, communicator, timing.channels);
    if (LIKELY(timing.exists)) {
        timing_judge(&timing, operation, index, now);
        if (UNLIKELY(timing.suspect != TIMING_GOOD)) {
            plugin_count(timing.suspect);
        }
    }
    write_series(operation, &timing);
    write_communicator(operation, &timing, communicator, how, now);
    write_record(operation, &timing, communicator, how);
    release(operation, slot);
}

/* An operation that lost a stop event would look stuck for ever. Once an operation has finished
 * that came after the one which superseded it, nothing can be outstanding. */
static void settle_overtaken(communicator_t *communicator, uint64_t finished_ordinal) {
    while (communicator->oldest != 0) {
        uint32_t slot = communicator->oldest - 1;
        operation_t *operation = &plugin.operations[slot];
        if (operation->superseder == 0 || operation->superseder >= finished_ordinal) {
            return;
        }
        finish(operation, slot, FINISH_SETTLED);
    }
}

nccl_result_t operation_finish(operation_t *operation, uint32_t slot, enum finish how) {
    communicator_t *communicator = &plugin.communicators[operation->communicator];
    uint64_t ordinal = operation->ordinal;
    finish(operation, slot, how);
    if (UNLIKELY(communicator->oldest != 0) && how == FINISH_DONE) {
        settle_overtaken(communicator, ordinal);
    }
    return NCCL_SUCCESS;
}

void operations_settle_all(uint64_t context) {
    uint32_t window = word_get(&plugin.slot_window);
    for (uint32_t slot = 0; slot < window; slot++) {
        operation_t *operation = &plugin.operations[slot];
        /* Pairs with the release at the end of operation_start. */
        if (word_get_acquire(&operation->live) >= GENERATION_TOP &&
            word_get(&operation->context_serial) == context_serial(context)) {
            finish(operation, slot, FINISH_SETTLED);
        }
    }
}
