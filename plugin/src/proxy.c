/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning and the end of proxy operations. See proxy.h. */
#include "proxy.h"

#include <unistd.h>

#include "communicator.h"
#include "connections.h"
#include "monotonic.h"

enum {
    PROBES_MAX = 32, /* places looked at before the window grows */
};

/* Takes a free place among the next few of the window in use; NULL if there is none. */
static proxy_operation_t *claim_in_window(communicator_t *communicator, uint32_t window) {
    uint32_t cursor = word_get(&communicator->proxy_cursor);
    for (uint32_t probe = 0; probe < PROBES_MAX; probe++) {
        uint32_t index = (cursor + probe) & (window - 1);
        _Atomic uint32_t *live = &plugin.proxies[index].live;
        /* Pairs with the release of `live` in end. */
        if (LIKELY(word_get(live) == GENERATION_FREE &&
                   word_claim(live, GENERATION_FREE, GENERATION_CLAIMED))) {
            word_set(&communicator->proxy_cursor, index + 1);
            return &plugin.proxies[index];
        }
    }
    word_set(&communicator->proxy_cursor, cursor + PROBES_MAX);
    return NULL;
}

/* The window starts small, so that places stay in the cache, and doubles when it is crowded. */
static proxy_operation_t *claim(communicator_t *communicator) {
    for (;;) {
        uint32_t window = word_get(&plugin.proxy_window);
        proxy_operation_t *operation = claim_in_window(communicator, window);
        if (LIKELY(operation != NULL) || window > plugin.proxy_mask) {
            return operation;
        }
        if (word_claim(&plugin.proxy_window, window, window * 2)) {
            word_set(&communicator->proxy_cursor, window);
        }
    }
}

/* What the operation is known as. Nothing of another process is followed: its context looks like one
 * of ours, but is not. */
static communicator_t *find_communicator(uint64_t context, const nccl_proxy_op_t *event,
                                         connection_name_t *name) {
    *name = (connection_name_t){
        .channel = event->channel,
        .sends = event->sends != 0,
        .foreign = event->pid != plugin.process_id,
        .peer = event->peer,
    };
    if (name->foreign) {
        return &plugin.communicators[COMMUNICATOR_OTHER];
    }
    communicator_t *communicator = communicator_of(context);
    if (communicator == NULL) {
        plugin_count(SHM_DROP_UNKNOWN_CONTEXT);
        return NULL;
    }
    name->row = communicator->row;
    return communicator;
}

uint64_t proxy_start(uint64_t context, const nccl_proxy_op_t *event) {
    connection_name_t name;
    communicator_t *communicator = find_communicator(context, event, &name);
    if (communicator == NULL) {
        return 0;
    }
    if (event->channel >= CHANNELS_MAX) {
        plugin_count(SHM_DROP_CHANNEL_OUT_OF_RANGE);
        return 0;
    }
    proxy_operation_t *operation = claim(communicator);
    if (operation == NULL) {
        plugin_count(SHM_DROP_PROXY_TABLE_FULL);
        return 0;
    }
    operation->sends = name.sends;
    operation->foreign = name.foreign;
    operation->cell = &plugin.shm.connection_cells[connection_find(&name)];
    operation->shared = name.row == COMMUNICATOR_OTHER;
    operation->outstanding_steps = event->steps > 0 ? (uint32_t)event->steps : 0;
    word_set(&operation->context_serial, name.foreign ? 0 : context_serial(context));
    for (uint32_t place = 0; place < STEPS_MAX; place++) {
        operation->steps[place].state = STEP_ENDED;
    }
    word_add(&operation->cell->operations, 1, operation->shared);
    word_add(&operation->cell->outstanding_steps, operation->outstanding_steps, operation->shared);
    operation->generation = generation_after(operation->generation);
    /* Pairs with the acquire load in proxy_is. */
    word_publish(&operation->live, operation->generation);
    uint32_t index = (uint32_t)(operation - plugin.proxies);
    return handle_make(operation->generation, index, HANDLE_PROXY_OP);
}

static void end(proxy_operation_t *operation) {
    for (uint32_t place = 0; place < STEPS_MAX; place++) {
        if (UNLIKELY(operation->steps[place].state != STEP_ENDED)) {
            proxy_step_give_up(operation, &operation->steps[place]);
        }
    }
    word_add(&operation->cell->outstanding_steps, -(uint64_t)operation->outstanding_steps,
             operation->shared);
    word_add(&operation->cell->operations_done, 1, operation->shared);
    word_set(&operation->cell->last_step_monotonic_nanos, monotonic_nanos_coarse());
    /* Pairs with the claim of the place for its next operation. */
    word_publish(&operation->live, GENERATION_FREE);
}

void proxy_stop(uint64_t handle) {
    proxy_operation_t *operation = proxy_of(handle);
    if (proxy_is(operation, handle)) {
        end(operation);
    } else {
        plugin_count(SHM_DROP_STALE_HANDLE);
    }
}

void proxies_end(uint32_t serial) {
    uint32_t window = word_get(&plugin.proxy_window);
    for (uint32_t index = 0; index < window; index++) {
        proxy_operation_t *operation = &plugin.proxies[index];
        /* Pairs with the release at the end of proxy_start. */
        if (word_get_acquire(&operation->live) >= GENERATION_TOP &&
            word_get(&operation->context_serial) == serial) {
            end(operation);
        }
    }
}
