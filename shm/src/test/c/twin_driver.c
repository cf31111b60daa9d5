/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lets the real plugin write what a Java test wants: reads one command a line from standard input, makes
 * NCCL's callbacks for it, and answers each with one line. ShmTwinTest speaks to it; the commands are
 * those of TestWriter.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"

enum { COMMUNICATORS_MAX = 8, OPERATIONS_MAX = 256, LINE_BYTES = 256 };

static driver_t driver;
static driver_comm_t communicators[COMMUNICATORS_MAX];
static driver_operation_t operations[OPERATIONS_MAX];
static int owners[OPERATIONS_MAX];
static int communicator_count;
static int operation_count;

static long communicator(unsigned long long hash, int ranks, int rank) {
    driver_comm_t *comm = &communicators[communicator_count];
    *comm = (driver_comm_t){.driver = &driver, .hash = hash, .nnodes = 2, .nranks = ranks, .rank = rank};
    REQUIRE(driver_init(&driver, comm) == 0);
    return communicator_count++;
}

static long enqueue(int comm, unsigned long long count, int reported) {
    operations[operation_count] = driver_all_reduce(count, reported);
    owners[operation_count] = comm;
    driver_enqueue(&communicators[comm], &operations[operation_count], 1);
    driver_place(&communicators[comm], &operations[operation_count], 0);
    return operation_count++;
}

static void run(int comm, unsigned long long count, unsigned long long nanos) {
    driver_operation_t operation = driver_all_reduce(count, 1);
    driver_run(&communicators[comm], &operation, nanos);
}

/* Stamps are relative to the moment at which the operation was enqueued. */
static void start(int operation, int channel, unsigned long long after) {
    driver_operation_t *it = &operations[operation];
    driver_channel_start(&communicators[owners[operation]], it, channel, it->start + after);
}

static void stop(int operation, int channel, unsigned long long after) {
    driver_operation_t *it = &operations[operation];
    driver_channel_stop(&communicators[owners[operation]], it, channel, it->start + after);
}

/* One proxy operation of so many steps, each of which goes through all states; the last steps stay under way. */
static void transfer(int comm, int peer, int steps, int stuck) {
    driver_event_v7_t op = {.type = EVENT_PROXY_OP};
    op.proxyOp = (driver_proxy_op_t){getpid(), 5, peer, steps, 1 << 19, 1};
    void *proxy = driver_start(&communicators[comm], &op);
    for (int number = 0; number < steps; number++) {
        driver_event_v7_t event = {.type = EVENT_PROXY_STEP, .parentObj = proxy};
        event.proxyStep.step = number;
        void *step = driver_start(&communicators[comm], &event);
        driver_net_ib_t data = {.type = 1, .qp = {.device = 2, .length = 1000}};
        driver_event_v7_t net = {.type = EVENT_NET_PLUGIN, .parentObj = step};
        net.netPlugin = (driver_net_t){NET_IB << 16 | 1, &data};
        driver_start(&communicators[comm], &net);
        driver_args_t size = {.proxyStep = {1000}};
        driver_record(&communicators[comm], step, STATE_PROXY_STEP_SEND_WAIT, &size);
        if (number < steps - stuck) {
            driver_stop(&communicators[comm], step);
        }
    }
    if (stuck == 0) {
        driver_stop(&communicators[comm], proxy);
    }
}

static long obey(const char *line) {
    unsigned long long a = 0;
    unsigned long long b = 0;
    int x = 0;
    int y = 0;
    int z = 0;
    int stuck = 0;
    if (sscanf(line, "communicator %llx %d %d", &a, &x, &y) == 3) {
        return communicator(a, x, y);
    }
    if (sscanf(line, "enqueue %d %llu %d", &x, &a, &y) == 3) {
        return enqueue(x, a, y);
    }
    if (sscanf(line, "run %d %llu %llu", &x, &a, &b) == 3) {
        run(x, a, b);
    } else if (sscanf(line, "start %d %d %llu", &x, &y, &a) == 3) {
        start(x, y, a);
    } else if (sscanf(line, "stop %d %d %llu", &x, &y, &a) == 3) {
        stop(x, y, a);
    } else if (sscanf(line, "transfer %d %d %d %d", &x, &y, &z, &stuck) == 4) {
        transfer(x, y, z, stuck);
    } else if (sscanf(line, "finalize %d", &x) == 1) {
        REQUIRE(driver_finalize(&communicators[x]) == 0);
    } else {
        REQUIRE(strcmp(line, "die\n") == 0 && raise(SIGKILL) == 0);
    }
    return 0;
}

int main(void) {
    char line[LINE_BYTES];
    driver_open(&driver, DRIVER_NEWEST);
    while (fgets(line, sizeof line, stdin) != NULL) {
        printf("%ld\n", obey(line));
        fflush(stdout);
    }
    return check_result();
}
