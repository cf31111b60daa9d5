/* SPDX-License-Identifier: Apache-2.0 */
/* Bounds on the offset between host and GPU clock. See host_clock.h. */
#include "host_clock.h"

/* Far more than any clock, and safe to add and subtract. */
#define DIFFERENCE_NANOS_MAX ((INT64_C(1) << 62) - (INT64_C(1) << 58))

static int64_t difference(uint64_t left, uint64_t right) {
    int64_t nanos = (int64_t)(left - right);
    if (nanos > DIFFERENCE_NANOS_MAX) {
        return DIFFERENCE_NANOS_MAX;
    }
    return nanos < -DIFFERENCE_NANOS_MAX ? -DIFFERENCE_NANOS_MAX : nanos;
}

#define SPAN_WANTED_NANOS_MAX (UINT64_C(1) << 60)

/* Bounds that contradict each other: the clocks were not what they seemed. */
static void restart(host_clock_t *clock, int64_t least, int64_t most, uint64_t now) {
    if (clock->span_wanted_nanos < SPAN_WANTED_NANOS_MAX) {
        clock->span_wanted_nanos *= HOST_CLOCK_DISTRUST;
    }
    clock->contradicted = 0;
    clock->offset_min = least;
    clock->offset_max = most;
    clock->since_nanos = now;
    clock->updated_nanos = now;
    clock->operations = 1;
}

/* Old bounds give way a little, for the clocks may drift. */
static void relax(host_clock_t *clock, uint64_t now) {
    int64_t drift = difference(now, clock->updated_nanos) >> HOST_CLOCK_DRIFT_SHIFT;
    if (drift > 0) {
        clock->offset_min -= drift;
        clock->offset_max += drift;
        clock->updated_nanos = now;
    }
}

void host_clock_learn(host_clock_t *clock, uint64_t enqueued, uint64_t start_gpu, uint64_t stop_gpu,
                      uint64_t now) {
    int64_t least = difference(enqueued, start_gpu);
    int64_t most = difference(now, stop_gpu);
    if (UNLIKELY(clock->operations == 0)) {
        restart(clock, least, most, now);
        clock->span_wanted_nanos = HOST_CLOCK_SPAN_NANOS_MIN;
        return;
    }
    clock->contradicted = 0;
    relax(clock, now);
    clock->offset_min = least > clock->offset_min ? least : clock->offset_min;
    clock->offset_max = most < clock->offset_max ? most : clock->offset_max;
    clock->operations += clock->operations < HOST_CLOCK_OPERATIONS_MIN;
    if (UNLIKELY(clock->offset_min > clock->offset_max + HOST_CLOCK_TOLERANCE_NANOS)) {
        restart(clock, least, most, now);
    }
}

bool host_clock_contradicts(host_clock_t *clock, uint64_t enqueued, uint64_t start_gpu,
                            uint64_t now) {
    relax(clock, now);
    int64_t span = difference(clock->updated_nanos, clock->since_nanos);
    int64_t width = clock->offset_max - clock->offset_min;
    bool comparable = clock->operations >= HOST_CLOCK_OPERATIONS_MIN &&
                      span >= (int64_t)clock->span_wanted_nanos &&
                      span / HOST_CLOCK_SPAN_RATIO >= width;
    int64_t least = difference(enqueued, start_gpu);
    if (!comparable || least <= clock->offset_max + HOST_CLOCK_EARLY_NANOS_MAX) {
        return false;
    }
    if (++clock->contradicted > HOST_CLOCK_CONTRADICTIONS_MAX) {
        restart(clock, least, least, now);
        return false;
    }
    return true;
}
