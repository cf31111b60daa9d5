/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a callback of a network step costs, net of an empty plugin in the same run: proxy operations
 * of eight steps, each with the five callbacks of a send and one event of the network plugin, in a
 * hot loop on one thread. Start and stop of the operation, with their look at the control file and
 * the clock, are measured apart. Medians over rounds that alternate between both plugins, for
 * several shares of timed steps: a control file beside the plugin's file sets them.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

enum {
    ROUNDS = 401,
    OPERATIONS = 200, /* a round */
    STEPS = 8,
    STEP_CALLBACKS = 5,
    CHUNK_BYTES = 1 << 19,
    CONTROL_BYTES = 4096,
};

enum {
    LOCKSTEP,
    EMPTY,
    SUBJECTS
};

static subject_t subjects[SUBJECTS];
static int control;
static pid_t self;

static void tell(const char *line) {
    char page[CONTROL_BYTES] = "";
    strcpy(page, line);
    if (pwrite(control, page, sizeof page, 0) != sizeof page) {
        perror("bench: control file");
    }
}

static void record(const subject_t *subject, void *step, int state) {
    nccl_event_state_t size = {.proxy_step = {CHUNK_BYTES}};
    subject->profiler->record_event_state(step, state, &size);
}

static void note_network(const subject_t *subject, void *step) {
    nccl_net_ib_v1_t data = {.type = 1, .queue_pair = {.device = 1, .bytes = CHUNK_BYTES}};
    nccl_event_v7_t event = {.type = NCCL_EVENT_NET_PLUGIN, .parent = step};
    event.net = (nccl_net_event_t){NCCL_NET_IB << 16 | 1, &data};
    void *handle;
    subject->profiler->start_event(subject->context, &handle, &event);
    if (handle != NULL) {
        subject->profiler->stop_event(handle);
    }
}

enum {
    NOTHING, /* start and stop of the operation alone */
    WITH_STEPS,
    WITH_NETWORK,
};

static void play(const subject_t *subject, int what) {
    nccl_event_v7_t event = {.type = NCCL_EVENT_PROXY_OP};
    event.proxy_op = (nccl_proxy_op_t){self, 3, 1, STEPS, CHUNK_BYTES, 1};
    void *proxy;
    subject->profiler->start_event(subject->context, &proxy, &event);
    for (int number = 0; what != NOTHING && number < STEPS; number++) {
        nccl_event_v7_t start = {.type = NCCL_EVENT_PROXY_STEP, .parent = proxy};
        start.proxy_step.number = number;
        void *step;
        subject->profiler->start_event(subject->context, &step, &start);
        record(subject, step, NCCL_STATE_SEND_GPU_WAIT);
        record(subject, step, NCCL_STATE_SEND_PEER_WAIT);
        if (what == WITH_NETWORK) {
            note_network(subject, step);
        }
        record(subject, step, NCCL_STATE_SEND_WAIT);
        subject->profiler->stop_event(step);
    }
    subject->profiler->stop_event(proxy);
}

static double median_net(int what) {
    static double net[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        double nanos[SUBJECTS];
        for (int i = 0; i < SUBJECTS; i++) {
            uint64_t before = bench_nanos();
            for (int operation = 0; operation < OPERATIONS; operation++) {
                play(&subjects[i], what);
            }
            nanos[i] = (double)(bench_nanos() - before) / OPERATIONS;
        }
        net[round] = nanos[LOCKSTEP] - nanos[EMPTY];
    }
    return quantile(net, ROUNDS, 0.5);
}

/* The line's first eight bytes make the plugin look at it. */
static void measure(char floor, const char *share) {
    char line[64];
    snprintf(line, sizeof line, "floor=%c steps=%s", floor, share);
    tell(line);
    median_net(WITH_NETWORK);
    double operation = median_net(NOTHING);
    double steps = median_net(WITH_STEPS) - operation;
    double network = median_net(WITH_NETWORK) - operation - steps;
    printf("%-5s timed: %5.1f ns a step callback, %5.1f ns an event of the network plugin, %6.1f ns "
           "start and stop of an operation\n",
           share, steps / (STEPS * STEP_CALLBACKS), network / STEPS, operation);
}

int main(void) {
    self = getpid();
    char path[128];
    snprintf(path, sizeof path, "%s/control", bench_directory());
    control = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    tell("");
    subject_open(&subjects[LOCKSTEP], "lockstep", lockstep_library());
    subject_open(&subjects[EMPTY], "empty", empty_library());
    bench_print_machine();
    printf("ns net of an empty plugin in the same run, medians of %d rounds of %d operations\n", ROUNDS,
           OPERATIONS);
    measure('1', "off");
    measure('2', "1/32");
    measure('3', "1/8");
    measure('4', "1/1");
    for (int i = 0; i < SUBJECTS; i++) {
        subject_close(&subjects[i]);
    }
    return 0;
}
