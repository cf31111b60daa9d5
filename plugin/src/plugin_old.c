/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The profiler API of versions 4 (NCCL 2.27) and 3 (NCCL 2.26), whose operations are put into the
 * form of version 7: from the sequence number (or the function) on they are its beginning. Version
 * 4 has no API events and gives the group as parent; its p2p.nChannels is whatever lay on NCCL's
 * stack. Version 3 also lacks the communicator's size, the logger and all GPU stamps, and says name
 * and hash with each operation only.
 */
#include <string.h>

#include "channel.h"
#include "handle.h"
#include "plugin.h"
#include "proxy.h"

enum {
    MASK_V3 = NCCL_EVENT_GROUP | NCCL_EVENT_COLL | NCCL_EVENT_P2P | NCCL_EVENT_KERNEL_CH,
    COLL_BYTES = sizeof(((nccl_event_v4_t *)0)->coll),
    P2P_BYTES = offsetof(nccl_event_v4_t, p2p.channels) - offsetof(nccl_event_v4_t, p2p),
    CHANNELS_NOT_SAID = 0,
};

static void put_coll(nccl_event_v7_t *newer, const void *coll, void *group) {
    memcpy(&newer->coll, coll, COLL_BYTES);
    newer->coll.parent_group = group;
}

static void put_p2p(nccl_event_v7_t *newer, const void *p2p, void *group) {
    memcpy(&newer->p2p, p2p, P2P_BYTES);
    newer->p2p.channels = CHANNELS_NOT_SAID;
    newer->p2p.parent_group = group;
}

static nccl_result_t start_other_v4(void *context, void **handle, const nccl_event_v4_t *event) {
    if (event == NULL) {
        return plugin_start_other(context, handle, NULL, 4);
    }
    nccl_event_v7_t newer = {.type = event->type, .rank = event->rank};
    if (event->type == NCCL_EVENT_COLL) {
        put_coll(&newer, &event->coll, event->parent);
    } else if (event->type == NCCL_EVENT_P2P) {
        put_p2p(&newer, &event->p2p, event->parent);
    } else if (event->type == NCCL_EVENT_PROXY_OP) {
        newer.proxy_op = event->proxy_op;
    } else if (event->type == NCCL_EVENT_NET_PLUGIN) {
        newer.parent = event->parent;
        newer.net = event->net;
    }
    return plugin_start_other(context, handle, &newer, 4);
}

static nccl_result_t start_event_v4(void *context, void **handle, nccl_event_v4_t *event) {
    if (LIKELY(handle != NULL && event != NULL && event->type == NCCL_EVENT_KERNEL_CH)) {
        return channel_start(handle, handle_from(event->parent), event->kernel_ch.channel,
                             event->kernel_ch.start_gpu);
    }
    if (handle != NULL && event != NULL && event->type == NCCL_EVENT_PROXY_STEP) {
        return proxy_step_start(handle, handle_from(event->parent), event->proxy_step.number);
    }
    return start_other_v4(context, handle, event);
}

static nccl_result_t init_v4(void **context, int *mask, const char *name, uint64_t hash, int nnodes,
                             int nranks, int rank, nccl_logger_t logger) {
    communicator_identity_t identity = {name, hash, nranks, nnodes, rank, 4};
    return plugin_init(context, mask, MASK_V3, &identity, logger);
}

PLUGIN_EXPORT nccl_profiler_v4_t ncclProfiler_v4 = {
    PLUGIN_NAME,     init_v4, start_event_v4, plugin_stop_event, plugin_record_event_state,
    plugin_finalize};

static void name_communicator(void *context, const char *name, uint64_t hash) {
    communicator_t *communicator = communicator_of(handle_from(context));
    if (communicator != NULL) {
        communicator_name_late(communicator, name, hash);
    }
}

/* The number of channels is an upper bound: an operation that uses fewer is settled. */
static nccl_result_t start_other_v3(void *context, void **handle, const nccl_event_v3_t *event) {
    if (event == NULL) {
        return plugin_start_other(context, handle, NULL, 3);
    }
    nccl_event_v7_t newer = {.type = event->type, .rank = event->rank};
    if (event->type == NCCL_EVENT_COLL) {
        name_communicator(context, event->coll.communicator_name, event->coll.communicator_hash);
        put_coll(&newer, &event->coll.sequence, event->parent);
    } else if (event->type == NCCL_EVENT_P2P) {
        name_communicator(context, event->p2p.communicator_name, event->p2p.communicator_hash);
        put_p2p(&newer, &event->p2p.function, event->parent);
    }
    return plugin_start_other(context, handle, &newer, 3);
}

static nccl_result_t start_event_v3(void *context, void **handle, nccl_event_v3_t *event) {
    if (handle != NULL && event != NULL && event->type == NCCL_EVENT_KERNEL_CH) {
        return channel_start_slowly(handle, handle_from(event->parent), event->kernel_ch.channel, 0,
                                    false);
    }
    return start_other_v3(context, handle, event);
}

static nccl_result_t init_v3(void **context, int *mask) {
    communicator_identity_t identity = {NULL, 0, -1, -1, -1, 3};
    return plugin_init(context, mask, MASK_V3, &identity, NULL);
}

PLUGIN_EXPORT nccl_profiler_v3_t ncclProfiler_v3 = {
    PLUGIN_NAME,     init_v3, start_event_v3, plugin_stop_event, plugin_record_event_state,
    plugin_finalize};
