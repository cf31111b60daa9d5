/* SPDX-License-Identifier: Apache-2.0 */
/* Bounds on the offset between host and GPU clock. See host_clock.h. */
#include "host_clock.h"

/* Far more than any clock, and safe to add and subtract. */
#define DIFFERENCE_NANOS_MAX (INT64_C(1) << 60)

static int64_t difference(uint64_t left, uint64_t right) {
    int64_t nanos = (int64_t)(left - right);
    if (nanos > DIFFERENCE_NANOS_MAX) {
        return DIFFERENCE_NANOS_MAX;
    }
    return nanos < -DIFFERENCE_NANOS_MAX ? -DIFFERENCE_NANOS_MAX : nanos;
}

static void restart(host_clock_t *clock, int64_t least, int64_t most, uint64_t now) {
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
        return;
    }
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
                      span >= HOST_CLOCK_SPAN_NANOS_MIN && span / HOST_CLOCK_SPAN_RATIO >= width;
    return comparable &&
           difference(enqueued, start_gpu) > clock->offset_max + HOST_CLOCK_EARLY_NANOS_MAX;
}
