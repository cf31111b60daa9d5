/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The union of a communicator's spans, as they come: mostly one after the other, sometimes
 * overlapping, now and then one that began before another that was done first. The last few
 * stretches are remembered, so such a late one still adds exactly what was not covered. Channel
 * thread.
 */
#ifndef LOCKSTEP_BUSY_TIME_H
#define LOCKSTEP_BUSY_TIME_H

#include <stdint.h>

enum {
    BUSY_STRETCHES = 4
};

typedef struct {
    uint64_t from;
    uint64_t until; /* 0 = unused */
} busy_stretch_t;

/* Zero is an empty union. */
typedef struct {
    busy_stretch_t stretches[BUSY_STRETCHES];
    uint32_t newest; /* the one that ends last; those before it, in a circle, end ever earlier */
} busy_time_t;

/* Adds a span that is not the newest stretch's continuation. */
uint64_t busy_time_add_slowly(busy_time_t *busy, uint64_t from, uint64_t until);

/* Adds a span and returns by how much the union grew. */
static inline uint64_t busy_time_add(busy_time_t *busy, uint64_t from, uint64_t until) {
    uint64_t *newest_until = &busy->stretches[busy->newest].until;
    if (from <= *newest_until && from >= busy->stretches[busy->newest].from) {
        uint64_t added = until > *newest_until ? until - *newest_until : 0;
        *newest_until += added;
        return added;
    }
    if (from > *newest_until) {
        busy->newest = (busy->newest + 1) % BUSY_STRETCHES;
        busy->stretches[busy->newest].from = from;
        busy->stretches[busy->newest].until = until;
        return until - from;
    }
    return busy_time_add_slowly(busy, from, until);
}

static inline uint64_t busy_time_until(const busy_time_t *busy) {
    return busy->stretches[busy->newest].until;
}

#endif
