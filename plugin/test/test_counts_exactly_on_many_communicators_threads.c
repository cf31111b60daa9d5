/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Eight communicators, each with its application and progress thread, two operations at once in
 * each, collectives, Send and Recv and call-only operations mixed: every total is exact.
 */
#include <pthread.h>
#include <stdlib.h>

#include "check.h"
#include "driver_progress.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define COMMUNICATORS 8
#define ROUNDS (SANITIZED ? 300 : 3000)

static driver_t driver;
static driver_comm_t comms[COMMUNICATORS];

static void *work(void *argument) {
    driver_comm_t *comm = argument;
    driver_progress_t *progress = calloc(1, sizeof *progress);
    REQUIRE(progress != NULL);
    driver_progress_begin(progress, comm);
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t operations[2] = {driver_all_reduce(1024, 4),
                                            driver_p2p("Send", 0, 100, 0xf0)};
        driver_place(comm, &operations[0], 2000);
        driver_place(comm, &operations[1], 3000);
        driver_enqueue(comm, operations, 2);
        driver_progress_post(progress, &operations[0]);
        driver_progress_post(progress, &operations[1]);
        if (i % 4 == 0) {
            driver_operation_t broadcast = driver_all_reduce(25, 1);
            broadcast.function = "Broadcast";
            driver_call(comm, &broadcast, 1);
        }
    }
    driver_progress_end(progress);
    free(progress);
    CHECK_EQUAL(driver_finalize(comm), 0);
    return NULL;
}

int main(void) {
    sandbox_directory();
    driver_open(&driver, DRIVER_NEWEST);
    for (int i = 0; i < COMMUNICATORS; i++) {
        comms[i] =
            (driver_comm_t){.hash = (uint64_t)(100 + i), .nranks = 4, .nnodes = 2, .rank = 1};
        CHECK_EQUAL(driver_init(&driver, &comms[i]), 0);
    }
    pthread_t threads[COMMUNICATORS];
    for (int i = 0; i < COMMUNICATORS; i++) {
        REQUIRE(pthread_create(&threads[i], NULL, work, &comms[i]) == 0);
    }
    for (int i = 0; i < COMMUNICATORS; i++) {
        CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
    }
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    for (int i = 0; i < COMMUNICATORS; i++) {
        const shm_communicator_t *row = shm_view_communicator(&view, comms[i].hash, 0);
        REQUIRE(row != NULL);
        shm_totals_t reduce = shm_view_sum(&view, "AllReduce", -1, shm_view_row(&view, row));
        CHECK_EQUAL(reduce.calls, ROUNDS);
        CHECK_EQUAL(reduce.sum_nanos, ROUNDS * 2000);
        shm_totals_t send = shm_view_sum(&view, "Send", -1, shm_view_row(&view, row));
        CHECK_EQUAL(send.calls, ROUNDS);
        CHECK_EQUAL(send.sum_nanos, ROUNDS * 3000);
        CHECK_EQUAL(row->operations_done, 2 * ROUNDS);
        CHECK_EQUAL(row->busy_nanos, ROUNDS * 5000);
    }
    CHECK_EQUAL(shm_view_totals(&view, "Broadcast").calls, COMMUNICATORS * ROUNDS / 4);
    CHECK_EQUAL(shm_view_totals(&view, "Broadcast").bytes, COMMUNICATORS * ROUNDS / 4 * 100);
    CHECK_EQUAL(shm_view_suspects(&view), 0);
    CHECK_EQUAL(shm_view_in_flight(&view), 0);
    CHECK_EQUAL(shm_view_ring_reserved(&view), COMMUNICATORS * 2 * ROUNDS);
    shm_view_close(&view);
    driver_close(&driver);
    return check_result();
}
