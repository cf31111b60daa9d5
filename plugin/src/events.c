/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatching translated events. See events.h. */
#include "events.h"

#include "channel.h"
#include "communicator.h"
#include "connections.h"
#include "control.h"
#include "handle.h"
#include "monotonic.h"
#include "operation.h"
#include "phases.h"
#include "proxy.h"

enum {
    OF_CONNECTIONS = NCCL_EVENT_PROXY_OP | NCCL_EVENT_PROXY_STEP | NCCL_EVENT_NET_PLUGIN,
    OF_THE_NETWORK = OF_CONNECTIONS | NCCL_EVENT_PROXY_CTRL,
    OF_NO_INTEREST = NCCL_EVENT_KERNEL_LAUNCH | NCCL_EVENT_CE_SYNC | NCCL_EVENT_CE_BATCH,
};

bool event_is_refused_for(uint64_t type) {
    bool is_one_type = type != 0 && (type & (type - 1)) == 0;
    if (is_one_type && (type & OF_CONNECTIONS) != 0 && connections_are_asked()) {
        return false;
    }
    if (is_one_type && (type & OF_THE_NETWORK) != 0) {
        plugin_count(SHM_DROP_FOREIGN_EVENT);
        return true;
    }
    if (!is_one_type || type > NCCL_EVENT_KERNEL_PHASE) {
        plugin_count(SHM_DROP_UNKNOWN_EVENT);
        return true;
    }
    bool is_unwanted_phase = type == NCCL_EVENT_KERNEL_PHASE && !phases_are_wanted();
    return (type & OF_NO_INTEREST) != 0 || is_unwanted_phase;
}

communicator_t *event_communicator(uint64_t context) {
    communicator_t *communicator = communicator_of(context);
    if (UNLIKELY(communicator == NULL)) {
        plugin_count(SHM_DROP_UNKNOWN_CONTEXT);
    }
    return communicator;
}

/* Whether new operations are to be left out. While they are, no operation brings the time along. */
static inline bool is_switched_off(void) {
    bool off = control_is_off();
    if (UNLIKELY(off)) {
        control_look_in_time(monotonic_nanos_coarse());
    }
    return off;
}

uint64_t event_start_proxy_op(uint64_t context, const nccl_proxy_op_t *event) {
    return is_switched_off() ? handle_refused(HANDLE_PROXY_OP) : proxy_start(context, event);
}

uint64_t event_start_group(uint64_t context) {
    communicator_t *communicator = event_communicator(context);
    if (communicator == NULL) {
        return handle_refused(HANDLE_GROUP);
    }
    return handle_for_group(word_add_shared(&communicator->groups, 1) + 1);
}

uint64_t event_start_coll_api(uint64_t context, uint64_t group, const api_call_request_t *request) {
    communicator_t *communicator = event_communicator(context);
    if (communicator == NULL || is_switched_off()) {
        return handle_refused(HANDLE_COLL_API);
    }
    return api_call_start(communicator, context, group, request);
}

/* Send and Recv to oneself have no channel below API v7. */
static bool is_to_itself(const communicator_t *communicator, const operation_request_t *request) {
    return request->handle_kind == HANDLE_P2P && request->profiler_api < 7 && request->peer >= 0 &&
           request->peer == communicator->comm_rank;
}

uint64_t event_start_operation(uint64_t context, operation_request_t *request) {
    communicator_t *communicator = event_communicator(context);
    if (UNLIKELY(communicator == NULL || is_switched_off())) {
        return handle_refused(request->handle_kind);
    }
    if (UNLIKELY(is_to_itself(communicator, request))) {
        request->kind = SHM_KIND_SELF;
        request->never_has_channels = true;
    }
    return operation_start(communicator, context_serial(context), request);
}
