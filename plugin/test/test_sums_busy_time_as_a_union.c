/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A communicator's busy time is the union of its operations' spans: overlapping ones (on different
 * channels) count once, one inside another not at all, gaps not. Another communicator has its own.
 */
#include <string.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 50
#define RANDOM_ROUNDS 500
#define TOGETHER 4 /* as many stretches as the plugin remembers */
#define WINDOW_NANOS 2000

static void play(driver_comm_t *comm, int channel, uint64_t start, uint64_t stop) {
    driver_operation_t operation = driver_all_reduce(1, 1);
    driver_enqueue(comm, &operation, 1);
    driver_channel_start(comm, &operation, channel, start);
    driver_channel_stop(comm, &operation, channel, stop);
}

/* A long operation that is seen to be done after a short one that ran beside it. */
static void play_inside_out(driver_comm_t *comm, uint64_t start, uint64_t stop) {
    driver_operation_t group[2] = {driver_all_reduce(1, 1), driver_all_reduce(1, 1)};
    driver_enqueue(comm, group, 2);
    driver_channel_start(comm, &group[0], 4, start);
    driver_channel_start(comm, &group[1], 5, start + 2000);
    driver_channel_stop(comm, &group[1], 5, start + 3000);
    driver_channel_stop(comm, &group[0], 4, stop);
}

static uint64_t busy_of(const driver_comm_t *comm) {
    shm_view_t view;
    shm_view_require(&view);
    const shm_communicator_t *row = shm_view_communicator(&view, comm->hash, 0);
    REQUIRE(row != NULL);
    uint64_t nanos = row->busy_nanos;
    shm_view_close(&view);
    return nanos;
}

/* The union of spans, the plain way: by marking every nanosecond of a short window. */
static uint64_t union_of(const driver_operation_t *operations, uint64_t base) {
    static bool busy[WINDOW_NANOS];
    memset(busy, 0, sizeof busy);
    uint64_t sum = 0;
    for (int i = 0; i < TOGETHER; i++) {
        for (uint64_t at = operations[i].start; at < operations[i].stop; at++) {
            sum += !busy[at - base];
            busy[at - base] = true;
        }
    }
    return sum;
}

/* Operations of one group on a channel each, of random spans, seen to be done in a random order. */
static int random_spans(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    uint64_t random = sandbox_seed();
    uint64_t expected = 0;
    for (int round = 0; round < RANDOM_ROUNDS; round++) {
        driver_operation_t operations[TOGETHER];
        uint64_t base = driver_gpu_now() + (uint64_t)round * 1000000;
        for (int i = 0; i < TOGETHER; i++) {
            operations[i] = driver_all_reduce(1, 1);
            operations[i].channels = UINT64_C(1) << i;
            operations[i].start = base + sandbox_random(&random) % (WINDOW_NANOS / 2);
            operations[i].stop =
                operations[i].start + 1 + sandbox_random(&random) % (WINDOW_NANOS / 2 - 1);
        }
        driver_enqueue(&comm, operations, TOGETHER);
        expected += union_of(operations, base);
        for (int left = TOGETHER; left > 0; left--) {
            int pick = (int)(sandbox_random(&random) % (uint64_t)left);
            driver_finish(&comm, &operations[pick]);
            operations[pick] = operations[left - 1];
        }
    }
    CHECK_EQUAL(busy_of(&comm), expected);
    driver_end(&driver, &comm);
    return check_result();
}

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    driver_comm_t other = {.hash = 2, .nranks = 2};
    CHECK_EQUAL(driver_init(&driver, &other), 0);
    for (uint64_t i = 0; i < ROUNDS; i++) {
        uint64_t base = driver_gpu_now() + i * 1000000;
        play(&comm, 0, base, base + 10000);
        play(&comm, 1, base + 5000, base + 20000);          /* 10000 more */
        play(&comm, 2, base + 6000, base + 15000);          /* inside */
        play(&comm, 3, base + 20000, base + 21000);         /* adjacent: 1000 more */
        play(&comm, 0, base + 50000, base + 57000);         /* after a gap: 7000 more */
        play_inside_out(&comm, base + 60000, base + 65000); /* 5000 more */
        play(&other, 0, base, base + 3000);
    }
    shm_view_t view;
    shm_view_require(&view);
    const shm_communicator_t *row = shm_view_communicator(&view, comm.hash, 0);
    const shm_communicator_t *other_row = shm_view_communicator(&view, 2, 0);
    REQUIRE(row && other_row);
    CHECK_EQUAL(row->busy_nanos, ROUNDS * (10000 + 10000 + 1000 + 7000 + 5000));
    CHECK_EQUAL(other_row->busy_nanos, ROUNDS * 3000);
    CHECK_EQUAL(shm_view_suspects(&view), 0);
    shm_view_close(&view);
    driver_finalize(&other);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_seed();
    sandbox_each_version(7, random_spans);
    sandbox_each_version(4, body);
    return check_result();
}
