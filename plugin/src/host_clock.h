/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a communicator's GPU clock follows the host's, and then how far apart they are. An
 * operation starts on the GPU no earlier than it is enqueued and is seen to be done no earlier than
 * it stops, so each one bounds the offset (host minus GPU) from both sides. Bounds that keep
 * agreeing show that both clocks run alike; a driver whose GPU clock has nothing to do with host
 * time soon contradicts itself, and then no conclusion is ever drawn. Channel thread.
 */
#ifndef LOCKSTEP_HOST_CLOCK_H
#define LOCKSTEP_HOST_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "state.h"

enum {
    HOST_CLOCK_OPERATIONS_MIN = 32,
    HOST_CLOCK_SAMPLE_NANOS = 16 * 1024,
    HOST_CLOCK_SPAN_NANOS_MIN = 10 * 1000 * 1000,
    /* The start callback follows the kernel launch by some tens of microseconds. */
    HOST_CLOCK_TOLERANCE_NANOS = 100 * 1000,
    /* Each contradiction makes this many times more agreement necessary: a driver that makes its
     * stamps up contradicts itself all the time, a thread that lost its core between launch and
     * callback does now and then. */
    HOST_CLOCK_DISTRUST = 8,
    /* No run of stale stamps is this long while good ones never come between: the clock was set. */
    HOST_CLOCK_CONTRADICTIONS_MAX = 1024,
    /* Clocks may drift apart by 1 / 2^13, about 120 ppm: more than any pair of sane oscillators. */
    HOST_CLOCK_DRIFT_SHIFT = 13,
    /* The bounds must be 64 times nearer to each other than the time they have held. */
    HOST_CLOCK_SPAN_RATIO = 64,
    /* A thread that loses its core between launch and callback makes a good stamp look early; it
     * gets its turn again within a few slices of some milliseconds. */
    HOST_CLOCK_EARLY_NANOS_MAX = 10 * 1000 * 1000,
};

/* Whether it is time for more evidence: a sample says as much as every operation of a burst. `now`
 * may lie before the last one. */
static inline bool host_clock_wants(const host_clock_t *clock, uint64_t now) {
    return now >= clock->updated_nanos + HOST_CLOCK_SAMPLE_NANOS;
}

/* Takes an operation's evidence. Not for stamps that are known to be wrong. */
void host_clock_learn(host_clock_t *clock, uint64_t enqueued, uint64_t start_gpu, uint64_t stop_gpu,
                      uint64_t now);

/* Whether a start stamp lies before the enqueue by more than any delay explains. False whenever the
 * clocks cannot be compared. */
bool host_clock_contradicts(host_clock_t *clock, uint64_t enqueued, uint64_t start_gpu,
                            uint64_t now);

#endif
