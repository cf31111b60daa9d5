/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The application's thread and CUDA's callback thread enqueue to one communicator at the same time,
 * a third makes the channel events of both: totals are exact, ordinals are given once each.
 */
#include <pthread.h>
#include <stdlib.h>

#include "check.h"
#include "driver_progress.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS (SANITIZED ? 1000 : 20000)

static driver_t driver;
static driver_comm_t application;
static driver_comm_t callback; /* the same communicator as the other thread knows it */
static driver_progress_t *progress;
static pthread_mutex_t posting = PTHREAD_MUTEX_INITIALIZER;
static uint64_t gpu_clock;

/* NCCL's proxy queue: posted in the order in which the kernels were launched. */
static void post(driver_operation_t *operation, uint64_t nanos) {
    pthread_mutex_lock(&posting);
    operation->start = gpu_clock;
    operation->stop = gpu_clock + nanos;
    gpu_clock += nanos + 1000;
    driver_progress_post(progress, operation);
    pthread_mutex_unlock(&posting);
}

static void *replay(void *unused) {
    (void)unused;
    driver_operation_t graph = driver_all_reduce(100, 2);
    graph.captured = true;
    graph.function = "ReduceScatter";
    driver_call(&callback, &graph, 1);
    for (int i = 0; i < ROUNDS; i++) {
        driver_launch(&callback, &graph, 1);
        post(&graph, 300);
    }
    return NULL;
}

int main(void) {
    sandbox_directory();
    driver_begin(&driver, &application, DRIVER_NEWEST);
    callback = application;
    gpu_clock = application.gpu_clock;
    progress = calloc(1, sizeof *progress);
    REQUIRE(progress != NULL);
    driver_progress_begin(progress, &application);
    pthread_t thread;
    REQUIRE(pthread_create(&thread, NULL, replay, NULL) == 0);
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t operation = driver_all_reduce(100, 2);
        operation.channels <<= 8;
        driver_enqueue(&application, &operation, 1);
        post(&operation, 200);
    }
    CHECK_EQUAL(pthread_join(thread, NULL), 0);
    driver_progress_end(progress);
    free(progress);
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    shm_totals_t reduce = shm_view_totals(&view, "AllReduce");
    CHECK_EQUAL(reduce.calls, ROUNDS);
    CHECK_EQUAL(reduce.sum_nanos, ROUNDS * 200);
    shm_totals_t scatter = shm_view_totals(&view, "ReduceScatter");
    CHECK_EQUAL(scatter.calls, ROUNDS);
    CHECK_EQUAL(scatter.sum_nanos, ROUNDS * 300);
    const shm_communicator_t *row = shm_view_communicator(&view, application.hash, 0);
    REQUIRE(row != NULL);
    CHECK_EQUAL(row->operations_enqueued, 2 * ROUNDS);
    CHECK_EQUAL(row->operations_done, 2 * ROUNDS);
    CHECK_EQUAL(shm_view_in_flight(&view), 0);
    shm_view_close(&view);
    driver_end(&driver, &application);
    return check_result();
}
