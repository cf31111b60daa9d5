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
#define BRIEF_COMMUNICATORS 100
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

/* Communicators that come and go beside the others: their finalize looks at everybody's slots. */
static void *come_and_go(void *unused) {
    (void)unused;
    for (uint64_t i = 0; i < BRIEF_COMMUNICATORS; i++) {
        driver_t own =
            driver; /* a mask of its own: NCCL's is written by every init without a lock */
        driver_comm_t comm = {.hash = 10000 + i, .nranks = 2};
        CHECK_EQUAL(driver_init(&own, &comm), 0);
        driver_operation_t operation = driver_all_reduce(1024, 1);
        operation.function = "Reduce";
        for (int k = 0; k < 10; k++) {
            driver_run(&comm, &operation, 1000);
        }
        driver_enqueue(&comm, &operation, 1); /* left in flight: finalize ends it */
        CHECK_EQUAL(driver_finalize(&comm), 0);
    }
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
    pthread_t visitor;
    REQUIRE(pthread_create(&visitor, NULL, come_and_go, NULL) == 0);
    for (int i = 0; i < COMMUNICATORS; i++) {
        REQUIRE(pthread_create(&threads[i], NULL, work, &comms[i]) == 0);
    }
    for (int i = 0; i < COMMUNICATORS; i++) {
        CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
    }
    CHECK_EQUAL(pthread_join(visitor, NULL), 0);
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
    CHECK_EQUAL(shm_view_ring_reserved(&view),
                COMMUNICATORS * 2 * ROUNDS + 11 * BRIEF_COMMUNICATORS);
    shm_totals_t visits = shm_view_totals(&view, "Reduce");
    CHECK_EQUAL(visits.calls, 11 * BRIEF_COMMUNICATORS);
    CHECK_EQUAL(visits.timed, 10 * BRIEF_COMMUNICATORS);
    shm_view_close(&view);
    driver_close(&driver);
    return check_result();
}
