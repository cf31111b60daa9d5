/* SPDX-License-Identifier: Apache-2.0 */
/* Spans that began before the newest stretch. See busy_time.h. */
#include "busy_time.h"

static uint64_t later(uint64_t left, uint64_t right) {
    return left > right ? left : right;
}

static uint64_t earlier(uint64_t left, uint64_t right) {
    return left < right ? left : right;
}

/* Joins all stretches that touch the span into the newest place if they include it, else into the
 * first of them; a span that touches none is older than the newest and takes the place of the
 * oldest. */
uint64_t busy_time_add_slowly(busy_time_t *busy, uint64_t from, uint64_t until) {
    uint64_t added = until - from;
    uint64_t joined_from = from;
    uint64_t joined_until = until;
    uint32_t place = BUSY_STRETCHES;
    uint32_t oldest = (busy->newest + 1) % BUSY_STRETCHES;
    for (uint32_t step = 0; step < BUSY_STRETCHES; step++) {
        uint32_t i = (busy->newest + BUSY_STRETCHES - step) % BUSY_STRETCHES;
        uint64_t stretch_from = busy->stretches[i].from;
        uint64_t stretch_until = busy->stretches[i].until;
        if (stretch_until < from || stretch_from > until) {
            continue;
        }
        added -= earlier(stretch_until, until) - later(stretch_from, from);
        joined_from = earlier(joined_from, stretch_from);
        joined_until = later(joined_until, stretch_until);
        busy->stretches[i].until = 0;
        busy->stretches[i].from = 0;
        place = place == BUSY_STRETCHES ? i : place;
    }
    place = place == BUSY_STRETCHES ? oldest : place;
    busy->stretches[place].from = joined_from;
    busy->stretches[place].until = joined_until;
    return added;
}
