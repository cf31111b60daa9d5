/* SPDX-License-Identifier: Apache-2.0 */
/* Passing events on. See chain_events.h. */
#include "chain_events.h"

#include <unistd.h>

#include "chain.h"
#include "chain_convert.h"
#include "chain_handles.h"
#include "chain_library.h"
#include "chain_mask.h"
#include "plugin.h"

enum {
    FIRST_NEWER_API = 5,
    NEWER_APIS = 3
};

/* Lockstep's own callbacks, as the exported structs had them. Only called through these: a direct
 * call would change what the compiler makes of them where nothing is chained. */
static nccl_profiler_v3_t ours_v3;
static nccl_profiler_v4_t ours_v4;
static nccl_profiler_v5_t ours_newer[NEWER_APIS];
static pid_t own_pid;

/* A start on its way to both. For the length of the calls, NCCL's descriptor holds the one plugin's
 * parents and then the other's, so that nothing of it is lost in a copy. */
typedef struct {
    void *descriptor; /* NCCL's */
    uint8_t api;      /* its version */
    uint64_t type;
    void **parent; /* in the descriptor */
    void **group;  /* in the descriptor; NULL if there is none */
    bool captured; /* a call that a graph will replay */
    bool foreign;  /* of another process (PXN): context and parent are pointers of that one */
} start_t;

static nccl_result_t start_ours(void *context, void **handle, const start_t *start) {
    if (start->api >= FIRST_NEWER_API) {
        return ours_newer[start->api - FIRST_NEWER_API].start_event(context, handle,
                                                                    start->descriptor);
    }
    return start->api == 4 ? ours_v4.start_event(context, handle, start->descriptor)
                           : ours_v3.start_event(context, handle, start->descriptor);
}

static void *start_theirs(void *context, const start_t *start) {
    chain_descriptors_t room;
    void *descriptor = chain_convert_event(start->descriptor, start->api, chained.api, &room);
    void *handle = NULL;
    nccl_result_t result = chained_start_event(context, &handle, descriptor);
    if (UNLIKELY(result != NCCL_SUCCESS)) {
        chained_failed("startEvent", result);
        return NULL;
    }
    return handle;
}

static enum chain_lifetime lifetime_of(const start_t *start) {
    switch (start->type) {
    case NCCL_EVENT_COLL_API:
    case NCCL_EVENT_P2P_API:
        return start->captured ? CHAIN_KEPT : CHAIN_LASTING;
    case NCCL_EVENT_GROUP_API:
    case NCCL_EVENT_GROUP:
    case NCCL_EVENT_COLL:
    case NCCL_EVENT_P2P:
        return CHAIN_LASTING;
    default:
        return CHAIN_PASSING;
    }
}

/* What NCCL shall hold for the two. */
static void *join(const start_t *start, const chain_pair_t *pair) {
    if (pair->theirs == NULL) {
        return handle_to(pair->ours);
    }
    uint64_t joined = chain_handle_make(lifetime_of(start), pair);
    if (joined == 0) {
        plugin_count(SHM_DROP_CHAINED_EVENT);
        chained.stop_event(pair->theirs); /* nobody else could */
        return handle_to(pair->ours);
    }
    return handle_to(joined);
}

static void set_parents(const start_t *start, void *parent, void *group) {
    *start->parent = parent;
    if (start->group != NULL) {
        *start->group = group;
    }
}

/* Where the start goes at the chained plugin. False if it shall not go there. */
static bool find_their_context(void *context, const start_t *start,
                               const chain_communicator_t *communicator, void **theirs) {
    if (!chained_is_passing() || start->api != chained.nccl_api ||
        !chain_type_is_known(start->type, chained.api)) {
        return false;
    }
    if (start->foreign) {
        *theirs = context;
        return true;
    }
    if (communicator == NULL || !communicator->passes) {
        return false;
    }
    *theirs = communicator->theirs;
    return true;
}

/* The mask under which NCCL would make the event: its operation's, or the present one. */
static uint32_t their_mask(const chain_pair_t *parent, const chain_pair_t *group) {
    if (parent->known) {
        return parent->mask;
    }
    return group->known ? group->mask : chain_mask_theirs();
}

/* Whether Lockstep asked for it. It is alone with communicators that are not in the table, and has
 * asked here for nothing if no other plugin was ever loaded. */
static bool is_for_ours(const start_t *start, const chain_communicator_t *communicator) {
    uint32_t mask = chain_mask_ours();
    return chain_mask_wants(mask, start->type) ? communicator == NULL || communicator->ours != 0
                                               : communicator == NULL && mask == 0;
}

static void *start_both(void *context, start_t *start) {
    void *parent = *start->parent;
    void *group = start->group == NULL ? NULL : *start->group;
    chain_pair_t of_parent = {0};
    if (!start->foreign) {
        of_parent = chain_handle_find(parent);
        start->foreign = of_parent.foreign;
    } else {
        of_parent.theirs = parent;
    }
    chain_pair_t of_group = chain_handle_find(group);
    chain_communicator_t *communicator = chain_communicator_of(context);
    chain_pair_t pair = {.mask = their_mask(&of_parent, &of_group), .foreign = start->foreign};

    if (is_for_ours(start, communicator)) {
        void *ours = NULL;
        set_parents(start, handle_to(of_parent.ours), handle_to(of_group.ours));
        start_ours(communicator == NULL ? context : handle_to(communicator->ours), &ours, start);
        pair.ours = handle_from(ours);
    }
    void *their_context = NULL;
    if (find_their_context(context, start, communicator, &their_context) &&
        chain_mask_wants(pair.mask, start->type)) {
        set_parents(start, of_parent.theirs, of_group.theirs);
        pair.theirs = start_theirs(their_context, start);
    }
    set_parents(start, parent, group);
    return join(start, &pair);
}

static nccl_result_t start_newer(void *context, void **handle, nccl_event_v7_t *event, int api) {
    if (handle == NULL || event == NULL) {
        return ours_newer[api - FIRST_NEWER_API].start_event(context, handle, event);
    }
    chain_mask_refresh();
    start_t start = {event, (uint8_t)api, event->type, &event->parent, NULL, false, false};
    switch (event->type) {
    case NCCL_EVENT_COLL:
        start.group = &event->coll.parent_group;
        break;
    case NCCL_EVENT_P2P:
        start.group = &event->p2p.parent_group;
        break;
    case NCCL_EVENT_COLL_API:
        start.captured = event->coll_api.graph_captured;
        break;
    case NCCL_EVENT_P2P_API:
        start.captured = event->p2p_api.graph_captured;
        break;
    case NCCL_EVENT_PROXY_OP:
        start.foreign = event->proxy_op.pid != own_pid;
        break;
    default:
        break;
    }
    *handle = start_both(context, &start);
    return NCCL_SUCCESS;
}

static nccl_result_t start_v7(void *context, void **handle, nccl_event_v7_t *event) {
    return start_newer(context, handle, event, 7);
}

static nccl_result_t start_v6(void *context, void **handle, nccl_event_v7_t *event) {
    return start_newer(context, handle, event, 6);
}

static nccl_result_t start_v5(void *context, void **handle, nccl_event_v7_t *event) {
    return start_newer(context, handle, event, 5);
}

static nccl_result_t start_v4(void *context, void **handle, nccl_event_v4_t *event) {
    if (handle == NULL || event == NULL) {
        return ours_v4.start_event(context, handle, event);
    }
    chain_mask_refresh();
    bool foreign = event->type == NCCL_EVENT_PROXY_OP && event->proxy_op.pid != own_pid;
    start_t start = {event, 4, event->type, &event->parent, NULL, false, foreign};
    *handle = start_both(context, &start);
    return NCCL_SUCCESS;
}

static nccl_result_t start_v3(void *context, void **handle, nccl_event_v3_t *event) {
    if (handle == NULL || event == NULL) {
        return ours_v3.start_event(context, handle, event);
    }
    chain_mask_refresh();
    bool foreign = event->type == NCCL_EVENT_PROXY_OP && event->proxy_op.pid != own_pid;
    start_t start = {event, 3, event->type, &event->parent, NULL, false, foreign};
    *handle = start_both(context, &start);
    return NCCL_SUCCESS;
}

static nccl_result_t stop(void *handle) {
    chain_pair_t pair = chain_handle_find(handle);
    if (pair.ours != 0) {
        ours_v4.stop_event(handle_to(pair.ours)); /* one for all versions */
    }
    if (pair.theirs != NULL && chained_is_passing()) {
        nccl_result_t result = chained.stop_event(pair.theirs);
        if (UNLIKELY(result != NCCL_SUCCESS)) {
            chained_failed("stopEvent", result);
        }
    }
    if (pair.known) {
        chain_handle_release(handle);
    }
    return NCCL_SUCCESS;
}

static nccl_result_t record(void *handle, int state, nccl_event_state_t *arguments) {
    chain_pair_t pair = chain_handle_find(handle);
    if (pair.ours != 0) {
        ours_v4.record_event_state(handle_to(pair.ours), state, arguments);
    }
    if (pair.theirs == NULL || !chained_is_passing() ||
        !chain_state_is_known(state, chained.nccl_api, chained.api)) {
        return NCCL_SUCCESS;
    }
    chain_state_t room;
    nccl_event_state_t *converted =
        chain_convert_state(state, arguments, chained.nccl_api, chained.api, &room);
    nccl_result_t result = chained.record_event_state(pair.theirs, state, converted);
    if (UNLIKELY(result != NCCL_SUCCESS)) {
        chained_failed("recordEventState", result);
    }
    return NCCL_SUCCESS;
}

void chain_events_install(void) {
    own_pid = getpid();
    ours_v3 = ncclProfiler_v3;
    ours_v4 = ncclProfiler_v4;
    ncclProfiler_v3.start_event = start_v3;
    ncclProfiler_v3.stop_event = stop;
    ncclProfiler_v3.record_event_state = record;
    ncclProfiler_v4.start_event = start_v4;
    ncclProfiler_v4.stop_event = stop;
    ncclProfiler_v4.record_event_state = record;
    nccl_profiler_v5_t *const newer[NEWER_APIS] = {&ncclProfiler_v5, &ncclProfiler_v6,
                                                   &ncclProfiler_v7};
    nccl_result_t (*const start[NEWER_APIS])(void *, void **, nccl_event_v7_t *) = {
        start_v5, start_v6, start_v7};
    for (int i = 0; i < NEWER_APIS; i++) {
        ours_newer[i] = *newer[i];
        newer[i]->start_event = start[i];
        newer[i]->stop_event = stop;
        newer[i]->record_event_state = record;
    }
}
