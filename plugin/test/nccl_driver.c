/* SPDX-License-Identifier: Apache-2.0 */
/* The order of NCCL's callbacks; see nccl_driver.h. What each version's shim does is in
 * driver_shim.c. */
#include "nccl_driver.h"

#include <string.h>

#include "sandbox.h"

#define CONTENTS ((void *)0x7f0000001000) /* a stream or buffer: an address nobody may follow */
#define GAP_NANOS 1000u
#define GPU_EPOCH_NANOS UINT64_C(1700000000000000000)

static const int API_PARENTS =
    EVENT_PROXY_OP | EVENT_PROXY_STEP | EVENT_KERNEL_CH | EVENT_NET_PLUGIN;
static const int COPY_ENGINE = EVENT_CE_COLL | EVENT_CE_SYNC | EVENT_CE_BATCH;

static bool is_p2p(const driver_operation_t *operation) {
    return operation->function &&
           (!strcmp(operation->function, "Send") || !strcmp(operation->function, "Recv"));
}

bool driver_wants(int mask, int type) {
    switch (type) {
    case EVENT_GROUP_API:
        return (mask & ~EVENT_PROXY_CTRL) != 0;
    case EVENT_COLL_API:
        return (mask & (EVENT_COLL_API | EVENT_COLL | COPY_ENGINE | API_PARENTS)) != 0;
    case EVENT_P2P_API:
        return (mask & (EVENT_P2P_API | EVENT_P2P | API_PARENTS)) != 0;
    case EVENT_GROUP:
        return (mask & (EVENT_GROUP | EVENT_COLL | EVENT_P2P | API_PARENTS)) != 0;
    case EVENT_COLL:
    case EVENT_P2P:
        return (mask & (type | API_PARENTS)) != 0;
    case EVENT_CE_COLL:
        return (mask & COPY_ENGINE) != 0;
    case EVENT_PROXY_OP:
        return (mask & (EVENT_PROXY_OP | EVENT_PROXY_STEP | EVENT_NET_PLUGIN)) != 0;
    case EVENT_PROXY_STEP:
        return (mask & (EVENT_PROXY_STEP | EVENT_NET_PLUGIN)) != 0;
    default:
        return (mask & type) != 0;
    }
}

static uint64_t next_sequence(driver_comm_t *comm, const char *function) {
    for (int i = 0; i < DRIVER_FUNCTIONS_MAX; i++) {
        if (!comm->sequences[i].function) {
            comm->sequences[i].function = function;
        }
        if (function && !strcmp(comm->sequences[i].function, function)) {
            return comm->sequences[i].next++;
        }
    }
    return 0;
}

static void *start_api(driver_comm_t *comm, const driver_operation_t *operation, void *group_api) {
    driver_event_v7_t event = {.parentObj = group_api};
    if (is_p2p(operation)) {
        event.type = EVENT_P2P_API;
        event.p2pApi.func = operation->function;
        event.p2pApi.count = operation->count;
        event.p2pApi.datatype = operation->datatype;
        event.p2pApi.stream = CONTENTS;
        event.p2pApi.graphCaptured = operation->captured;
    } else {
        event.type = EVENT_COLL_API;
        event.collApi.func = operation->function;
        event.collApi.count = operation->count;
        event.collApi.datatype = operation->datatype;
        event.collApi.root = operation->root;
        event.collApi.stream = CONTENTS;
        event.collApi.graphCaptured = operation->captured;
    }
    return driver_wants(operation->mask, (int)event.type) ? driver_start(comm, &event) : NULL;
}

static void *start_task(driver_comm_t *comm, const driver_operation_t *operation) {
    driver_event_v7_t event = {.parentObj = operation->api, .rank = comm->rank};
    if (is_p2p(operation)) {
        event.type = EVENT_P2P;
        event.p2p.func = operation->function;
        event.p2p.buff = CONTENTS;
        event.p2p.datatype = operation->datatype;
        event.p2p.count = operation->count;
        event.p2p.peer = operation->peer;
        event.p2p.nChannels = operation->reported;
        event.p2p.parentGroup = comm->group;
    } else {
        event.type = EVENT_COLL;
        event.coll.seqNumber = next_sequence(comm, operation->function);
        event.coll.func = operation->function;
        event.coll.sendBuff = CONTENTS;
        event.coll.recvBuff = CONTENTS;
        event.coll.count = operation->count;
        event.coll.root = operation->root;
        event.coll.datatype = operation->datatype;
        event.coll.nChannels = operation->reported;
        event.coll.nWarps = 16;
        event.coll.algo = operation->algorithm;
        event.coll.proto = operation->protocol;
        event.coll.parentGroup = comm->group;
        event.coll.isSymColl = operation->symmetric;
    }
    return driver_wants(operation->mask, (int)event.type) ? driver_start(comm, &event) : NULL;
}

static void *begin_call(driver_comm_t *comm, driver_operation_t *operations, int count) {
    int mask = __atomic_load_n(&comm->driver->mask, __ATOMIC_RELAXED);
    driver_event_v7_t event = {.type = EVENT_GROUP_API};
    event.groupApi.graphCaptured = count > 0 && operations[0].captured;
    event.groupApi.groupDepth = 1;
    void *group_api = driver_wants(mask, EVENT_GROUP_API) ? driver_start(comm, &event) : NULL;
    driver_record(comm, group_api, STATE_GROUP_START_API_STOP, NULL);
    for (int i = 0; i < count; i++) {
        operations[i].mask = mask;
        operations[i].api = start_api(comm, &operations[i], group_api);
        driver_stop(comm, operations[i].api);
    }
    driver_record(comm, group_api, STATE_GROUP_END_API_START, NULL);
    driver_event_v7_t launch = {.type = EVENT_KERNEL_LAUNCH, .parentObj = group_api};
    launch.kernelLaunch.stream = CONTENTS;
    void *kernel_launch =
        driver_wants(mask, EVENT_KERNEL_LAUNCH) ? driver_start(comm, &launch) : NULL;
    driver_stop(comm, kernel_launch);
    return group_api;
}

void driver_call(driver_comm_t *comm, driver_operation_t *operations, int count) {
    driver_stop(comm, begin_call(comm, operations, count));
}

void driver_launch(driver_comm_t *comm, driver_operation_t *operations, int count) {
    driver_event_v7_t event = {.type = EVENT_GROUP};
    int mask = count > 0 ? operations[0].mask : 0;
    comm->group = driver_wants(mask, EVENT_GROUP) ? driver_start(comm, &event) : NULL;
    for (int p2p = 0; p2p <= 1;
         p2p++) { /* NCCL starts all collectives of a plan, then all Send and Recv */
        for (int i = 0; i < count; i++) {
            if (is_p2p(&operations[i]) == (bool)p2p) {
                operations[i].handle = start_task(comm, &operations[i]);
            }
        }
    }
    for (int i = 0; i < count; i++) {
        driver_stop(comm, operations[i].handle);
    }
    driver_stop(comm, comm->group);
}

void driver_enqueue(driver_comm_t *comm, driver_operation_t *operations, int count) {
    void *group_api = begin_call(comm, operations, count);
    driver_launch(comm, operations, count);
    driver_stop(comm, group_api);
}

static void copy_engine_part(driver_comm_t *comm, void *parent, int type) {
    driver_event_v7_t event = {.type = (uint64_t)type, .parentObj = parent, .rank = comm->rank};
    if (type == EVENT_CE_BATCH) {
        event.ceCollBatch.numOps = comm->nranks;
        event.ceCollBatch.totalBytes = 4096;
    } else {
        event.ceCollSync.nRanks = comm->nranks;
    }
    driver_stop(comm, driver_start(comm, &event));
}

void driver_copy_engine(driver_comm_t *comm, driver_operation_t *operation) {
    void *group_api = begin_call(comm, operation, 1);
    driver_event_v7_t event = {
        .type = EVENT_CE_COLL, .parentObj = operation->api, .rank = comm->rank};
    event.ceColl.seqNumber = next_sequence(comm, "copy engine");
    event.ceColl.func = operation->function;
    event.ceColl.sendBuff = CONTENTS;
    event.ceColl.recvBuff = CONTENTS;
    event.ceColl.count = operation->count;
    event.ceColl.datatype = operation->datatype;
    event.ceColl.syncStrategy = "MC";
    event.ceColl.stream = CONTENTS;
    operation->handle =
        driver_wants(operation->mask, EVENT_CE_COLL) ? driver_start(comm, &event) : NULL;
    static const int parts[] = {EVENT_CE_SYNC, EVENT_CE_BATCH, EVENT_CE_SYNC};
    for (int i = 0; i < 3; i++) {
        if (driver_wants(operation->mask, parts[i])) {
            copy_engine_part(comm, operation->handle, parts[i]);
        }
    }
    driver_stop(comm, operation->handle);
    driver_stop(comm, group_api);
}

void driver_channel_start(driver_comm_t *comm, driver_operation_t *operation, int channel,
                          uint64_t stamp) {
    driver_event_v7_t event = {.type = EVENT_KERNEL_CH, .parentObj = operation->handle};
    event.kernelCh.channelId = (uint8_t)channel;
    event.kernelCh.pTimer = stamp;
    operation->kernels[channel % DRIVER_CHANNELS_MAX] =
        driver_wants(operation->mask, EVENT_KERNEL_CH) ? driver_start(comm, &event) : NULL;
}

void driver_channel_stop(driver_comm_t *comm, driver_operation_t *operation, int channel,
                         uint64_t stamp) {
    void *handle = operation->kernels[channel % DRIVER_CHANNELS_MAX];
    driver_args_t args = {.kernelCh = {stamp}};
    driver_record(comm, handle, STATE_KERNEL_CH_STOP, &args);
    driver_stop(comm, handle);
}

void driver_finish(driver_comm_t *comm, driver_operation_t *operation) {
    uint64_t stamp = operation->start;
    for (int channel = 0; channel < DRIVER_CHANNELS_MAX; channel++) {
        if (operation->channels >> channel & 1) {
            driver_channel_start(comm, operation, channel, stamp);
            stamp += stamp < operation->stop ? 1 : 0;
        }
    }
    uint64_t last = operation->stop;
    for (int channel = 0; channel < DRIVER_CHANNELS_MAX; channel++) {
        if (operation->channels >> channel & 1) {
            bool more =
                channel + 1 < DRIVER_CHANNELS_MAX && operation->channels >> (channel + 1) != 0;
            driver_channel_stop(comm, operation, channel,
                                more && last > operation->start ? last - 1 : last);
        }
    }
}

uint64_t driver_gpu_now(void) {
    return GPU_EPOCH_NANOS + sandbox_monotonic_nanos();
}

void driver_place(driver_comm_t *comm, driver_operation_t *operation, uint64_t duration_nanos) {
    uint64_t now = driver_gpu_now();
    comm->gpu_clock = comm->gpu_clock > now ? comm->gpu_clock : now;
    operation->start = comm->gpu_clock;
    operation->stop = comm->gpu_clock + duration_nanos;
    comm->gpu_clock = operation->stop + GAP_NANOS;
}

void driver_run(driver_comm_t *comm, driver_operation_t *operation, uint64_t duration_nanos) {
    driver_enqueue(comm, operation, 1);
    driver_place(comm, operation, duration_nanos);
    driver_finish(comm, operation);
}

driver_operation_t driver_all_reduce(size_t count, int channels) {
    driver_operation_t operation = {
        .function = "AllReduce",
        .datatype = "ncclFloat32",
        .count = count,
        .algorithm = "RING",
        .protocol = "SIMPLE",
        .peer = -1,
        .reported = (uint8_t)channels,
        .channels = channels >= 64 ? UINT64_MAX : (UINT64_C(1) << channels) - 1,
    };
    return operation;
}

driver_operation_t driver_p2p(const char *function, int peer, size_t bytes, uint64_t channels) {
    driver_operation_t operation = {
        .function = function,
        .datatype = "ncclInt8",
        .count = bytes,
        .peer = peer,
        .channels = channels,
        .reported = (uint8_t)__builtin_popcountll(channels),
    };
    return operation;
}
