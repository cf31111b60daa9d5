/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What NCCL's proxy does on the network: for each channel and direction of an operation a proxy
 * operation, and in it steps, of which at most eight are under way. Proxy thread: one at a time for
 * a communicator.
 *
 *   sends     GPU -> PEER -> NETWORK -> end
 *   receives  PEER -> NETWORK -> FLUSH -> GPU -> end
 *
 * Every step is counted. Reading the clock costs more than all the rest, so only one step of 2^k is
 * timed; which one follows from its number and its operation, so that all steps have their turn.
 */
#ifndef LOCKSTEP_PROXY_H
#define LOCKSTEP_PROXY_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#include "../include/nccl_profiler_abi.h"
#include "handle.h"
#include "state.h"

enum {
    PROXY_OPERATIONS_MAX = 4096, /* under way */
    PROXY_WINDOW_FIRST = 64,
    STEPS_MAX = 8,               /* under way in an operation: NCCL's own limit */
    STEP_ENDED = SHM_STEP_STATES,
    STEP_SHIFT_AT_START = 5,
};

/* Of plugin.step_mask: no number of a step has the top bit, and each generation has. */
#define STEP_MASK_NONE GENERATION_TOP

typedef struct {
    uint32_t number;
    uint8_t state; /* STEP_ENDED: the place is free */
    uint64_t since_nanos; /* in this state; 0 = the step is not timed */
    uint64_t bytes;
} proxy_step_t;

typedef struct proxy_operation {
    alignas(64) _Atomic uint32_t live; /* its generation while under way; 0 free; 1 being claimed */
    uint32_t generation;               /* the last one */
    _Atomic uint32_t context_serial; /* of its communicator; 0 = another process's */
    bool shared; /* other threads write the cell too */
    bool sends;
    bool foreign;
    uint32_t outstanding_steps;
    shm_connection_cell_t *cell;
    proxy_step_t steps[STEPS_MAX];
} proxy_operation_t;

/* The handle of a proxy operation; 0 if it is not followed, which is counted. A context of another
 * process (PXN) is not looked at. */
uint64_t proxy_start(uint64_t context, const nccl_proxy_op_t *event);
void proxy_stop(uint64_t handle);

/* Takes what the network plugin says of a step: which device, and how many bytes. */
void proxy_note_network(uint64_t step, const nccl_net_event_t *event);

/* Ends whatever a communicator has under way; 0 = whatever is other processes'. Finalize only. */
void proxies_end(uint32_t context_serial);

/* The callbacks of steps; start and stop answer for NCCL's. */
OUT_OF_LINE nccl_result_t proxy_step_start(void **handle, uint64_t parent, int32_t number);
OUT_OF_LINE nccl_result_t proxy_step_record(uint64_t handle, int state,
                                            const nccl_event_state_t *arguments);
OUT_OF_LINE nccl_result_t proxy_step_stop(uint64_t handle);

/* Takes a step off whose end nobody will tell any more, and counts it. */
void proxy_step_give_up(proxy_operation_t *operation, proxy_step_t *step);

static inline proxy_operation_t *proxy_of(uint64_t handle) {
    return &plugin.proxies[(uint32_t)(handle >> 12) & plugin.proxy_mask];
}

static inline bool proxy_is(const proxy_operation_t *operation, uint64_t handle) {
    /* Pairs with the release at the end of proxy_start. A live one has the top bit. */
    return word_get_acquire(&operation->live) == handle_generation(handle) && handle >> 63 != 0;
}

#endif
