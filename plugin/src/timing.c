/* SPDX-License-Identifier: Apache-2.0 */
/* Judging stamps: against themselves, the channels' past and the host's clock. See timing.h. */
#include "timing.h"

#include "host_clock.h"
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

/* Compares each channel with its previous operation, if that came earlier in the communicator's
 * order. Stamps of the same batch agree on a shared channel; otherwise a channel does one work
 * after another. */
static bool overlaps_channels(const communicator_t *communicator, const operation_t *operation,
                              uint64_t channels) {
    for (uint64_t rest = channels; rest != 0; rest &= rest - 1) {
        uint32_t channel = (uint32_t)__builtin_ctzll(rest);
        const channel_past_t *past = &communicator->channel_past[channel];
        uint64_t start_gpu = operation->stamps[channel].start_gpu;
        bool same_kernel = operation->group != 0 && past->group == operation->group;
        if (start_gpu < past->stop_gpu && past->ordinal < operation->ordinal && !same_kernel) {
            return true;
        }
    }
    return false;
}

/* Lets the operation be its channels' past although its stamps contradict the past so far: one
 * stamp that lies far in the future must not make every later operation suspect. */
static void forget_past(const timing_t *timing, const operation_t *operation,
                        communicator_t *communicator) {
    uint64_t latest = timing->stop_gpu;
    for (uint32_t channel = 0; channel < CHANNELS_MAX; channel++) {
        channel_past_t *past = &communicator->channel_past[channel];
        if ((timing->channels >> channel & 1) != 0) {
            past->stop_gpu = operation->stamps[channel].stop_gpu;
            past->group = operation->group;
            past->ordinal = operation->ordinal;
        }
        latest = past->stop_gpu > latest ? past->stop_gpu : latest;
    }
    communicator->latest_stop_gpu = latest;
    communicator->busy_time = (busy_time_t){0};
}

static void judge_against_past(timing_t *timing, const operation_t *operation,
                               communicator_t *communicator) {
    stamp_past_t *past =
        timing->stop_gpu > timing->start_gpu ? find_past(communicator, timing) : NULL;
    if (past != NULL && past->group == operation->group && past->group != 0) {
        timing->fused = true;
        mark_fused(past);
    } else if (past != NULL && past->ordinal < operation->ordinal) {
        timing->suspect = SHM_SUSPECT_REPEATED_STAMPS;
    } else if (overlaps_channels(communicator, operation, timing->channels)) {
        timing->suspect = SHM_SUSPECT_OVERLAPS_PREVIOUS;
        forget_past(timing, operation, communicator);
    }
}

static void remember(const timing_t *timing, const operation_t *operation,
                     communicator_t *communicator) {
    uint32_t next = communicator->stamp_history_next;
    communicator->stamp_history[next] = (stamp_past_t){
        .start_gpu = timing->start_gpu,
        .stop_gpu = timing->stop_gpu,
        .group = operation->group,
        .ordinal = operation->ordinal,
        .series = operation->series,
        .fused = timing->fused || operation->counted || operation->series == NO_SERIES,
    };
    communicator->stamp_history_next = (next + 1) % STAMP_HISTORY_ENTRIES;
    for (uint64_t rest = timing->channels; rest != 0; rest &= rest - 1) {
        uint32_t channel = (uint32_t)__builtin_ctzll(rest);
        channel_past_t *past = &communicator->channel_past[channel];
        past->stop_gpu = operation->stamps[channel].stop_gpu;
        past->group = operation->group;
        past->ordinal = operation->ordinal;
    }
    if (timing->stop_gpu > communicator->latest_stop_gpu) {
        communicator->latest_stop_gpu = timing->stop_gpu;
    }
}

void timing_judge(timing_t *timing, const operation_t *operation, communicator_t *communicator,
                  uint64_t now) {
    if (UNLIKELY(operation->missing_stamp)) {
        timing->suspect = SHM_SUSPECT_MISSING_STAMP;
    } else if (UNLIKELY(operation->stop_before_start || timing->stop_gpu < timing->start_gpu)) {
        timing->suspect = SHM_SUSPECT_STOP_BEFORE_START;
    } else if (UNLIKELY(timing->start_gpu < communicator->latest_stop_gpu)) {
        judge_against_past(timing, operation, communicator);
    }
    if (timing->suspect != TIMING_GOOD) {
        return;
    }
    host_clock_t *clock = &communicator->host_clock;
    if (UNLIKELY(word_get(&communicator->broadcast_unreported) != 0) &&
        host_clock_contradicts(clock, operation->enqueued_monotonic_nanos, timing->start_gpu,
                               now)) {
        timing->suspect = SHM_SUSPECT_AFTER_BROADCAST;
        return;
    }
    host_clock_learn(clock, operation->enqueued_monotonic_nanos, timing->start_gpu,
                     timing->stop_gpu, now);
    remember(timing, operation, communicator);
}
