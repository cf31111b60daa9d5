/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings, and one of everything; see chain_play.h. */
#include "chain_play.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "sandbox.h"

#define ROUNDS 3
#define GPU_START UINT64_C(2000000000000000000)
#define REPLAYS 3
#define FOREIGN_CONTEXT ((void *)0x7e0000001000) /* of another process */
#define FOREIGN_HANDLE ((void *)0x7e0000002000)

static char logged[8192];

const char *chain_recorder(int api) {
    static char path[512];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 32);
    REQUIRE(length > 0);
    path[length] = '\0';
    char *name = strrchr(path, '/') + 1;
    if (api == 0) {
        strcpy(name, "recorder-all.so");
    } else {
        sprintf(name, "recorder-%d.so", api);
    }
    return path;
}

void chain_record_to(const char *name) {
    unlink(sandbox_path(name));
    setenv("RECORDER_LOG", sandbox_path(name), 1);
}

char *chain_recorded(const char *name) {
    FILE *file = fopen(sandbox_path(name), "r");
    REQUIRE(file != NULL);
    char *text = NULL;
    size_t bytes = 0;
    REQUIRE(getdelim(&text, &bytes, '\0', file) > 0);
    fclose(file);
    return text;
}

bool chain_same(const char *actual, const char *expected) {
    size_t same = 0;
    size_t line = 0;
    for (; actual[same] != '\0' && actual[same] == expected[same]; same++) {
        line = actual[same] == '\n' ? same + 1 : line;
    }
    if (actual[same] == expected[same]) {
        return true;
    }
    fprintf(stderr, "recorded  %.*s\nexpected  %.*s\n", (int)strcspn(actual + line, "\n"),
            actual + line, (int)strcspn(expected + line, "\n"), expected + line);
    return false;
}

int chain_lines(const char *recorded, const char *beginning) {
    int count = 0;
    for (const char *line = recorded; *line; line += strcspn(line, "\n") + 1) {
        count += strncmp(line, beginning, strlen(beginning)) == 0;
    }
    return count;
}

void chain_logger(int level, unsigned long flags, const char *file, int line, const char *format,
                  ...) {
    (void)flags;
    (void)file;
    (void)line;
    size_t used = strlen(logged);
    va_list arguments;
    va_start(arguments, format);
    CHECK_TEXT(format, "%s");
    snprintf(logged + used, sizeof logged - used, "%d %s\n", level, va_arg(arguments, char *));
    va_end(arguments);
}

const char *chain_logged(void) {
    return logged;
}

int chain_logged_times(const char *text) {
    int times = 0;
    for (const char *at = logged; (at = strstr(at, text)) != NULL; at++) {
        times++;
    }
    return times;
}

/* At the same address for the plugin alone and behind another. */
static driver_net_ib_t net_data = {.type = 1, .qp = {.device = 2, .qpNum = 17, .length = 4096}};

static void *start_if_wanted(driver_comm_t *comm, int mask, const driver_event_v7_t *event) {
    return driver_wants(mask, (int)event->type) ? driver_start(comm, event) : NULL;
}

static void record_size(driver_comm_t *comm, void *handle, int state, size_t bytes) {
    driver_args_t args = {.proxyStep = {bytes}};
    driver_record(comm, handle, state, &args);
}

/* One send over the network, of two steps, under an operation; NetPlugin events in each. */
static void play_network(driver_comm_t *comm, const driver_operation_t *operation) {
    driver_event_v7_t op = {
        .type = EVENT_PROXY_OP, .parentObj = operation->handle, .rank = comm->rank};
    op.proxyOp = (driver_proxy_op_t){getpid(), 3, 1, 2, 4096, 1};
    void *op_handle = start_if_wanted(comm, operation->mask, &op);
    record_size(comm, op_handle, STATE_PROXY_OP_IN_PROGRESS, 0);
    for (int step = 0; step < 2; step++) {
        driver_event_v7_t event = {
            .type = EVENT_PROXY_STEP, .parentObj = op_handle, .rank = comm->rank};
        event.proxyStep.step = step;
        void *handle = start_if_wanted(comm, operation->mask, &event);
        record_size(comm, handle, STATE_PROXY_STEP_SEND_GPU_WAIT, 0);
        record_size(comm, handle, STATE_PROXY_STEP_SEND_PEER_WAIT, 0);
        driver_event_v7_t net = {.type = EVENT_NET_PLUGIN, .parentObj = handle};
        net.netPlugin = (driver_net_t){65537, &net_data};
        void *net_handle = start_if_wanted(comm, operation->mask, &net);
        driver_args_t args = {.netPlugin = {&net_data}};
        driver_record(comm, net_handle, STATE_NET_PLUGIN_UPDATE, &args);
        record_size(comm, handle, STATE_PROXY_STEP_SEND_WAIT, 4096);
        driver_stop(comm, net_handle);
        driver_stop(comm, handle);
    }
    driver_stop(comm, op_handle);
}

/* The part of an operation of another process: PXN. Its context and parent are that process's. */
static void play_foreign(driver_comm_t *comm, pid_t other) {
    if (other == 0 || !driver_wants(comm->driver->mask, EVENT_PROXY_OP)) {
        return;
    }
    driver_event_v7_t op = {.type = EVENT_PROXY_OP, .parentObj = FOREIGN_HANDLE, .rank = 7};
    op.proxyOp = (driver_proxy_op_t){other, 5, 2, 1, 1024, 0};
    void *op_handle = driver_start_in(comm, FOREIGN_CONTEXT, &op);
    driver_event_v7_t step = {.type = EVENT_PROXY_STEP, .parentObj = op_handle, .rank = 7};
    void *handle = driver_wants(comm->driver->mask, EVENT_PROXY_STEP)
                       ? driver_start_in(comm, FOREIGN_CONTEXT, &step)
                       : NULL;
    record_size(comm, handle, STATE_PROXY_STEP_RECV_WAIT, 0);
    driver_stop(comm, handle);
    driver_stop(comm, op_handle);
}

static void play_control(driver_comm_t *comm) {
    driver_event_v7_t event = {.type = EVENT_PROXY_CTRL};
    void *handle = start_if_wanted(comm, comm->driver->mask, &event);
    driver_args_t args = {.proxyCtrl = {12}};
    driver_record(comm, handle, STATE_PROXY_CTRL_APPEND, &args);
    driver_stop(comm, handle);
}

static void play_phases(driver_comm_t *comm, driver_operation_t *operation) {
    driver_channel_start(comm, operation, 0, operation->start);
    driver_event_v7_t event = {.type = EVENT_KERNEL_PHASE, .parentObj = operation->kernels[0]};
    event.kernelPhase.phaseId = 1;
    event.kernelPhase.phaseName = "compute";
    event.kernelPhase.pTimer = operation->start + 1;
    void *handle = start_if_wanted(comm, operation->mask, &event);
    driver_args_t args = {.kernelCh = {operation->stop - 1}};
    driver_record(comm, handle, STATE_KERNEL_PHASE_STOP, &args);
    driver_stop(comm, handle);
    driver_channel_stop(comm, operation, 0, operation->stop);
}

static void play_group(driver_comm_t *comm) {
    driver_operation_t group[4] = {driver_all_reduce(100, 4), driver_p2p("Send", 1, 64, 0xf0),
                                   driver_p2p("Recv", 2, 64, 0xf00), driver_all_reduce(7, 2)};
    group[3].function = "ReduceScatter";
    driver_enqueue(comm, group, 4);
    play_network(comm, &group[0]);
    play_network(comm, &group[1]);
    for (int i = 0; i < 4; i++) {
        driver_place(comm, &group[i], 1000);
        driver_finish(comm, &group[i]);
    }
}

static void play_graph(driver_comm_t *comm) {
    driver_operation_t captured[2] = {driver_all_reduce(50, 2), driver_p2p("Send", 1, 64, 1)};
    captured[0].captured = true;
    captured[1].captured = true;
    driver_call(comm, captured, 2);
    for (int replay = 0; replay < REPLAYS; replay++) {
        driver_launch(comm, captured, 2);
        for (int i = 0; i < 2; i++) {
            driver_place(comm, &captured[i], 1000);
            driver_finish(comm, &captured[i]);
        }
    }
}

static void play_symmetric(driver_comm_t *comm) {
    driver_operation_t operation = driver_all_reduce(1000, 1);
    operation.symmetric = true;
    driver_enqueue(comm, &operation, 1);
    driver_place(comm, &operation, 1000);
    play_phases(comm, &operation);
}

void chain_play(driver_comm_t *comm, pid_t other) {
    comm->gpu_clock = GPU_START; /* the same stamps each time */
    for (int round = 0; round < ROUNDS; round++) {
        play_group(comm);
        play_control(comm);
        play_graph(comm);
        driver_operation_t copied = driver_all_reduce(200, 0);
        driver_copy_engine(comm, &copied);
        play_symmetric(comm);
        play_foreign(comm, other);
        driver_operation_t orphan = driver_all_reduce(1, 1); /* never enqueued: no handle */
        orphan.mask = comm->driver->mask;
        driver_place(comm, &orphan, 1000);
        driver_finish(comm, &orphan);
    }
}
