/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ring of finished operations. Any completing thread takes the next number and fills that
 * entry; a reader takes an entry as record n if its number is n before and after the copy and n is
 * still within a ring's length of `reserved` read after the copy. What it missed it can count
 * exactly.
 */
#ifndef LOCKSTEP_OP_RING_H
#define LOCKSTEP_OP_RING_H

#include <stdint.h>

#include "state.h"

static inline void op_ring_write(const operation_t *operation, uint64_t start_gpu,
                                 uint64_t stop_gpu, uint64_t packed) {
    uint64_t number = word_add_shared(&plugin.shm.ring_head->reserved, 1);
    shm_record_t *record = &plugin.shm.ring[number & (plugin.shm.capacity.ring - 1)];
    word_set(&record->number, 0);
    words_release_fence(); /* Pairs with the reader's fence before its second look at number. */
    word_set(&record->enqueued_monotonic_nanos, operation->enqueued_monotonic_nanos);
    word_set(&record->start_gpu, start_gpu);
    word_set(&record->stop_gpu, stop_gpu);
    word_set(&record->bytes, operation->bytes);
    word_set(&record->ordinal, operation->ordinal);
    word_set(&record->sequence, operation->sequence);
    word_set(&record->packed, packed);
    word_publish(&record->number, number + 1); /* Pairs with the reader's first look at number. */
    /* The next record's line was last touched a whole ring ago: have it come while NCCL goes on. */
    __builtin_prefetch(&plugin.shm.ring[(number + 1) & (plugin.shm.capacity.ring - 1)], 1);
}

#endif
