/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The chained plugin: loaded as NCCL loads one, with the newest API version that it exports and that
 * NCCL speaks. A plugin that cannot be loaded, or fails later, is named in NCCL's log once and
 * switched off: it gets no event any more, and communicators that it knows are still finalized.
 */
#ifndef LOCKSTEP_CHAIN_LIBRARY_H
#define LOCKSTEP_CHAIN_LIBRARY_H

#include "../include/nccl_profiler_abi.h"
#include "communicator.h"

typedef struct {
    _Atomic uint32_t passing; /* events go to it; what follows is written before it becomes 1 */
    int nccl_api;             /* the version that NCCL speaks */
    int api;                  /* and the plugin */
    const void *profiler;     /* its exported struct */
    nccl_stop_event_t stop_event;
    nccl_record_event_state_t record_event_state;
    nccl_finalize_t finalize;
} chained_t;

extern chained_t chained;

/* Whether events go to it. */
static inline bool chained_is_passing(void) {
    return word_get_acquire(&chained.passing) != 0; /* Pairs with chained_load. */
}

/* Loads the plugin unless it is loaded or was refused. Under chain.c's mutex. */
void chained_load(int nccl_api, nccl_logger_t logger);

/* Whether there is a plugin in memory, even one that is switched off. Under chain.c's mutex. */
bool chained_is_loaded(void);

/* Under chain.c's mutex, after the last finalize. */
void chained_unload(void);

/* Its init, with the arguments of its version. */
nccl_result_t chained_init(void **context, int *mask, const communicator_identity_t *identity,
                           nccl_logger_t logger);

/* Its startEvent; `descriptor` is one of its version. */
nccl_result_t chained_start_event(void *context, void **handle, void *descriptor);

/* Any thread: switches the plugin off, because a callback of its returned an error, or calls back. */
void chained_failed(const char *callback, nccl_result_t result);
void chained_comes_back(void);

#endif
