/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The profiler API of versions 4 (NCCL 2.27) and 3 (NCCL 2.26). Version 4 has no API events and
 * gives the group as parent; its p2p.nChannels is whatever lay on NCCL's stack. Version 3 also
 * lacks the communicator's size, the logger and all GPU stamps, and says name and hash with each
 * operation only.
 */
#include "channel.h"
#include "events.h"
#include "handle.h"
#include "plugin.h"

enum {
    MASK_V3 = NCCL_EVENT_GROUP | NCCL_EVENT_COLL | NCCL_EVENT_P2P | NCCL_EVENT_KERNEL_CH,
    CHANNELS_NOT_SAID = 0,
};

static uint64_t start_coll_v4(uint64_t context, const nccl_event_v4_t *event) {
    operation_request_t request = {
        .function = event->coll.function,
        .algorithm = event->coll.algorithm,
        .protocol = event->coll.protocol,
        .datatype = event->coll.datatype,
        .count = event->coll.count,
        .sequence = event->coll.sequence,
        .group = handle_from(event->parent),
        .peer = -1,
        .rank = event->rank,
        .handle_kind = HANDLE_COLL,
        .channels = event->coll.channels,
        .kind = SHM_KIND_KERNEL,
        .profiler_api = 4,
    };
    return event_start_operation(context, &request);
}

static uint64_t start_p2p_v4(uint64_t context, const nccl_event_v4_t *event) {
    operation_request_t request = {
        .function = event->p2p.function,
        .datatype = event->p2p.datatype,
        .count = event->p2p.count,
        .sequence = UINT64_MAX,
        .group = handle_from(event->parent),
        .peer = event->p2p.peer,
        .rank = event->rank,
        .handle_kind = HANDLE_P2P,
        .channels = CHANNELS_NOT_SAID,
        .kind = SHM_KIND_KERNEL,
        .profiler_api = 4,
    };
    return event_start_operation(context, &request);
}

static uint64_t start_other_v4(uint64_t context, const nccl_event_v4_t *event) {
    if (event_is_refused(event->type)) {
        return 0;
    }
    switch ((enum nccl_event_type)event->type) {
    case NCCL_EVENT_COLL:
        return start_coll_v4(context, event);
    case NCCL_EVENT_P2P:
        return start_p2p_v4(context, event);
    case NCCL_EVENT_GROUP:
        return event_start_group(context);
    default:
        return 0;
    }
}

static nccl_result_t start_event_v4(void *context, void **handle, nccl_event_v4_t *event) {
    if (handle == NULL) {
        return NCCL_SUCCESS;
    }
    if (LIKELY(event != NULL && event->type == NCCL_EVENT_KERNEL_CH)) {
        return channel_start(handle, handle_from(event->parent), event->kernel_ch.channel,
                             event->kernel_ch.start_gpu);
    }
    *handle = handle_to(event == NULL ? 0 : start_other_v4(handle_from(context), event));
    return NCCL_SUCCESS;
}

static nccl_result_t init_v4(void **context, int *mask, const char *name, uint64_t hash, int nnodes,
                             int nranks, int rank, nccl_logger_t logger) {
    communicator_identity_t identity = {name, hash, nranks, nnodes, rank, 4};
    return plugin_init(context, mask, MASK_V3, &identity, logger);
}

PLUGIN_EXPORT const nccl_profiler_v4_t ncclProfiler_v4 = {
    "Lockstep",     init_v4, start_event_v4, plugin_stop_event, plugin_record_event_state,
    plugin_finalize};

static void name_communicator(uint64_t context, const char *name, uint64_t hash) {
    communicator_t *communicator = communicator_of(context);
    if (communicator != NULL) {
        communicator_name_late(communicator, name, hash);
    }
}

static uint64_t start_coll_v3(uint64_t context, const nccl_event_v3_t *event) {
    name_communicator(context, event->coll.communicator_name, event->coll.communicator_hash);
    operation_request_t request = {
        .function = event->coll.function,
        .algorithm = event->coll.algorithm,
        .protocol = event->coll.protocol,
        .datatype = event->coll.datatype,
        .count = event->coll.count,
        .sequence = event->coll.sequence,
        .group = handle_from(event->parent),
        .peer = -1,
        .rank = event->rank,
        .handle_kind = HANDLE_COLL,
        .channels =
            event->coll.channels_max, /* an upper bound: an operation that uses fewer is settled */
        .kind = SHM_KIND_CPU_TIMED,
        .profiler_api = 3,
    };
    return event_start_operation(context, &request);
}

static uint64_t start_p2p_v3(uint64_t context, const nccl_event_v3_t *event) {
    name_communicator(context, event->p2p.communicator_name, event->p2p.communicator_hash);
    operation_request_t request = {
        .function = event->p2p.function,
        .datatype = event->p2p.datatype,
        .count = event->p2p.count,
        .sequence = UINT64_MAX,
        .group = handle_from(event->parent),
        .peer = event->p2p.peer,
        .rank = event->rank,
        .handle_kind = HANDLE_P2P,
        .channels = CHANNELS_NOT_SAID,
        .kind = SHM_KIND_CPU_TIMED,
        .profiler_api = 3,
    };
    return event_start_operation(context, &request);
}

static uint64_t start_other_v3(uint64_t context, const nccl_event_v3_t *event) {
    if (event_is_refused(event->type)) {
        return 0;
    }
    switch ((enum nccl_event_type)event->type) {
    case NCCL_EVENT_COLL:
        return start_coll_v3(context, event);
    case NCCL_EVENT_P2P:
        return start_p2p_v3(context, event);
    case NCCL_EVENT_GROUP:
        return event_start_group(context);
    default:
        return 0;
    }
}

static nccl_result_t start_event_v3(void *context, void **handle, nccl_event_v3_t *event) {
    if (handle == NULL) {
        return NCCL_SUCCESS;
    }
    if (event != NULL && event->type == NCCL_EVENT_KERNEL_CH) {
        return channel_start_slowly(handle, handle_from(event->parent), event->kernel_ch.channel, 0,
                                    false);
    }
    *handle = handle_to(event == NULL ? 0 : start_other_v3(handle_from(context), event));
    return NCCL_SUCCESS;
}

static nccl_result_t init_v3(void **context, int *mask) {
    communicator_identity_t identity = {NULL, 0, -1, -1, -1, 3};
    return plugin_init(context, mask, MASK_V3, &identity, NULL);
}

PLUGIN_EXPORT const nccl_profiler_v3_t ncclProfiler_v3 = {
    "Lockstep",     init_v3, start_event_v3, plugin_stop_event, plugin_record_event_state,
    plugin_finalize};
