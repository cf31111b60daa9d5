/* SPDX-License-Identifier: Apache-2.0 */
/* The proxy's callbacks; see driver_network.h. */
#include "driver_network.h"

#include <unistd.h>

#include "check.h"
#include "sandbox.h"

#define SPIN_NANOS 2000
#define PREVIOUS_SIZE 77 /* what NCCL gives before it has the step's own */

/* When a step came into its state: around the callback that said so. */
typedef struct {
    uint64_t before;
    uint64_t after;
    int state;
} visit_t;

static void spin(void) {
    uint64_t until = sandbox_monotonic_nanos() + SPIN_NANOS;
    while (sandbox_monotonic_nanos() < until) {
    }
}

void *driver_proxy_start(driver_comm_t *comm, const driver_link_t *link, int steps) {
    driver_event_v7_t event = {
        .type = EVENT_PROXY_OP, .parentObj = link->parent, .rank = comm->rank};
    event.proxyOp.pid = link->pid != 0 ? link->pid : getpid();
    event.proxyOp.channelId = link->channel;
    event.proxyOp.peer = link->peer;
    event.proxyOp.nSteps = steps;
    event.proxyOp.chunkSize = 1 << 19;
    event.proxyOp.isSend = link->sends;
    void *handle =
        driver_start_in(comm, link->pid != 0 ? link->context : comm->context, &event);
    driver_record(comm, handle, STATE_PROXY_OP_IN_PROGRESS, &(driver_args_t){0});
    return handle;
}

void *driver_step_start(driver_comm_t *comm, const driver_link_t *link, void *proxy, int step) {
    driver_event_v7_t event = {.type = EVENT_PROXY_STEP, .parentObj = proxy, .rank = comm->rank};
    event.proxyStep.step = step;
    return driver_start_in(comm, link->pid != 0 ? link->context : comm->context, &event);
}

void driver_step_record(driver_comm_t *comm, void *step, int state, size_t bytes) {
    driver_record(comm, step, state, &(driver_args_t){.proxyStep = {bytes}});
}

static void play_net(driver_comm_t *comm, const driver_link_t *link, void *step, size_t bytes) {
    driver_event_v7_t event = {.type = EVENT_NET_PLUGIN, .parentObj = step};
    driver_net_ib_t ib = {.type = 1, .qp = {.device = link->device, .length = bytes}};
    driver_net_socket_t socket = {.type = 1, .sock = {.fd = 5, .length = bytes}};
    event.netPlugin.id = (int64_t)link->net << 16 | 1;
    event.netPlugin.data = link->net == NET_IB ? (void *)&ib : (void *)&socket;
    void *handle = driver_start(comm, &event);
    driver_record(comm, handle, STATE_NET_PLUGIN_UPDATE, &(driver_args_t){.netPlugin = {NULL}});
    driver_stop(comm, handle);
}

/* Adds what the last state took and begins the next one; -1 ends the step. */
static void visit(visit_t *last, int state, uint64_t before, driver_link_truth_t *truth) {
    uint64_t after = sandbox_monotonic_nanos();
    if (last->state >= 0) {
        truth->least_nanos[last->state] += before - last->after;
        truth->most_nanos[last->state] += after - last->before;
    }
    *last = (visit_t){before, after, state};
}

static void record(driver_comm_t *comm, void *step, int state, size_t bytes) {
    spin();
    driver_step_record(comm, step, state, bytes);
}

static void play_send(driver_comm_t *comm, const driver_link_t *link, void *step, size_t bytes,
                      visit_t *last, driver_link_truth_t *truth) {
    driver_step_record(comm, step, STATE_PROXY_STEP_SEND_GPU_WAIT, PREVIOUS_SIZE);
    spin();
    uint64_t before = sandbox_monotonic_nanos();
    driver_step_record(comm, step, STATE_PROXY_STEP_SEND_PEER_WAIT, PREVIOUS_SIZE);
    visit(last, SHM_STEP_PEER, before, truth);
    record(comm, step, STATE_PROXY_STEP_SEND_PEER_WAIT, PREVIOUS_SIZE); /* NCCL tries again */
    for (int i = 0; i < link->events; i++) {
        play_net(comm, link, step, bytes / (size_t)link->events);
    }
    before = sandbox_monotonic_nanos();
    driver_step_record(comm, step, STATE_PROXY_STEP_SEND_WAIT, bytes);
    visit(last, SHM_STEP_NETWORK, before, truth);
    spin();
}

static void play_receive(driver_comm_t *comm, const driver_link_t *link, void *step, size_t bytes,
                         visit_t *last, driver_link_truth_t *truth) {
    spin();
    for (int i = 0; i < link->events; i++) {
        play_net(comm, link, step, bytes / (size_t)link->events);
    }
    uint64_t before = sandbox_monotonic_nanos();
    driver_step_record(comm, step, STATE_PROXY_STEP_RECV_WAIT, PREVIOUS_SIZE);
    visit(last, SHM_STEP_NETWORK, before, truth);
    spin();
    before = sandbox_monotonic_nanos();
    driver_step_record(comm, step, STATE_PROXY_STEP_RECV_FLUSH_WAIT, bytes);
    visit(last, SHM_STEP_FLUSH, before, truth);
    before = sandbox_monotonic_nanos();
    driver_step_record(comm, step, STATE_PROXY_STEP_RECV_GPU_WAIT, bytes);
    visit(last, SHM_STEP_GPU, before, truth);
    spin();
}

void driver_transfer(driver_comm_t *comm, const driver_link_t *link, int steps, size_t bytes,
                     driver_link_truth_t *truth) {
    void *proxy = driver_proxy_start(comm, link, steps);
    for (int number = 0; number < steps; number++) {
        visit_t last = {.state = -1};
        uint64_t before = sandbox_monotonic_nanos();
        void *step = driver_step_start(comm, link, proxy, number);
        visit(&last, link->sends ? SHM_STEP_GPU : SHM_STEP_PEER, before, truth);
        for (int i = 0; !link->sends && i < link->restarts; i++) {
            step = driver_step_start(comm, link, proxy, number);
            truth->restarts++;
        }
        if (link->sends) {
            play_send(comm, link, step, bytes, &last, truth);
        } else {
            play_receive(comm, link, step, bytes, &last, truth);
        }
        before = sandbox_monotonic_nanos();
        driver_stop(comm, step);
        visit(&last, -1, before, truth);
        truth->steps++;
        truth->bytes += bytes;
        truth->net_events += (uint64_t)link->events;
    }
    driver_stop(comm, proxy);
    truth->operations++;
}

const shm_connection_cell_t *driver_link_cell(const shm_view_t *view, const driver_link_t *link,
                                              int row) {
    uint32_t capacity;
    const shm_connection_key_t *keys =
        shm_view_section(view, SHM_SECTION_CONNECTION_KEYS, &capacity);
    const shm_connection_cell_t *cells =
        shm_view_section(view, SHM_SECTION_CONNECTION_CELLS, &capacity);
    uint64_t key = UINT64_C(1) << 63 | (uint64_t)link->sends << 62 |
                   (uint64_t)(link->pid != 0) << 61 | (uint64_t)link->channel << 48 |
                   (uint64_t)(uint32_t)link->peer << 16 | (uint64_t)row;
    for (uint32_t i = 0; keys != NULL && i < capacity; i++) {
        if (keys[i].key == key) {
            return &cells[i];
        }
    }
    return NULL;
}

static void check_network(const shm_connection_cell_t *cell, const driver_link_t *link,
                          const driver_link_truth_t *truth) {
    bool is_told = link->net != 0 && link->pid == 0; /* those of other processes are not followed */
    CHECK_EQUAL(cell->net_events, is_told ? truth->net_events : 0);
    CHECK_EQUAL(cell->net_bytes, is_told ? truth->bytes : 0);
    CHECK_EQUAL(cell->transports, is_told ? link->net : 0);
    CHECK_EQUAL(cell->devices, is_told && link->net == NET_IB ? 1 << link->device : 0);
}

static void check_times(const shm_connection_cell_t *cell, const driver_link_truth_t *truth) {
    uint64_t observed = 0;
    for (uint32_t i = 0; i < SHM_TRANSFER_BUCKETS; i++) {
        observed += cell->buckets[i];
    }
    CHECK_EQUAL(observed, cell->timed_steps);
    for (uint32_t state = 0; cell->timed_steps == truth->steps && state < SHM_STEP_STATES; state++) {
        CHECK(cell->nanos[state] >= truth->least_nanos[state]);
        CHECK(cell->nanos[state] <= truth->most_nanos[state]);
    }
}

void driver_link_check(const shm_view_t *view, const driver_link_t *link, int row,
                       const driver_link_truth_t *truth) {
    const shm_connection_cell_t *cell = driver_link_cell(view, link, row);
    REQUIRE(cell != NULL);
    CHECK_EQUAL(cell->operations, truth->operations);
    CHECK_EQUAL(cell->operations_done, truth->operations);
    CHECK_EQUAL(cell->outstanding_steps, 0);
    CHECK_EQUAL(cell->waiting, 0);
    CHECK_EQUAL(cell->steps, truth->steps);
    CHECK_EQUAL(cell->bytes, truth->bytes);
    CHECK_EQUAL(cell->restarts, truth->restarts);
    CHECK(cell->timed_steps <= cell->steps);
    CHECK(cell->last_step_monotonic_nanos != 0);
    check_network(cell, link, truth);
    check_times(cell, truth);
}
