/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ring of finished operations. Any completing thread takes the next number and fills that
 * entry; a reader takes an entry as record n if its number is n before and after the copy and n is
 * still within a ring's length of `reserved` read after the copy. What it missed it can count
 * exactly.
 */
#ifndef LOCKSTEP_OP_RING_H
#define LOCKSTEP_OP_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "control_line.h"
#include "names.h"
#include "state.h"

/* Spreads what tells one instance of an operation from another over 64 bits. */
static inline uint64_t op_ring_hash(uint64_t communicator_hash, uint64_t function_hash,
                                    uint64_t number) {
    uint64_t value = communicator_hash + function_hash + number * UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

/* Whether sampling keeps an operation: it is the same on all ranks, for it asks for nothing that is
 * not, except for Send and Recv, which have no number in common. */
static inline bool op_ring_keeps(const operation_t *operation, uint64_t communicator_hash,
                                 uint32_t shift) {
    if (LIKELY(shift == 0)) {
        return true;
    }
    uint64_t number =
        operation->sequence == UINT64_MAX ? operation->ordinal : operation->sequence;
    uint64_t function_hash = name_hash((uint8_t)(operation->packed >> 16));
    return shift < RING_SHIFT_NONE &&
           op_ring_hash(communicator_hash, function_hash, number) >> (64 - shift) == 0;
}

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
