/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Communicators that found no row share the "other" row, and series that found no place share one a
 * function: what many threads add to the same cell is not lost.
 */
#include <pthread.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define THREADS 6
#define ROUNDS (SANITIZED ? 500 : 5000)

static driver_t driver;
static driver_comm_t comms[SHM_COMMUNICATORS_MAX + THREADS];

static void *work(void *argument) {
    driver_comm_t *comm = argument;
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t operation = driver_all_reduce(256, 2);
        driver_run(comm, &operation, 1500);
        driver_operation_t broadcast = driver_all_reduce(25, 1);
        broadcast.function = "Broadcast";
        driver_call(comm, &broadcast, 1);
    }
    return NULL;
}

int main(void) {
    sandbox_directory();
    driver_open(&driver, DRIVER_NEWEST);
    for (int i = 0; i < (int)SHM_COMMUNICATORS_MAX + THREADS;
         i++) { /* row 0 is taken from the start */
        comms[i] = (driver_comm_t){.hash = (uint64_t)i + 1, .nranks = 2};
        CHECK_EQUAL(driver_init(&driver, &comms[i]), 0);
    }
    CHECK_EQUAL(shm_now_counter(SHM_DROP_COMMUNICATOR_TABLE_FULL), THREADS + 1);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        REQUIRE(pthread_create(&threads[i], NULL, work, &comms[(int)SHM_COMMUNICATORS_MAX + i]) ==
                0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
    }
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    shm_totals_t totals = shm_view_sum(&view, "AllReduce", -1, 0);
    CHECK_EQUAL(totals.calls, THREADS * ROUNDS);
    CHECK_EQUAL(totals.bytes, THREADS * ROUNDS * 1024);
    shm_totals_t broadcasts = shm_view_sum(&view, "Broadcast", -1, 0);
    CHECK_EQUAL(broadcasts.calls, THREADS * ROUNDS);
    CHECK_EQUAL(broadcasts.bytes, THREADS * ROUNDS * 100);
    shm_view_close(&view);
    for (int i = 0; i < (int)SHM_COMMUNICATORS_MAX + THREADS; i++) {
        driver_finalize(&comms[i]);
    }
    driver_close(&driver);
    return check_result();
}
