/* SPDX-License-Identifier: Apache-2.0 */
/* Spans that began before the newest stretch. See busy_time.h. */
#include "busy_time.h"

#include <stdbool.h>

/* The place of the stretch that ends last, for step 0, and of ever earlier ones. */
static uint32_t place_of(const busy_time_t *busy, uint32_t step) {
    return (busy->newest + BUSY_STRETCHES - step) % BUSY_STRETCHES;
}

static uint64_t later(uint64_t left, uint64_t right) {
    return left > right ? left : right;
}

static uint64_t earlier(uint64_t left, uint64_t right) {
    return left < right ? left : right;
}

/* Joins the span with all stretches that it touches and puts the result where it belongs by its end,
 * so that the stretches stay in order: the place after the newest is the one that ends first, which a
 * newer stretch takes over. If there are too many, the one that ends first is forgotten. */
uint64_t busy_time_add_slowly(busy_time_t *busy, uint64_t from, uint64_t until) {
    busy_stretch_t joined = {from, until};
    busy_stretch_t apart[BUSY_STRETCHES]; /* those that it does not touch, latest first */
    uint32_t count = 0;
    uint64_t added = until - from;
    for (uint32_t step = 0; step < BUSY_STRETCHES; step++) {
        busy_stretch_t stretch = busy->stretches[place_of(busy, step)];
        if (stretch.until < from || stretch.from > until) {
            apart[count++] = stretch;
            continue;
        }
        added -= earlier(stretch.until, until) - later(stretch.from, from);
        joined.from = earlier(joined.from, stretch.from);
        joined.until = later(joined.until, stretch.until);
    }
    uint32_t next = 0;
    bool placed = false;
    for (uint32_t step = 0; step < BUSY_STRETCHES; step++) {
        busy_stretch_t stretch = {0, 0};
        if (!placed && (next == count || apart[next].until < joined.until)) {
            stretch = joined;
            placed = true;
        } else if (next < count) {
            stretch = apart[next++];
        }
        busy->stretches[place_of(busy, step)] = stretch;
    }
    return added;
}
