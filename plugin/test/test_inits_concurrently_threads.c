/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Grouped initialisation calls init from many threads at once, and communicators come and go while
 * others work: there is one file, each communicator has a row of its own, and nothing is lost.
 */
#include <pthread.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define THREADS 8
#define GENERATIONS 8
#define OPERATIONS 50

static driver_t driver;
static pthread_barrier_t barrier;

static void *work(void *argument) {
    uint64_t thread = (uint64_t)(uintptr_t)argument;
    for (uint64_t generation = 0; generation < GENERATIONS; generation++) {
        driver_t own =
            driver; /* a mask of its own: NCCL's is written by every init without a lock */
        driver_comm_t comm = {
            .hash = 1000 + thread * GENERATIONS + generation, .nranks = 2, .name = "grouped"};
        pthread_barrier_wait(&barrier);
        CHECK_EQUAL(driver_init(&own, &comm), 0);
        CHECK(comm.context != NULL);
        for (int i = 0; i < OPERATIONS; i++) {
            driver_operation_t operation = driver_all_reduce(10, 2);
            driver_run(&comm, &operation, 100);
        }
        pthread_barrier_wait(&barrier);
        CHECK_EQUAL(driver_finalize(&comm), 0);
    }
    return NULL;
}

int main(void) {
    sandbox_directory();
    driver_open(&driver, DRIVER_NEWEST);
    pthread_barrier_init(&barrier, NULL, THREADS);
    pthread_t threads[THREADS];
    for (uint64_t i = 0; i < THREADS; i++) {
        REQUIRE(pthread_create(&threads[i], NULL, work, (void *)(uintptr_t)i) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
    }
    CHECK_EQUAL(shm_view_files(), 1);
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    for (uint64_t i = 0; i < THREADS * GENERATIONS; i++) {
        const shm_communicator_t *row = shm_view_communicator(&view, 1000 + i, 0);
        if (CHECK(row != NULL)) {
            CHECK_EQUAL(row->operations_done, OPERATIONS);
            CHECK_EQUAL(row->state, SHM_COMMUNICATOR_CLOSED);
            CHECK(shm_view_communicator(&view, 1000 + i, 1) == NULL);
        }
    }
    CHECK_EQUAL(shm_view_totals(&view, "AllReduce").calls, THREADS * GENERATIONS * OPERATIONS);
    shm_view_close(&view);
    driver_close(&driver);
    return check_result();
}
