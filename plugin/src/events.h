/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every API version's callbacks come down to, once plugin.c has translated them. Any thread,
 * except that a communicator's channel events come one at a time.
 */
#ifndef LOCKSTEP_EVENTS_H
#define LOCKSTEP_EVENTS_H

#include "../include/nccl_profiler_abi.h"
#include "api_calls.h"
#include "state.h"

OUT_OF_LINE bool event_is_refused_for(uint64_t type);

/* Whether an event of this type is one that nobody here follows: it is counted by reason, without a
 * look at its parent or its context, which may be another process's pointers. */
static inline bool event_is_refused(uint64_t type) {
    return type != NCCL_EVENT_COLL && event_is_refused_for(type);
}

/* Each returns the handle for NCCL; 0 = none. */
uint64_t event_start_group(uint64_t context);
uint64_t event_start_proxy_op(uint64_t context, const nccl_proxy_op_t *event);
uint64_t event_start_coll_api(uint64_t context, uint64_t group, const api_call_request_t *request);
uint64_t event_start_operation(uint64_t context, operation_request_t *request);

/* The communicator of a context, or NULL, which is counted. */
communicator_t *event_communicator(uint64_t context);

#endif
