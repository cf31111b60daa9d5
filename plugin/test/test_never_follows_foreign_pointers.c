/* SPDX-License-Identifier: Apache-2.0 */
/*
 * With PXN, proxy events come with another process's pid, and both parent and context are pointers
 * of that process. They are memory without access here, so that following one ends this program;
 * the same goes for handles and contexts that were never given out. Refused events are counted; those
 * that NCCL was asked for are counted as connections of nobody we know.
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "driver_network.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 50

static void *forbidden; /* PROT_NONE */

static void play_foreign_proxy(driver_comm_t *comm, pid_t pid, void *context, void *parent) {
    driver_event_v7_t event = {.type = EVENT_PROXY_OP, .parentObj = parent, .rank = 1};
    event.proxyOp.pid = pid;
    event.proxyOp.channelId = 2;
    event.proxyOp.peer = 5;
    event.proxyOp.nSteps = 4;
    event.proxyOp.chunkSize = 1 << 19;
    event.proxyOp.isSend = 1;
    void *operation = driver_start_in(comm, context, &event);
    driver_record(comm, operation, STATE_PROXY_OP_IN_PROGRESS, &(driver_args_t){0});
    driver_event_v7_t step = {.type = EVENT_PROXY_STEP, .parentObj = operation};
    for (int i = 0; i < 4; i++) {
        step.proxyStep.step = i;
        void *handle = driver_start_in(comm, context, &step);
        driver_args_t size = {.proxyStep = {1 << 19}};
        driver_record(comm, handle, STATE_PROXY_STEP_SEND_GPU_WAIT, &size);
        driver_record(comm, handle, STATE_PROXY_STEP_SEND_PEER_WAIT, &size);
        driver_record(comm, handle, STATE_PROXY_STEP_SEND_WAIT, &size);
        driver_event_v7_t net = {.type = EVENT_NET_PLUGIN, .parentObj = handle};
        net.netPlugin.id = 1 << 16 | 1;
        driver_net_ib_t own = {.type = 1, .qp = {.device = 1, .length = 1 << 19}};
        net.netPlugin.data = pid == getpid() ? &own : forbidden;
        driver_stop(comm, driver_start_in(comm, context, &net));
        driver_stop(comm, handle);
    }
    driver_stop(comm, operation);
}

static void play_foreign_parents(driver_comm_t *comm) {
    static const int types[] = {EVENT_COLL_API,  EVENT_P2P_API,    EVENT_KERNEL_LAUNCH,
                                EVENT_COLL,      EVENT_P2P,        EVENT_PROXY_STEP,
                                EVENT_KERNEL_CH, EVENT_NET_PLUGIN, EVENT_CE_COLL,
                                EVENT_CE_SYNC,   EVENT_CE_BATCH,   EVENT_KERNEL_PHASE,
                                EVENT_GROUP,     EVENT_GROUP_API,  EVENT_PROXY_CTRL};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        driver_event_v7_t event = {.type = (uint64_t)types[i], .parentObj = forbidden};
        if (types[i] == EVENT_COLL || types[i] == EVENT_P2P) {
            event.coll.parentGroup = forbidden;
        }
        if (types[i] == EVENT_P2P) {
            event.p2p.func = "Send";
            event.p2p.datatype = "ncclInt8";
            event.p2p.parentGroup = forbidden;
        }
        driver_stop(comm, driver_start(comm, &event));
        driver_stop(comm, driver_start_in(comm, forbidden, &event));
    }
}

static uint64_t operations_of_strangers(void) {
    shm_view_t view;
    shm_view_require(&view);
    driver_link_t link = {.peer = 5, .channel = 2, .sends = true, .pid = 1};
    const shm_connection_cell_t *cell = driver_link_cell(&view, &link, 0);
    uint64_t operations = cell == NULL ? 0 : cell->operations;
    shm_view_close(&view);
    return operations;
}

static int play(int version, bool is_asked) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    char *page = forbidden;
    for (int i = 0; i < ROUNDS; i++) {
        play_foreign_proxy(&comm, getpid() + 1, page + 64 * i, page + 128 * i);
        play_foreign_proxy(&comm, getpid(), comm.context, NULL);
        driver_operation_t healthy = driver_all_reduce(256, 2);
        driver_run(&comm, &healthy, 5000);
    }
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, ROUNDS);
    CHECK_EQUAL(totals.timed, version == 3 ? 0 : ROUNDS);
    play_foreign_parents(&comm);
    CHECK_EQUAL(driver.stop(forbidden), 0);
    CHECK_EQUAL(driver.record(forbidden, STATE_KERNEL_CH_STOP, &(driver_args_t){0}), 0);
    CHECK_EQUAL(driver.finalize(forbidden), 0);
    CHECK(shm_now_counter(SHM_DROP_FOREIGN_EVENT) + shm_now_counter(SHM_DROP_UNKNOWN_CONTEXT) >=
          (is_asked ? 1 : ROUNDS));
    CHECK_EQUAL(operations_of_strangers(), is_asked ? ROUNDS : 0);
    driver_end(&driver, &comm);
    return check_result();
}

static int unasked(int version) {
    setenv("LOCKSTEP_CONNECTIONS", "0", 1);
    return play(version, false);
}

static int asked(int version) {
    unsetenv("LOCKSTEP_CONNECTIONS");
    return play(version, version >= 4);
}

int main(void) {
    size_t bytes = 1 << 20;
    forbidden = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(forbidden != MAP_FAILED);
    sandbox_each_version(3, unasked);
    sandbox_each_version(3, asked);
    return check_result();
}
