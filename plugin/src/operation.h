/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The start of an operation: what kind it is, which series it belongs to, and a slot to follow it
 * in. Enqueuing threads; two of them may start operations of one communicator at the same time.
 */
#ifndef LOCKSTEP_OPERATION_H
#define LOCKSTEP_OPERATION_H

#include <stdint.h>

#include "series.h"
#include "state.h"

/* Records the start of a Coll, P2p or CeColl event and returns its handle, never 0. */
uint64_t operation_start(communicator_t *communicator, uint32_t context_serial,
                         const operation_request_t *request);

/* Counts the call of an operation that the caller has claimed and that never started, and frees its
 * slot for readers; `generation` is what `live` was. */
void operation_give_up(operation_t *operation, uint32_t slot, uint32_t generation);

/* Counts a call that no channel will ever time. */
void operation_count_untimed(communicator_t *communicator, series_name_t name, uint64_t bytes);

#endif
