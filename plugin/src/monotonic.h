/* SPDX-License-Identifier: Apache-2.0 */
/* The one clock of the plugin. Two reads an operation: at its start, and to the kernel's last tick
 * when it is done. */
#ifndef LOCKSTEP_MONOTONIC_H
#define LOCKSTEP_MONOTONIC_H

#include <stdint.h>
#include <time.h>

static inline uint64_t clock_nanos(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static inline uint64_t monotonic_nanos(void) {
    return clock_nanos(CLOCK_MONOTONIC);
}

/* The same clock as of the last tick, 1 to 10 ms ago: a quarter of the cost. */
static inline uint64_t monotonic_nanos_coarse(void) {
    return clock_nanos(CLOCK_MONOTONIC_COARSE);
}

#endif
