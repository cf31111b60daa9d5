/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The end of an operation: its timing is judged, its series, communicator and channels are written,
 * a record goes to the ring, and its slot becomes free. Channel thread, or finalize once that is
 * gone.
 *
 * Order, for readers that add operations which look settled but were not counted yet: the slot's
 * masks are zeroed before the first counter changes, and done_generation is published after the
 * last one. So a slot that still shows its masks after the counters were read was not in them.
 */
#ifndef LOCKSTEP_COMPLETION_H
#define LOCKSTEP_COMPLETION_H

#include <stdint.h>

#include "../include/nccl_profiler_abi.h"
#include "state.h"

enum finish {
    FINISH_DONE,    /* all its channels have stopped */
    FINISH_SETTLED, /* only a later operation or the communicator's end shows that it is over */
};

/* Answers for the callback that saw the end. */
OUT_OF_LINE nccl_result_t operation_finish(operation_t *operation, uint32_t slot, enum finish how);

/* Ends whatever a communicator still has in flight. Finalize only. */
void operations_settle_all(uint64_t context);

#endif
