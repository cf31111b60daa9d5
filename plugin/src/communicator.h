/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The communicator table. Init and finalize (under lifecycle.c's mutex) give rows and take them
 * back; a row keeps its identity for a minute after its end so that no reader mistakes one
 * communicator for the next. Row 0 is "other": communicators that find no row of their own share it
 * in the file, but are told apart in private memory, where there is room for as many again.
 */
#ifndef LOCKSTEP_COMMUNICATOR_H
#define LOCKSTEP_COMMUNICATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "handle.h"
#include "state.h"

typedef struct {
    const char *name; /* may be NULL */
    uint64_t hash;
    int32_t nranks; /* -1 = NCCL does not say, as the next two */
    int32_t nnodes;
    int32_t comm_rank;
    uint8_t profiler_api;
} communicator_identity_t;

enum {
    COMMUNICATOR_OTHER = 0
};

/* Makes row 0. Once, after the file is mapped. */
void communicator_table_open(void);

/* Gives a communicator a row, or a share of row 0, and returns its context; 0 when all are taken.
 */
uint64_t communicator_open(const communicator_identity_t *identity);

/* Publishes the end of a context's row, whose operations are all settled. */
void communicator_close(uint64_t context);

/* API v3: writes what init did not know, from the first event that says it. */
void communicator_name_late(communicator_t *communicator, const char *name, uint64_t hash);

/* The communicator of a context; NULL if it is none that we gave out, or a finalized one. */
static inline communicator_t *communicator_of(uint64_t context) {
    communicator_t *communicator =
        &plugin.communicators[context_index(context) & plugin.communicator_mask];
    return LIKELY(word_get(&communicator->context) == context && context != 0) ? communicator
                                                                               : NULL;
}

static inline bool communicator_is_shared(const communicator_t *communicator) {
    return communicator->row == COMMUNICATOR_OTHER;
}

static inline uint32_t communicator_index(const communicator_t *communicator) {
    return communicator->index;
}

static inline shm_communicator_t *communicator_published(const communicator_t *communicator) {
    return &plugin.shm.communicators[communicator->row];
}

#endif
