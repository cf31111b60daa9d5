/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether an operation's stamps can be true, and whether they are its own or those of a batch. NCCL
 * stamps all works of a batch with the batch's start and end, and after an unreported Broadcast it
 * may hand out an earlier operation's stamps. Channel thread.
 */
#ifndef LOCKSTEP_TIMING_H
#define LOCKSTEP_TIMING_H

#include <stdbool.h>
#include <stdint.h>

#include "state.h"

enum {
    TIMING_GOOD = 0
}; /* else enum shm_counter: SHM_SUSPECT_... */

typedef struct {
    uint64_t start_gpu; /* of the first channel */
    uint64_t stop_gpu;  /* of the last one */
    uint64_t channels;  /* bit per channel used */
    uint32_t channel_count;
    uint32_t suspect;   /* TIMING_GOOD, or the counter of what is wrong */
    bool exists;        /* false: an operation without stamps, as all of API v3 */
    bool fused;         /* shares its stamps with others of its group */
} timing_t;

/* Judges the stamps of an operation that was seen to be done just now, which is no earlier than
 * `now`. */
void timing_judge(timing_t *timing, const operation_t *operation, uint32_t slot, uint64_t now);

#endif
