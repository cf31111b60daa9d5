/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loading, and the four calls below NCCL's version shims: what a shim leaves out, moves or forgets
 * is left out, moved and forgotten here. Version 4 leaves p2p.nChannels as it finds the stack;
 * version 5 passes state arguments full of rubbish where 6 and 7 pass NULL.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "driver_abi_old.h"
#include "nccl_driver.h"

#define RUBBISH 0xa5
#define RUBBISH_HANDLE ((void *)UINT64_C(0xa5a5a5a5a5a5a5a5))

/* Memory for one descriptor a thread, ending at a page without access. Kept until the thread's
 * process ends. */
static char *descriptor_end(void) {
    static _Thread_local char *end;
    if (!end) {
        size_t page = (size_t)sysconf(_SC_PAGESIZE);
        char *pages =
            mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        REQUIRE(pages != MAP_FAILED);
        REQUIRE(mprotect(pages + page, page, PROT_NONE) == 0);
        end = pages + page;
    }
    return end;
}

const char *driver_plugin_path(void) {
    const char *path = getenv("LOCKSTEP_PLUGIN");
    return path && path[0] ? path : "build/libnccl-profiler-lockstep.so";
}

const void *driver_symbol(void *library, int version) {
    char name[32];
    snprintf(name, sizeof name, "ncclProfiler_v%d", version);
    return dlsym(library, name);
}

void driver_open(driver_t *driver, int version) {
    *driver = (driver_t){.logger = driver->logger};
    driver->library = dlopen(driver_plugin_path(), RTLD_NOW | RTLD_LOCAL);
    if (!driver->library) {
        fprintf(stderr, "%s\n", dlerror());
    }
    REQUIRE(driver->library != NULL);
    driver->version = version == DRIVER_NEWEST ? DRIVER_VERSION_MAX : version;
    driver->profiler = driver_symbol(driver->library, driver->version);
    while (version == DRIVER_NEWEST && !driver->profiler && driver->version > 3) {
        driver->profiler = driver_symbol(driver->library, --driver->version);
    }
    REQUIRE(driver->profiler != NULL);
    if (driver->version == 3) {
        const driver_profiler_v3_t *profiler = driver->profiler;
        driver->start = profiler->startEvent;
        driver->stop = profiler->stopEvent;
        driver->record = profiler->recordEventState;
        driver->finalize = profiler->finalize;
        return;
    }
    const driver_profiler_t *profiler = driver->profiler; /* 4 differs in init alone */
    driver->start = profiler->startEvent;
    driver->stop = profiler->stopEvent;
    driver->record = profiler->recordEventState;
    driver->finalize = profiler->finalize;
}

void driver_close(driver_t *driver) {
    CHECK_EQUAL(dlclose(driver->library), 0);
    driver->library = NULL;
}

driver_result_t driver_init(driver_t *driver, driver_comm_t *comm) {
    comm->driver = driver;
    comm->nranks += comm->nranks == 0;
    comm->nnodes += comm->nnodes == 0;
    comm->gpu_clock = driver_gpu_now();
    if (driver->version == 3) {
        return ((const driver_profiler_v3_t *)driver->profiler)
            ->init(&comm->context, &driver->mask);
    }
    if (driver->version == 4) {
        return ((const driver_profiler_v4_t *)driver->profiler)
            ->init(&comm->context, &driver->mask, comm->name, comm->hash, comm->nnodes,
                   comm->nranks, comm->rank, driver->logger);
    }
    return ((const driver_profiler_t *)driver->profiler)
        ->init(&comm->context, comm->hash, &driver->mask, comm->name, comm->nnodes, comm->nranks,
               comm->rank, driver->logger);
}

driver_result_t driver_finalize(driver_comm_t *comm) {
    return comm->context ? comm->driver->finalize(comm->context) : 0; /* as NCCL: never with NULL */
}

void driver_begin(driver_t *driver, driver_comm_t *comm, int version) {
    *driver = (driver_t){0};
    driver_open(driver, version);
    *comm = (driver_comm_t){
        .name = "world", .hash = UINT64_C(0x1234567890abcdef), .nranks = 8, .nnodes = 2, .rank = 3};
    CHECK_EQUAL(driver_init(driver, comm), 0);
}

void driver_end(driver_t *driver, driver_comm_t *comm) {
    CHECK_EQUAL(driver_finalize(comm), 0);
    driver_close(driver);
}

/* Versions 5 and 6 are prefixes of version 7 in every member they have. */
static size_t shim_newer(int version, const driver_event_v7_t *event, char *end) {
    bool copy_engine = event->type == EVENT_CE_COLL || event->type == EVENT_CE_SYNC ||
                       event->type == EVENT_CE_BATCH;
    if ((copy_engine && version < 6) || (event->type == EVENT_KERNEL_PHASE && version < 7)) {
        return 0;
    }
    size_t size = version == 7 ? sizeof(driver_event_v7_t) : sizeof(driver_event_v6_t);
    memcpy(end - size, event, size);
    return size;
}

static size_t shim_v4(const driver_event_v7_t *event, char *end) {
    if (event->type > EVENT_NET_PLUGIN) {
        return 0;
    }
    driver_event_v4_t *old = (driver_event_v4_t *)(end - sizeof *old);
    memset(old, RUBBISH, sizeof *old);
    old->type = (uint8_t)event->type;
    old->parentObj = event->parentObj;
    old->rank = event->rank;
    switch (event->type) {
    case EVENT_COLL:
        memcpy(&old->coll, &event->coll, sizeof old->coll);
        old->parentObj = event->coll.parentGroup;
        break;
    case EVENT_P2P:
        old->p2p.func = event->p2p.func;
        old->p2p.buff = event->p2p.buff;
        old->p2p.datatype = event->p2p.datatype;
        old->p2p.count = event->p2p.count;
        old->p2p.peer = event->p2p.peer;
        old->parentObj = event->p2p.parentGroup;
        break; /* nChannels: rubbish */
    case EVENT_PROXY_OP:
        old->proxyOp = event->proxyOp;
        break;
    case EVENT_PROXY_STEP:
        old->proxyStep.step = event->proxyStep.step;
        break;
    case EVENT_KERNEL_CH:
        old->kernelCh = event->kernelCh;
        break;
    case EVENT_NET_PLUGIN:
        old->netPlugin = event->netPlugin;
        break;
    }
    return sizeof *old;
}

static void shim_v3_tasks(const driver_comm_t *comm, const driver_event_v7_t *event,
                          driver_event_v3_t *old) {
    if (event->type == EVENT_COLL) {
        old->coll.name = comm->name;
        old->coll.commHash = comm->hash;
        old->coll.seqNumber = event->coll.seqNumber;
        old->coll.func = event->coll.func;
        old->coll.sendBuff = event->coll.sendBuff;
        old->coll.recvBuff = event->coll.recvBuff;
        old->coll.count = event->coll.count;
        old->coll.root = event->coll.root;
        old->coll.datatype = event->coll.datatype;
        old->coll.nMaxChannels = event->coll.nChannels;
        old->coll.nWarps = event->coll.nWarps;
        old->coll.algo = event->coll.algo;
        old->coll.proto = event->coll.proto;
        old->parentObj = event->coll.parentGroup;
    } else {
        old->p2p.name = comm->name;
        old->p2p.commHash = comm->hash;
        old->p2p.func = event->p2p.func;
        old->p2p.buff = event->p2p.buff;
        old->p2p.datatype = event->p2p.datatype;
        old->p2p.count = event->p2p.count;
        old->p2p.peer = event->p2p.peer;
        old->parentObj = event->p2p.parentGroup;
    }
}

static size_t shim_v3(const driver_comm_t *comm, const driver_event_v7_t *event, char *end) {
    if (event->type > EVENT_NET_PLUGIN) {
        return 0;
    }
    driver_event_v3_t *old = (driver_event_v3_t *)(end - sizeof *old);
    memset(old, 0, sizeof *old);
    old->type = (uint8_t)event->type;
    old->parentObj = event->parentObj;
    old->rank = event->rank;
    switch (event->type) {
    case EVENT_COLL:
    case EVENT_P2P:
        shim_v3_tasks(comm, event, old);
        break;
    case EVENT_PROXY_OP:
        old->proxyOp = event->proxyOp;
        break;
    case EVENT_PROXY_STEP:
        old->proxyStep.step = event->proxyStep.step;
        break;
    case EVENT_KERNEL_CH:
        old->kernelCh.channelId = event->kernelCh.channelId;
        break;
    case EVENT_NET_PLUGIN:
        old->netPlugin = event->netPlugin;
        break;
    }
    return sizeof *old;
}

void *driver_start_in(driver_comm_t *comm, void *context, const driver_event_v7_t *event) {
    char *end = descriptor_end();
    int version = comm->driver->version;
    size_t size = version >= 5   ? shim_newer(version, event, end)
                  : version == 4 ? shim_v4(event, end)
                                 : shim_v3(comm, event, end);
    if (size == 0) {
        return NULL;
    }
    void *handle = RUBBISH_HANDLE; /* a plugin must write it in every case */
    CHECK_EQUAL(comm->driver->start(context, &handle, end - size), 0);
    CHECK(handle != RUBBISH_HANDLE);
    memset(end - size, RUBBISH, size);
    return handle;
}

void *driver_start(driver_comm_t *comm, const driver_event_v7_t *event) {
    return driver_start_in(comm, comm->context, event);
}

void driver_stop(driver_comm_t *comm, void *handle) {
    if (handle) {
        CHECK_EQUAL(comm->driver->stop(handle), 0);
    }
}

static bool state_is_passed(int version, int state) {
    if (version == 3) {
        return state < STATE_PROXY_OP_IN_PROGRESS;
    }
    return version > 4 || state <= STATE_KERNEL_CH_STOP;
}

void driver_record(driver_comm_t *comm, void *handle, int state, const driver_args_t *args) {
    int version = comm->driver->version;
    if (!handle || !state_is_passed(version, state)) {
        return;
    }
    union {
        driver_args_t args;
        driver_args_v3_t args_v3;
    } passed;
    memset(&passed, args || version > 5 ? 0 : RUBBISH, sizeof passed);
    if (args) {
        passed.args = *args;
    }
    void *pointer = args || version <= 5 ? &passed : NULL;
    CHECK_EQUAL(comm->driver->record(handle, state, pointer), 0);
}
