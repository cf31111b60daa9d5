/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning and the end. See chain.h. */
#include "chain.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "chain_events.h"
#include "chain_handles.h"
#include "chain_library.h"
#include "chain_mask.h"
#include "lifecycle.h"
#include "plugin.h"

char chain_path[PATH_MAX];

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uint32_t communicators; /* with a place in the table */

/* A plugin that passes events back to us calls our init from within its own. */
static _Thread_local bool calling_theirs;
static _Thread_local bool came_back;

__attribute__((constructor)) static void install(void) {
    const char *path = getenv("LOCKSTEP_CHAIN");
    if (path != NULL && path[0] != '\0') {
        snprintf(chain_path, sizeof chain_path, "%s", path);
        chain_events_install();
    }
}

/* A place for a communicator that both plugins are to know; NULL if Lockstep is alone with it. */
static chain_communicator_t *take_place(int nccl_api, nccl_logger_t logger) {
    chain_communicator_t *place = NULL;
    pthread_mutex_lock(&mutex);
    chained_load(nccl_api, logger);
    if (chained_is_passing() && chained.nccl_api == nccl_api && chain_handles_open()) {
        place = chain_communicator_take();
        communicators += place != NULL;
    }
    pthread_mutex_unlock(&mutex);
    return place;
}

static void init_theirs(chain_communicator_t *place, const communicator_identity_t *identity,
                        nccl_logger_t logger) {
    calling_theirs = true;
    came_back = false;
    nccl_result_t result =
        chained_init(&place->theirs, chain_mask_to_give(), identity, logger);
    calling_theirs = false;
    if (came_back) {
        chained_comes_back();
    } else if (result != NCCL_SUCCESS) {
        chained_failed("init", result);
    }
    place->passes = !came_back && result == NCCL_SUCCESS;
}

nccl_result_t chain_init(void **context, int *mask, int mask_wanted,
                         const communicator_identity_t *identity, nccl_logger_t logger) {
    if (calling_theirs) {
        came_back = true;
        if (context != NULL) {
            *context = NULL;
        }
        return NCCL_SUCCESS;
    }
    uint64_t given = lifecycle_init(identity, logger);
    int ours = plugin_mask(given, mask_wanted, identity->profiler_api);
    bool inherited = chain_handles_are_inherited();
    chain_communicator_t *place =
        inherited || context == NULL ? NULL : take_place(identity->profiler_api, logger);
    if (place != NULL) {
        place->ours = given;
        chain_mask_begin(mask, ours);
        init_theirs(place, identity, logger);
        given = chain_communicator_publish(place);
    }
    if (context != NULL) {
        *context = handle_to(given);
    }
    if (place != NULL && place->passes) {
        chain_mask_end(chained.api);
    }
    if (mask != NULL) { /* which other threads may be reading: it is the process's */
        word_set((_Atomic int *)(void *)mask, chained_is_passing() ? chain_mask_of_both() : ours);
    }
    return NCCL_SUCCESS;
}

nccl_result_t chain_finalize(void *context) {
    chain_communicator_t *place = chain_communicator_of(context);
    if (place == NULL) {
        lifecycle_finalize(handle_from(context));
        return NCCL_SUCCESS;
    }
    if (place->passes && place->theirs != NULL) { /* as NCCL: never with NULL */
        nccl_result_t result = chained.finalize(place->theirs);
        if (result != NCCL_SUCCESS) {
            chained_failed("finalize", result);
        }
    }
    lifecycle_finalize(place->ours);
    pthread_mutex_lock(&mutex);
    chain_communicator_give_back(place);
    communicators--;
    if (communicators == 0 && chained_is_loaded()) {
        chained_unload();
    }
    pthread_mutex_unlock(&mutex);
    return NCCL_SUCCESS;
}
