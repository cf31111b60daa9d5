/* SPDX-License-Identifier: Apache-2.0 */
/* Judging stamps: against themselves, the channels' past and the host's clock. See timing.h. */
#include "timing.h"

#include <string.h>

#include "host_clock.h"
#include "monotonic.h"
#include "series.h"

/* An operation that had this pair of stamps under another group, or one of the same group. */
static stamp_past_t *find_past(communicator_t *communicator, const timing_t *timing) {
    for (uint32_t i = 0; i < STAMP_HISTORY_ENTRIES; i++) {
        stamp_past_t *past = &communicator->stamp_history[i];
        if (past->start_gpu == timing->start_gpu && past->stop_gpu == timing->stop_gpu) {
            return past;
        }
    }
    return NULL;
}

/* The first of a batch is known as such only now that a second one shows the same stamps. */
static void mark_fused(stamp_past_t *past) {
    if (!past->fused) {
        past->fused = true;
        word_add(&series_cell(past->series)->fused, 1, (past->series & SERIES_SHARED) != 0);
    }
}

/* Whether an operation starts on a channel before an earlier one stopped there. The earlier one's
 * stamps lie in its slot as long as no other operation has taken that; afterwards nothing can be
 * said. */
static bool overlaps(const operation_t *operation, const stamp_past_t *past, uint64_t channels) {
    const operation_t *earlier = &plugin.operations[past->slot];
    bool found = false;
    for (uint64_t rest = channels & past->channels; rest != 0 && !found; rest &= rest - 1) {
        uint32_t channel = (uint32_t)__builtin_ctzll(rest);
        found = word_get(&operation->stamps[channel].start_gpu) <
                word_get(&earlier->stamps[channel].stop_gpu);
    }
    return found && word_get_acquire(&plugin.shm.slots[past->slot].generation) == past->generation;
}

/* A channel does one work after another, in the communicator's order; works of one group may share
 * their stamps, even on some of their channels only. */
static bool overlaps_any(const communicator_t *communicator, const operation_t *operation,
                         const timing_t *timing) {
    for (uint32_t i = 0; i < STAMP_HISTORY_ENTRIES; i++) {
        const stamp_past_t *past = &communicator->stamp_history[i];
        bool same_kernel = operation->group != 0 && past->group == operation->group;
        if (timing->start_gpu < past->stop_gpu && past->ordinal < operation->ordinal &&
            !same_kernel && overlaps(operation, past, timing->channels)) {
            return true;
        }
    }
    return false;
}

static void remember(const timing_t *timing, const operation_t *operation, uint32_t slot,
                     communicator_t *communicator) {
    uint32_t next = communicator->stamp_history_next;
    communicator->stamp_history[next] = (stamp_past_t){
        .start_gpu = timing->start_gpu,
        .stop_gpu = timing->stop_gpu,
        .group = operation->group,
        .ordinal = operation->ordinal,
        .channels = timing->channels,
        .slot = slot,
        .generation = word_get(&operation->live),
        .series = operation->series,
        .fused = timing->fused || operation->counted || operation->series == NO_SERIES,
    };
    communicator->stamp_history_next = (next + 1) % STAMP_HISTORY_ENTRIES;
    if (timing->stop_gpu > communicator->latest_stop_gpu) {
        communicator->latest_stop_gpu = timing->stop_gpu;
    }
}

/* Begins a new past, although this operation's stamps contradict the old one: a single stamp that
 * lies far in the future must not make every later operation suspect. */
static void start_over(const timing_t *timing, const operation_t *operation, uint32_t slot,
                       communicator_t *communicator) {
    memset(communicator->stamp_history, 0, sizeof communicator->stamp_history);
    communicator->busy_time = (busy_time_t){0};
    communicator->latest_stop_gpu = 0;
    remember(timing, operation, slot, communicator);
}

static void judge_against_past(timing_t *timing, const operation_t *operation, uint32_t slot,
                               communicator_t *communicator) {
    stamp_past_t *past =
        timing->stop_gpu > timing->start_gpu ? find_past(communicator, timing) : NULL;
    if (past != NULL && past->group == operation->group && past->group != 0) {
        timing->fused = true;
        mark_fused(past);
    } else if (past != NULL && past->ordinal < operation->ordinal) {
        timing->suspect = SHM_SUSPECT_REPEATED_STAMPS;
    } else if (overlaps_any(communicator, operation, timing)) {
        timing->suspect = SHM_SUSPECT_OVERLAPS_PREVIOUS;
        start_over(timing, operation, slot, communicator);
    }
}

/* Against the host's clock, and then for the next ones: what is rare, so only here is the clock read
 * exactly. */
OUT_OF_LINE static void compare_clocks(timing_t *timing, const operation_t *operation,
                                       communicator_t *communicator) {
    host_clock_t *clock = &communicator->host_clock;
    uint64_t now = monotonic_nanos();
    if (word_get(&communicator->broadcast_unreported) != 0 &&
        host_clock_contradicts(clock, operation->enqueued_monotonic_nanos, timing->start_gpu,
                               now)) {
        timing->suspect = SHM_SUSPECT_AFTER_BROADCAST;
        return;
    }
    if (host_clock_wants(clock, now)) {
        host_clock_learn(clock, operation->enqueued_monotonic_nanos, timing->start_gpu,
                         timing->stop_gpu, now);
    }
}

void timing_judge(timing_t *timing, const operation_t *operation, uint32_t slot, uint64_t now) {
    communicator_t *communicator = &plugin.communicators[operation->communicator];
    if (UNLIKELY(operation->missing_stamp)) {
        timing->suspect = SHM_SUSPECT_MISSING_STAMP;
    } else if (UNLIKELY(operation->stop_before_start || timing->stop_gpu < timing->start_gpu)) {
        timing->suspect = SHM_SUSPECT_STOP_BEFORE_START;
    } else if (UNLIKELY(timing->start_gpu < communicator->latest_stop_gpu)) {
        judge_against_past(timing, operation, slot, communicator);
    }
    if (timing->suspect != TIMING_GOOD) {
        return;
    }
    if (UNLIKELY(word_get(&communicator->broadcast_unreported) != 0) ||
        host_clock_wants(&communicator->host_clock, now)) {
        compare_clocks(timing, operation, communicator);
        if (timing->suspect != TIMING_GOOD) {
            return;
        }
    }
    remember(timing, operation, slot, communicator);
}
