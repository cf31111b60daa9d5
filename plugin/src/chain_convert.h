/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the version NCCL speaks to the older one of the chained plugin, as NCCL's own shims do it:
 * fields that the older version has not are left out, its parent of an operation is the group, and
 * what was removed in between is zero. Versions 5 to 7 need no conversion: an older one is the
 * beginning of a newer one. Nothing is stored; any thread.
 */
#ifndef LOCKSTEP_CHAIN_CONVERT_H
#define LOCKSTEP_CHAIN_CONVERT_H

#include <stdbool.h>

#include "../include/nccl_profiler_abi.h"
#include "../include/nccl_profiler_abi_v2.h"

/* Room for one descriptor on its way from version 7 to version 2. */
typedef struct {
    nccl_event_v4_t v4;
    nccl_event_v3_t v3;
    nccl_event_v2_t v2;
} chain_descriptors_t;

/* Room for state arguments, which have two words at most. */
typedef struct {
    uint64_t words[2];
} chain_state_t;

/* The event as `to` has it: itself, or what `room` holds now. */
void *chain_convert_event(void *event, int from, int to, chain_descriptors_t *room);

/* Whether a state exists in version `to`. */
bool chain_state_is_known(int state, int from, int to);

/* The arguments as `to` has them; may be NULL where NCCL gives NULL to that version, too. */
nccl_event_state_t *chain_convert_state(int state, nccl_event_state_t *arguments, int from, int to,
                                        chain_state_t *room);

#endif
