/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernel phases (API v7, asked for with LOCKSTEP_KERNEL_PHASES=1): a symmetric kernel tells for each
 * channel how long it waited for the other ranks at its beginning, computed, and waited at its end.
 * Summed by communicator, function and kernel. Channel thread.
 */
#ifndef LOCKSTEP_PHASES_H
#define LOCKSTEP_PHASES_H

#include <stdbool.h>
#include <stdint.h>

#include "../include/nccl_profiler_abi.h"
#include "state.h"

static inline bool phases_are_wanted(void) {
    return plugin.phase_starts != NULL;
}

/* The phase's handle; 0 if it belongs to no channel of an operation in flight, which is counted. */
uint64_t phase_start(uint64_t channel, uint32_t phase, uint64_t start_gpu);

/* The end of a phase; a second one, or one without its operation, is counted as unusable. */
OUT_OF_LINE nccl_result_t phase_record_stop(uint64_t handle, uint64_t stop_gpu);

/* Removes the sums of a row before the row is given to another communicator. Init only. */
void phases_remove_row(uint16_t row);

#endif
