/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The profiler API of versions 5 to 7, which share a descriptor, and what all versions share.
 * Translates callbacks and holds nothing else. Versions 3 and 4 are in plugin_old.c.
 */
#include "plugin.h"

#include "chain.h"
#include "channel.h"
#include "connections.h"
#include "events.h"
#include "handle.h"
#include "lifecycle.h"
#include "phases.h"
#include "proxy.h"

enum {
    MASK_V5 = NCCL_EVENT_GROUP | NCCL_EVENT_COLL | NCCL_EVENT_P2P | NCCL_EVENT_KERNEL_CH |
              NCCL_EVENT_GROUP_API | NCCL_EVENT_COLL_API | NCCL_EVENT_P2P_API,
    MASK_V6 = MASK_V5 | NCCL_EVENT_CE_COLL,
    MASK_CONNECTIONS = NCCL_EVENT_PROXY_OP | NCCL_EVENT_PROXY_STEP | NCCL_EVENT_NET_PLUGIN,
};

int plugin_mask(uint64_t context, int mask_wanted, uint8_t api) {
    int more = api >= 7 && phases_are_wanted() ? NCCL_EVENT_KERNEL_PHASE : 0;
    more |= api >= 4 && connections_are_asked() ? MASK_CONNECTIONS : 0;
    return context == 0 ? 0 : mask_wanted | more;
}

nccl_result_t plugin_init(void **context, int *mask, int mask_wanted,
                          const communicator_identity_t *identity, nccl_logger_t logger) {
    if (chain_is_wanted()) {
        return chain_init(context, mask, mask_wanted, identity, logger);
    }
    uint64_t given = lifecycle_init(identity, logger);
    if (context != NULL) {
        *context = handle_to(given);
    }
    if (mask != NULL) {
        *mask = plugin_mask(given, mask_wanted, identity->profiler_api);
    }
    return NCCL_SUCCESS;
}

nccl_result_t plugin_stop_event(void *handle) {
    if (LIKELY(handle_kind(handle_from(handle)) == HANDLE_KERNEL_CH)) {
        return channel_stop(handle_from(handle));
    }
    if (handle_kind(handle_from(handle)) == HANDLE_PROXY_STEP) {
        return proxy_step_stop(handle_from(handle));
    }
    if (handle_kind(handle_from(handle)) == HANDLE_PROXY_OP) {
        proxy_stop(handle_from(handle));
    }
    if (handle_kind(handle_from(handle)) == HANDLE_GROUP_API) {
        api_group_stop(handle_from(handle));
    }
    return NCCL_SUCCESS;
}

nccl_result_t plugin_record_event_state(void *handle, int state, nccl_event_state_t *arguments) {
    if (state == NCCL_STATE_KERNEL_CH_STOP &&
        handle_kind(handle_from(handle)) == HANDLE_KERNEL_CH) {
        return channel_record_stop(handle_from(handle),
                                   arguments == NULL ? 0 : arguments->kernel_ch.stop_gpu);
    }
    if (handle_kind(handle_from(handle)) == HANDLE_PROXY_STEP) {
        return proxy_step_record(handle_from(handle), state, arguments);
    }
    if (state == NCCL_STATE_KERNEL_PHASE_STOP && handle_is_phase(handle_from(handle))) {
        return phase_record_stop(handle_from(handle),
                                 arguments == NULL ? 0 : arguments->kernel_ch.stop_gpu);
    }
    return NCCL_SUCCESS;
}

nccl_result_t plugin_finalize(void *context) {
    if (chain_is_wanted()) {
        return chain_finalize(context);
    }
    lifecycle_finalize(handle_from(context));
    return NCCL_SUCCESS;
}

/* Version 3 has no GPU stamps. */
static uint8_t kind_of_kernel(uint8_t api) {
    return api == 3 ? SHM_KIND_CPU_TIMED : SHM_KIND_KERNEL;
}

FLATTENED static uint64_t start_coll(uint64_t context, const nccl_event_v7_t *event, uint8_t api) {
    operation_request_t request = {
        .function = event->coll.function,
        .algorithm = event->coll.algorithm,
        .protocol = event->coll.protocol,
        .datatype = event->coll.datatype,
        .count = event->coll.count,
        .sequence = event->coll.sequence,
        .parent = handle_from(event->parent),
        .group = handle_from(event->coll.parent_group),
        .peer = -1,
        .rank = event->rank,
        .handle_kind = HANDLE_COLL,
        .channels = event->coll.channels,
        .kind = kind_of_kernel(api),
        .profiler_api = api,
    };
    if (api >= 7 && event->coll.symmetric && event->coll.channels == 0) {
        request.kind = SHM_KIND_CALL_ONLY; /* the head of its group has all the channels */
        request.never_has_channels = true;
    }
    return event_start_operation(context, &request);
}

static uint64_t start_p2p(uint64_t context, const nccl_event_v7_t *event, uint8_t api) {
    operation_request_t request = {
        .function = event->p2p.function,
        .datatype = event->p2p.datatype,
        .count = event->p2p.count,
        .sequence = UINT64_MAX,
        .parent = handle_from(event->parent),
        .group = handle_from(event->p2p.parent_group),
        .peer = event->p2p.peer,
        .rank = event->rank,
        .handle_kind = HANDLE_P2P,
        .channels = event->p2p.channels,
        .kind = kind_of_kernel(api),
        .profiler_api = api,
    };
    return event_start_operation(context, &request);
}

static uint64_t start_copy_engine(uint64_t context, const nccl_event_v7_t *event, uint8_t api) {
    operation_request_t request = {
        .function = event->ce_coll.function,
        .datatype = event->ce_coll.datatype,
        .count = event->ce_coll.count,
        .sequence = event->ce_coll.sequence,
        .parent = handle_from(event->parent),
        .peer = -1,
        .rank = event->rank,
        .handle_kind = HANDLE_CE_COLL,
        .kind = SHM_KIND_COPY_ENGINE,
        .never_has_channels = true,
        .profiler_api = api,
    };
    return event_start_operation(context, &request);
}

static uint64_t start_coll_api(uint64_t context, const nccl_event_v7_t *event) {
    api_call_request_t request = {
        .function = event->coll_api.function,
        .datatype = event->coll_api.datatype,
        .count = event->coll_api.count,
        .graph_captured = event->coll_api.graph_captured,
    };
    return event_start_coll_api(context, handle_from(event->parent), &request);
}

static uint64_t start_followed(uint64_t context, const nccl_event_v7_t *event, uint8_t api) {
    switch ((enum nccl_event_type)event->type) {
    case NCCL_EVENT_COLL:
        return start_coll(context, event, api);
    case NCCL_EVENT_P2P:
        return start_p2p(context, event, api);
    case NCCL_EVENT_GROUP:
        return event_start_group(context);
    case NCCL_EVENT_GROUP_API:
        return api_group_start();
    case NCCL_EVENT_COLL_API:
        return start_coll_api(context, event);
    case NCCL_EVENT_P2P_API:
        return handle_refused(HANDLE_P2P_API);
    case NCCL_EVENT_CE_COLL:
        return start_copy_engine(context, event, api);
    case NCCL_EVENT_PROXY_OP:
        return event_start_proxy_op(context, &event->proxy_op);
    case NCCL_EVENT_NET_PLUGIN:
        proxy_note_network(handle_from(event->parent), &event->net);
        return 0; /* its end says nothing more */
    case NCCL_EVENT_KERNEL_PHASE:
        return phase_start(handle_from(event->parent), event->kernel_phase.phase,
                           event->kernel_phase.start_gpu);
    default:
        return 0;
    }
}

OUT_OF_LINE nccl_result_t plugin_start_other(void *context, void **handle,
                                             const nccl_event_v7_t *event, uint8_t api) {
    if (handle != NULL) {
        bool follows = event != NULL && !event_is_refused(event->type);
        *handle = handle_to(follows ? start_followed(handle_from(context), event, api) : 0);
    }
    return NCCL_SUCCESS;
}

static ALWAYS_INLINE nccl_result_t start_event(void *context, void **handle,
                                               const nccl_event_v7_t *event, uint8_t api) {
    if (LIKELY(handle != NULL && event != NULL && event->type == NCCL_EVENT_KERNEL_CH)) {
        return channel_start(handle, handle_from(event->parent), event->kernel_ch.channel,
                             event->kernel_ch.start_gpu);
    }
    if (handle != NULL && event != NULL && event->type == NCCL_EVENT_PROXY_STEP) {
        return proxy_step_start(handle, handle_from(event->parent), event->proxy_step.number);
    }
    return plugin_start_other(context, handle, event, api);
}

#define VERSION_WITH_V5_DESCRIPTOR(api, wanted)                                                  \
    static nccl_result_t init_v##api(void **context, uint64_t hash, int *mask, const char *name, \
                                     int nnodes, int nranks, int rank, nccl_logger_t logger) {   \
        communicator_identity_t identity = {name, hash, nranks, nnodes, rank, api};              \
        return plugin_init(context, mask, wanted, &identity, logger);                            \
    }                                                                                            \
    static nccl_result_t start_event_v##api(void *context, void **handle,                        \
                                            nccl_event_v7_t *event) {                            \
        return start_event(context, handle, event, api);                                         \
    }                                                                                            \
    PLUGIN_EXPORT nccl_profiler_v5_t ncclProfiler_v##api = {                                     \
        PLUGIN_NAME,       init_v##api,               start_event_v##api,                        \
        plugin_stop_event, plugin_record_event_state, plugin_finalize}

VERSION_WITH_V5_DESCRIPTOR(5, MASK_V5);
VERSION_WITH_V5_DESCRIPTOR(6, MASK_V6);
VERSION_WITH_V5_DESCRIPTOR(7, MASK_V6);
