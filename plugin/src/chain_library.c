/* SPDX-License-Identifier: Apache-2.0 */
/* Loading, calling and switching off. See chain_library.h. */
#include "chain_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "chain.h"
#include "chain_mask.h"
#include "log.h"
#include "plugin.h"

enum {
    OLDEST_API = 2,
    TEXT_BYTES = 1024,
    NAME_BYTES = 64
};

chained_t chained;

static void *library;
static _Atomic bool refused; /* it is not tried again in this life of our library */
static char name[NAME_BYTES];
static nccl_logger_t logger; /* NCCL's own, which outlives every plugin */

static void say(int level, const char *before, const char *after) {
    char text[TEXT_BYTES];
    snprintf(text, sizeof text, "%s%s%s", before, chain_path, after);
    log_say(logger, level, text);
}

static const void *exported(int api) {
    char symbol[] = "ncclProfiler_v0";
    symbol[sizeof symbol - 2] = (char)('0' + api);
    return dlsym(library, symbol);
}

/* All versions start with a name and five callbacks. Those after init have the same type from 2 on,
 * but for the descriptor. */
static const nccl_profiler_v5_t *as_any(const void *profiler) {
    return profiler;
}

static bool is_complete(const nccl_profiler_v5_t *profiler) {
    return profiler->init != NULL && profiler->start_event != NULL &&
           profiler->stop_event != NULL && profiler->record_event_state != NULL &&
           profiler->finalize != NULL;
}

/* This very file, or a copy of it. */
static bool is_lockstep(const nccl_profiler_v5_t *profiler) {
    return profiler->name != NULL && strncmp(profiler->name, PLUGIN_NAME, NAME_BYTES) == 0;
}

/* Finds the version to speak; NULL, or what is wrong. */
static const char *choose(int nccl_api) {
    chained.nccl_api = nccl_api;
    chained.api = nccl_api;
    while ((chained.profiler = exported(chained.api)) == NULL && chained.api > OLDEST_API) {
        chained.api--;
    }
    if (chained.profiler == NULL) {
        return " exports no profiler API that this NCCL speaks, from version 2 on";
    }
    const nccl_profiler_v5_t *profiler = as_any(chained.profiler);
    if (is_lockstep(profiler)) {
        return " is Lockstep itself; name another plugin, or unset LOCKSTEP_CHAIN";
    }
    if (!is_complete(profiler)) {
        return " exports a profiler that lacks callbacks";
    }
    chained.stop_event = profiler->stop_event;
    chained.record_event_state = profiler->record_event_state;
    chained.finalize = profiler->finalize;
    snprintf(name, sizeof name, "%s", profiler->name == NULL ? "unnamed" : profiler->name);
    return NULL;
}

static void refuse(const char *problem) {
    word_set(&refused, true);
    say(NCCL_LOG_WARN, "Lockstep passes events on to no other plugin: ", problem);
    if (library != NULL) {
        dlclose(library);
        library = NULL;
    }
}

void chained_load(int nccl_api, nccl_logger_t nccl_logger) {
    if (library != NULL || word_get(&refused)) {
        return;
    }
    logger = nccl_logger;
    library = dlopen(chain_path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *error = dlerror();
        char problem[TEXT_BYTES];
        snprintf(problem, sizeof problem, " cannot be loaded: %s", error == NULL ? "" : error);
        refuse(problem);
        return;
    }
    const char *problem = choose(nccl_api);
    if (problem != NULL) {
        refuse(problem);
        return;
    }
    char chosen[TEXT_BYTES];
    snprintf(chosen, sizeof chosen, " (%s, profiler API v%d)", name, chained.api);
    say(NCCL_LOG_INFO, "Lockstep passes events on to ", chosen);
    word_publish(&chained.passing, 1); /* Pairs with chained_is_passing. */
}

bool chained_is_loaded(void) {
    return library != NULL;
}

void chained_unload(void) {
    word_set(&chained.passing, 0);
    chain_mask_forget();
    dlclose(library);
    library = NULL;
}

nccl_result_t chained_init(void **context, int *mask, const communicator_identity_t *identity,
                           nccl_logger_t nccl_logger) {
    if (chained.api <= 3) {
        return ((const nccl_profiler_v3_t *)chained.profiler)->init(context, mask);
    }
    if (chained.api == 4) {
        return ((const nccl_profiler_v4_t *)chained.profiler)
            ->init(context, mask, identity->name, identity->hash, identity->nnodes,
                   identity->nranks, identity->comm_rank, nccl_logger);
    }
    return as_any(chained.profiler)
        ->init(context, identity->hash, mask, identity->name, identity->nnodes, identity->nranks,
               identity->comm_rank, nccl_logger);
}

nccl_result_t chained_start_event(void *context, void **handle, void *descriptor) {
    if (chained.api <= 3) { /* 2 has the same shape */
        return ((const nccl_profiler_v3_t *)chained.profiler)
            ->start_event(context, handle, descriptor);
    }
    if (chained.api == 4) {
        return ((const nccl_profiler_v4_t *)chained.profiler)
            ->start_event(context, handle, descriptor);
    }
    return as_any(chained.profiler)->start_event(context, handle, descriptor);
}

/* Whoever comes first says why. */
static bool switch_off(void) {
    if (!word_claim(&chained.passing, 1, 0)) {
        return false;
    }
    word_set(&refused, true);
    chain_mask_drop();
    return true;
}

void chained_failed(const char *callback, nccl_result_t result) {
    if (switch_off()) {
        char problem[TEXT_BYTES];
        snprintf(problem, sizeof problem, " (%s): its %s returned %d", name, callback, result);
        say(NCCL_LOG_WARN, "Lockstep passes no more events on to ", problem);
    }
}

void chained_comes_back(void) {
    if (switch_off()) {
        say(NCCL_LOG_WARN, "Lockstep passes no events on to ",
            ": it passes them back to Lockstep; chain in one direction only");
    }
}
