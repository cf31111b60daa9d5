/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CollApi events under their GroupApi, to notice the calls that NCCL reports and then says nothing
 * more about: Broadcast in 2.30, symmetric kernels before API v7. A call without a Coll child by
 * the stop of its GroupApi is counted as call-only.
 *
 * With a non-blocking communicator the Coll comes later, from another thread. The first time that
 * happens the call has been counted already: the operation is then recorded in the ring, the busy
 * time and the channels, but not in a series, so that calls stay exact. From then on the
 * communicator counts as asynchronous and its calls are judged only when their entry is needed
 * again, or at finalize.
 *
 * Application threads; a group's calls come from one thread, their children from any.
 */
#ifndef LOCKSTEP_API_CALLS_H
#define LOCKSTEP_API_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "handle.h"
#include "state.h"

typedef struct {
    const char *function;
    const char *datatype;
    uint64_t count;
    bool graph_captured;
} api_call_request_t;

enum api_call_state {
    API_CALL_FREE = 0,
    API_CALL_CLAIMED = 1,   /* being filled */
    API_CALL_OPEN = 2,      /* no child so far */
    API_CALL_HAS_CHILD = 3, /* or needs none: calls under graph capture are counted at replay */
    API_CALL_COUNTING = 4,  /* being counted as call-only */
    API_CALL_COUNTED = 5,
};

uint64_t api_group_start(void);
OUT_OF_LINE void api_group_stop(uint64_t group);

uint64_t api_call_start(communicator_t *communicator, uint64_t context, uint64_t group,
                        const api_call_request_t *request);

enum api_call_state api_call_take_child_of(communicator_t *communicator, uint64_t call);

/* Tells a call that it has a child. Returns what the call was before; API_CALL_FREE for a parent
 * that is no call of ours or an old one, which is normal for replays of a graph. */
static inline enum api_call_state api_call_take_child(communicator_t *communicator,
                                                      uint64_t parent) {
    return handle_kind(parent) == HANDLE_COLL_API ? api_call_take_child_of(communicator, parent)
                                                  : API_CALL_FREE;
}

/* Counts what an asynchronous communicator left open. Finalize only. */
void api_calls_close(uint64_t context);

#endif
