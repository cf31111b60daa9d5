/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of open API events. See api_calls.h. */
#include "api_calls.h"

#include <string.h>

#include "communicator.h"
#include "handle.h"
#include "names.h"
#include "operation.h"
#include "payload.h"
#include "series.h"

enum {
    CALLS_MAX = 4096,  /* a power of two */
    GROUPS_MAX = 256,  /* a power of two; at most one open group a thread */
    CALL_PROBES_MAX = 8,
    LIST_END = UINT32_MAX,
};

typedef struct {
    _Atomic uint32_t generation;
    _Atomic uint32_t state; /* enum api_call_state */
    uint64_t context;
    uint64_t group; /* handle of its GroupApi */
    uint64_t bytes;
    uint32_t next; /* call of the same group */
    uint16_t row;
    uint8_t function;
    bool datatype_unknown;
} api_call_t;

typedef struct {
    _Atomic uint32_t generation;
    _Atomic uint32_t first; /* call; LIST_END = none */
} api_group_t;

static api_call_t calls[CALLS_MAX];
static api_group_t groups[GROUPS_MAX];
static _Atomic uint64_t call_cursor;
static _Atomic uint64_t group_cursor;

static bool group_is_open(uint64_t group) {
    return handle_kind(group) == HANDLE_GROUP_API &&
           word_get(&groups[handle_slot(group) & (GROUPS_MAX - 1)].generation) ==
               handle_generation(group);
}

static void count_call_only(api_call_t *call) {
    if (!word_claim(&call->state, API_CALL_OPEN, API_CALL_COUNTED)) {
        return;
    }
    communicator_t *communicator = communicator_of(call->context);
    if (communicator == NULL) {
        return; /* finalized meanwhile, which counted it */
    }
    series_name_t name = {.row = call->row,
                          .function = call->function,
                          .size_class = size_class_of(call->bytes),
                          .kind = SHM_KIND_CALL_ONLY};
    operation_count_untimed(communicator, name, call->bytes);
    if (call->datatype_unknown) {
        plugin_count(SHM_DROP_UNKNOWN_DATATYPE);
    }
    if (strcmp(name_text(call->function), "Broadcast") == 0) {
        word_set(&communicator->broadcast_unreported, 1);
    }
}

uint64_t api_group_start(void) {
    uint32_t slot = (uint32_t)word_add_shared(&group_cursor, 1) & (GROUPS_MAX - 1);
    api_group_t *group = &groups[slot];
    uint32_t generation = generation_after(word_get(&group->generation));
    word_set(&group->first, LIST_END);
    word_set(&group->generation, generation);
    return handle_make(generation, slot, HANDLE_GROUP_API);
}

void api_group_stop(uint64_t handle) {
    if (!group_is_open(handle)) {
        return;
    }
    api_group_t *group = &groups[handle_slot(handle) & (GROUPS_MAX - 1)];
    uint32_t index = word_swap(&group->first, LIST_END);
    word_set(&group->generation, generation_after(handle_generation(handle)));
    for (uint32_t seen = 0; index < CALLS_MAX && seen < CALLS_MAX; seen++) {
        api_call_t *call = &calls[index];
        if (call->group != handle) {
            return; /* the rest of the list was needed for later calls */
        }
        const communicator_t *communicator = communicator_of(call->context);
        if (communicator != NULL && !word_get(&communicator->asynchronous)) {
            count_call_only(call);
        }
        index = call->next;
    }
}

/* An entry that nobody waits for, or else the first one looked at: its call is then not judged. */
static uint32_t take_entry(void) {
    uint32_t cursor = (uint32_t)word_add_shared(&call_cursor, 1);
    for (uint32_t probe = 0; probe < CALL_PROBES_MAX; probe++) {
        uint32_t index = (cursor + probe) & (CALLS_MAX - 1);
        api_call_t *call = &calls[index];
        if (word_get(&call->state) != API_CALL_OPEN) {
            return index;
        }
        if (!group_is_open(call->group)) {
            count_call_only(call); /* of an asynchronous communicator: its child had its time */
            return index;
        }
    }
    plugin_count(SHM_DROP_API_TABLE_FULL);
    return cursor & (CALLS_MAX - 1);
}

uint64_t api_call_start(communicator_t *communicator, uint64_t context, uint64_t group,
                        const api_call_request_t *request) {
    uint32_t index = take_entry();
    api_call_t *call = &calls[index];
    uint32_t generation = generation_after(word_get(&call->generation));
    bool in_group = group_is_open(group);
    call->context = context;
    call->group = group;
    call->row = (uint16_t)communicator_row(communicator);
    call->function = name_index(request->function);
    call->datatype_unknown = !payload_bytes(communicator, call->function, request->count,
                                            request->datatype, &call->bytes);
    call->next = LIST_END;
    word_set(&call->state,
             request->graph_captured || !in_group ? API_CALL_HAS_CHILD : API_CALL_OPEN);
    word_publish(&call->generation, generation); /* Pairs with api_call_take_child. */
    if (in_group) {
        api_group_t *open = &groups[handle_slot(group) & (GROUPS_MAX - 1)];
        call->next = word_get(&open->first);
        word_publish(&open->first, index); /* Pairs with the swap in api_group_stop. */
    }
    return handle_make(generation, index, HANDLE_COLL_API);
}

enum api_call_state api_call_take_child(communicator_t *communicator, uint64_t parent) {
    if (handle_kind(parent) != HANDLE_COLL_API) {
        return API_CALL_FREE;
    }
    api_call_t *call = &calls[handle_slot(parent) & (CALLS_MAX - 1)];
    if (word_get_acquire(&call->generation) != handle_generation(parent)) {
        return API_CALL_FREE; /* Pairs with the release in api_call_start. */
    }
    if (word_claim(&call->state, API_CALL_OPEN, API_CALL_HAS_CHILD)) {
        if (UNLIKELY(!group_is_open(call->group))) {
            word_set(&communicator->asynchronous, 1);
        }
        return API_CALL_OPEN;
    }
    if (word_claim(&call->state, API_CALL_COUNTED, API_CALL_HAS_CHILD)) {
        word_set(&communicator->asynchronous, 1);
        return API_CALL_COUNTED;
    }
    return API_CALL_HAS_CHILD;
}

void api_calls_close(uint64_t context) {
    for (uint32_t index = 0; index < CALLS_MAX; index++) {
        api_call_t *call = &calls[index];
        if (call->context == context && word_get(&call->state) == API_CALL_OPEN) {
            count_call_only(call);
        }
    }
}
