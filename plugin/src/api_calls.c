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
    CALLS_MAX = 4096, /* a power of two */
    GROUPS_MAX = 256, /* a power of two; at most one open group a thread */
    PROBES_MAX = 8,
    LIST_END = UINT32_MAX,
};

/* All words are atomic: a call may be judged by one thread while another needs its entry. */
typedef struct {
    _Atomic uint64_t life; /* generation << 32 | enum api_call_state */
    _Atomic uint64_t context;
    _Atomic uint64_t group; /* handle of its GroupApi */
    _Atomic uint64_t bytes;
    _Atomic uint32_t next; /* call of the same group */
    _Atomic uint16_t row;
    _Atomic uint8_t function;
    _Atomic uint8_t datatype_unknown;
} api_call_t;

typedef struct {
    _Atomic uint32_t open; /* generation while it is open; 0 = free */
    _Atomic uint32_t generation;
    _Atomic uint32_t first; /* call; LIST_END = none */
} api_group_t;

static api_call_t calls[CALLS_MAX];
static api_group_t groups[GROUPS_MAX];
static _Atomic uint64_t call_cursor;
static _Atomic uint64_t group_cursor;

static inline uint64_t life_of(uint32_t generation, enum api_call_state state) {
    return (uint64_t)generation << 32 | state;
}

static inline enum api_call_state life_state(uint64_t life) {
    return (enum api_call_state)(uint32_t)life;
}

static inline uint32_t life_generation(uint64_t life) {
    return (uint32_t)(life >> 32);
}

/* One step of a call's life, unless another thread was faster. */
static bool step(api_call_t *call, uint64_t from, enum api_call_state to) {
    return atomic_compare_exchange_strong_explicit(&call->life, &from,
                                                   life_of(life_generation(from), to),
                                                   memory_order_acq_rel, memory_order_relaxed);
}

static api_group_t *group_of(uint64_t handle) {
    return &groups[handle_slot(handle) & (GROUPS_MAX - 1)];
}

static bool group_is_open(uint64_t handle) {
    return handle_kind(handle) == HANDLE_GROUP_API &&
           word_get(&group_of(handle)->open) == handle_generation(handle);
}

static void count_call_only(api_call_t *call) {
    uint64_t life = word_get_acquire(&call->life); /* Pairs with the release in api_call_start. */
    if (life_state(life) != API_CALL_OPEN || !step(call, life, API_CALL_COUNTING)) {
        return;
    }
    communicator_t *communicator = communicator_of(word_get(&call->context));
    if (communicator != NULL) {
        uint8_t function = word_get(&call->function);
        uint64_t bytes = word_get(&call->bytes);
        series_name_t name = {.row = word_get(&call->row),
                              .function = function,
                              .size_class = size_class_of(bytes),
                              .kind = SHM_KIND_CALL_ONLY};
        operation_count_untimed(communicator, name, bytes);
        if (word_get(&call->datatype_unknown)) {
            plugin_count(SHM_DROP_UNKNOWN_DATATYPE);
        }
        if (strcmp(name_text(function), "Broadcast") == 0) {
            word_set(&communicator->broadcast_unreported, 1);
        }
    }
    word_publish(&call->life, life_of(life_generation(life), API_CALL_COUNTED));
}

uint64_t api_group_start(void) {
    uint32_t cursor = (uint32_t)word_add_shared(&group_cursor, 1);
    for (uint32_t probe = 0; probe < PROBES_MAX; probe++) {
        uint32_t slot = (cursor + probe) & (GROUPS_MAX - 1);
        api_group_t *group = &groups[slot];
        if (LIKELY(word_claim(&group->open, GENERATION_FREE, GENERATION_CLAIMED))) {
            uint32_t generation = generation_after(word_get(&group->generation));
            word_set(&group->generation, generation);
            word_set(&group->first, LIST_END);
            word_publish(&group->open, generation); /* Pairs with the claim of the next one. */
            return handle_make(generation, slot, HANDLE_GROUP_API);
        }
    }
    plugin_count(SHM_DROP_API_TABLE_FULL);
    return handle_refused(HANDLE_GROUP_API);
}

void api_group_stop(uint64_t handle) {
    if (!group_is_open(handle)) {
        return;
    }
    api_group_t *group = group_of(handle);
    uint32_t index = word_swap(&group->first, LIST_END);
    word_publish(&group->open, GENERATION_FREE); /* Pairs with the claim in api_group_start. */
    for (uint32_t seen = 0; index < CALLS_MAX && seen < CALLS_MAX; seen++) {
        api_call_t *call = &calls[index];
        if (word_get(&call->group) != handle) {
            return; /* the rest of the list was needed for later calls */
        }
        index = word_get(&call->next);
        const communicator_t *communicator = communicator_of(word_get(&call->context));
        if (communicator != NULL && !word_get(&communicator->asynchronous)) {
            count_call_only(call);
        }
    }
}

/* Takes an entry whose call nobody waits for, or has waited for long enough. */
static api_call_t *claim_entry(api_call_t *call) {
    if (life_state(word_get(&call->life)) == API_CALL_OPEN &&
        !group_is_open(word_get(&call->group))) {
        count_call_only(call); /* of an asynchronous communicator: its child had its time */
    }
    uint64_t life = word_get(&call->life);
    enum api_call_state state = life_state(life);
    bool idle = state == API_CALL_FREE || state == API_CALL_HAS_CHILD || state == API_CALL_COUNTED;
    return idle && step(call, life, API_CALL_CLAIMED) ? call : NULL;
}

static api_call_t *take_entry(void) {
    uint32_t cursor = (uint32_t)word_add_shared(&call_cursor, 1);
    for (uint32_t probe = 0; probe < PROBES_MAX; probe++) {
        api_call_t *call = claim_entry(&calls[(cursor + probe) & (CALLS_MAX - 1)]);
        if (LIKELY(call != NULL)) {
            return call;
        }
    }
    plugin_count(SHM_DROP_API_TABLE_FULL);
    return NULL;
}

static void enter_group(api_call_t *call, uint64_t group) {
    api_group_t *open = group_of(group);
    word_set(&call->next, word_get(&open->first));
    word_publish(&open->first,
                 (uint32_t)(call - calls)); /* Pairs with the swap in api_group_stop. */
}

uint64_t api_call_start(communicator_t *communicator, uint64_t context, uint64_t group,
                        const api_call_request_t *request) {
    api_call_t *call = take_entry();
    if (UNLIKELY(call == NULL)) {
        return handle_refused(HANDLE_COLL_API);
    }
    uint8_t function = name_index(request->function);
    uint64_t bytes;
    bool known = payload_bytes(communicator, function, request->count, request->datatype, &bytes);
    word_set(&call->context, context);
    word_set(&call->group, group);
    word_set(&call->row, communicator->row);
    word_set(&call->function, function);
    word_set(&call->bytes, bytes);
    word_set(&call->datatype_unknown, !known);
    bool is_judged = !request->graph_captured && group_is_open(group);
    uint32_t generation = generation_after(life_generation(word_get(&call->life)));
    /* Pairs with the acquire loads of life. */
    word_publish(&call->life, life_of(generation, is_judged ? API_CALL_OPEN : API_CALL_HAS_CHILD));
    if (is_judged) {
        enter_group(call, group);
    }
    return handle_make(generation, (uint32_t)(call - calls), HANDLE_COLL_API);
}

enum api_call_state api_call_take_child_of(communicator_t *communicator, uint64_t parent) {
    api_call_t *call = &calls[handle_slot(parent) & (CALLS_MAX - 1)];
    uint64_t life = word_get_acquire(&call->life); /* Pairs with the release in api_call_start. */
    if (life_generation(life) != handle_generation(parent)) {
        return API_CALL_FREE;
    }
    if (life_state(life) == API_CALL_OPEN && step(call, life, API_CALL_HAS_CHILD)) {
        if (UNLIKELY(!group_is_open(word_get(&call->group)))) {
            word_set(&communicator->asynchronous, 1);
        }
        return API_CALL_OPEN;
    }
    life = word_get(&call->life);
    enum api_call_state state = life_state(life);
    if (life_generation(life) == handle_generation(parent) &&
        (state == API_CALL_COUNTING || state == API_CALL_COUNTED)) {
        word_set(&communicator->asynchronous, 1);
        step(call, life, API_CALL_HAS_CHILD); /* a second child, of whatever it is, counts */
        return API_CALL_COUNTED;
    }
    return API_CALL_HAS_CHILD;
}

void api_calls_close(uint64_t context) {
    for (uint32_t index = 0; index < CALLS_MAX; index++) {
        api_call_t *call = &calls[index];
        if (word_get(&call->context) == context) {
            count_call_only(call);
        }
    }
}
