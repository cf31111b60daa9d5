/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Proxy, network and proxy-control events in NCCL's order, a receive step started twice without a
 * stop among them: whether the plugin wants them or not, they change no operation's count or time.
 */
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 100
#define STEPS 6

static void play_control(driver_comm_t *comm) {
    driver_event_v7_t event = {.type = EVENT_PROXY_CTRL};
    void *handle = driver_start(comm, &event);
    driver_args_t args = {.proxyCtrl = {2}};
    driver_record(comm, handle, STATE_PROXY_CTRL_APPEND, &args);
    driver_record(comm, handle, STATE_PROXY_CTRL_IDLE, &args);
    driver_stop(comm, handle);
}

static void play_step(driver_comm_t *comm, void *operation, int step, bool send) {
    driver_event_v7_t event = {.type = EVENT_PROXY_STEP, .parentObj = operation};
    event.proxyStep.step = step;
    void *handle = driver_start(comm, &event);
    if (!send && step % 2) {
        handle = driver_start(comm, &event); /* irecv gave no request: started again */
    }
    driver_args_t size = {.proxyStep = {(size_t)step << 10}};
    int id = 7;
    driver_event_v7_t net = {.type = EVENT_NET_PLUGIN, .parentObj = handle};
    net.netPlugin.id = 2 << 16 | 1;
    net.netPlugin.data = &id;
    driver_record(comm, handle, send ? STATE_PROXY_STEP_SEND_GPU_WAIT : STATE_PROXY_STEP_RECV_WAIT,
                  &size);
    void *net_handle = driver_start(comm, &net);
    driver_record(comm, net_handle, STATE_NET_PLUGIN_UPDATE, &(driver_args_t){.netPlugin = {&id}});
    driver_stop(comm, net_handle);
    driver_record(comm, handle,
                  send ? STATE_PROXY_STEP_SEND_WAIT : STATE_PROXY_STEP_RECV_FLUSH_WAIT, &size);
    driver_record(comm, handle,
                  send ? STATE_PROXY_STEP_SEND_PEER_WAIT : STATE_PROXY_STEP_RECV_GPU_WAIT, &size);
    driver_stop(comm, handle);
}

static void play_proxy(driver_comm_t *comm, const driver_operation_t *operation, uint8_t channel,
                       bool send) {
    driver_event_v7_t event = {
        .type = EVENT_PROXY_OP, .parentObj = operation->handle, .rank = comm->rank};
    event.proxyOp.pid = getpid();
    event.proxyOp.channelId = channel;
    event.proxyOp.peer = (comm->rank + 1) % comm->nranks;
    event.proxyOp.nSteps = STEPS;
    event.proxyOp.chunkSize = 1 << 19;
    event.proxyOp.isSend = send;
    void *handle = driver_start(comm, &event);
    driver_record(comm, handle, STATE_PROXY_OP_IN_PROGRESS, &(driver_args_t){0});
    for (int step = 0; step < STEPS; step++) {
        play_step(comm, handle, step, send);
    }
    driver_stop(comm, handle);
}

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t operation = driver_all_reduce(1 << 20, 2);
        play_control(&comm);
        driver_enqueue(&comm, &operation, 1);
        driver_place(&comm, &operation, 90000);
        for (uint8_t channel = 0; channel < 2; channel++) {
            play_proxy(&comm, &operation, channel, false);
            play_proxy(&comm, &operation, channel, true);
        }
        driver_finish(&comm, &operation);
        play_proxy(&comm, &operation, 0,
                   true); /* the last proxy event may come after the last channel's */
    }
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, ROUNDS);
    CHECK_EQUAL(totals.timed, ROUNDS);
    CHECK_EQUAL(totals.sum_nanos, ROUNDS * 90000);
    CHECK_EQUAL(shm_now_totals(NULL).calls, ROUNDS);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    setenv("LOCKSTEP_CONNECTIONS", "0", 1);
    sandbox_each_version(4, body);
    return check_result();
}
