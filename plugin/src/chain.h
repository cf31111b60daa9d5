/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two plugins at once: NCCL loads one, and LOCKSTEP_CHAIN=/path/other.so makes Lockstep load another
 * behind itself and pass on what NCCL would have sent it alone (docs/operations/chaining.md).
 *
 * Without the variable nothing of this runs: the exported structs keep Lockstep's own callbacks.
 * With it, chain.c puts those of chain_events.c in their place while the library is being loaded.
 *
 *   chain.c           the beginning and the end of communicators, and of the chained plugin
 *   chain_library.c   that plugin: found, loaded, called, switched off when it fails
 *   chain_mask.c      which events it asked for, and which of them its version has
 *   chain_events.c    start, stop and state of an event, to Lockstep first and then to it
 *   chain_handles.c   what NCCL holds for the two
 *   chain_convert.c   descriptors and state arguments of older versions
 */
#ifndef LOCKSTEP_CHAIN_H
#define LOCKSTEP_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "../include/nccl_profiler_abi.h"
#include "communicator.h"

/* The path in LOCKSTEP_CHAIN; "" = none. Written while the library is loaded. */
extern char chain_path[];

static inline bool chain_is_wanted(void) {
    return UNLIKELY(chain_path[0] != '\0');
}

/* Both plugins' init and finalize, in place of Lockstep's alone. */
nccl_result_t chain_init(void **context, int *mask, int mask_wanted,
                         const communicator_identity_t *identity, nccl_logger_t logger);
nccl_result_t chain_finalize(void *context);

#endif
