/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a duration in nanoseconds to its Prometheus native-histogram bucket (schema 3, in seconds):
 * the position of the highest bit and the three bits below it choose where to look, and at most two
 * comparisons with exact bounds remain. Pure.
 */
#ifndef LOCKSTEP_DURATION_BUCKET_H
#define LOCKSTEP_DURATION_BUCKET_H

#include <stdint.h>

#include "../include/shm_layout.h"
#include "duration_bounds.h"

static inline uint32_t duration_bucket(uint64_t nanos) {
    uint64_t value = nanos | 8; /* everything below 16 ns is in bucket 0 anyway */
    unsigned octave = 63u - (unsigned)__builtin_clzll(value);
    uint32_t bucket = duration_first_bucket[octave][value >> (octave - 3) & 7];
    while (nanos > duration_bounds[bucket]) {
        bucket++;
    }
    return bucket;
}

#endif
