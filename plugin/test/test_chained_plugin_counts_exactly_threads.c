/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Four communicators, each with its application and its progress thread, and others that come and
 * go, with a plugin behind ours that has handles for everything: it sees each start, state and stop,
 * only its own pointers come back to it, and Lockstep's totals are exact.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chain_play.h"
#include "check.h"
#include "driver_progress.h"
#include "sandbox.h"
#include "shm_view.h"

#define COMMUNICATORS 4
#define BRIEF_COMMUNICATORS 50
#define ROUNDS (SANITIZED ? 200 : 2000)
#define CHANNELS 4
#define LASTING 4 /* GroupApi, CollApi, Group, Coll */

static driver_t driver;
static driver_comm_t comms[COMMUNICATORS];

static void *work(void *argument) {
    driver_comm_t *comm = argument;
    driver_progress_t *progress = calloc(1, sizeof *progress);
    REQUIRE(progress != NULL);
    driver_progress_begin(progress, comm);
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t operation = driver_all_reduce(1024, CHANNELS);
        driver_place(comm, &operation, 2000);
        driver_enqueue(comm, &operation, 1);
        driver_progress_post(progress, &operation);
    }
    driver_progress_end(progress);
    free(progress);
    return NULL;
}

static void *come_and_go(void *unused) {
    (void)unused;
    for (uint64_t i = 0; i < BRIEF_COMMUNICATORS; i++) {
        driver_comm_t comm = {.hash = 10000 + i, .nranks = 2};
        CHECK_EQUAL(driver_init(&driver, &comm), 0);
        driver_operation_t operation = driver_all_reduce(1024, CHANNELS);
        driver_run(&comm, &operation, 1000);
        CHECK_EQUAL(driver_finalize(&comm), 0);
    }
    return NULL;
}

static void run_threads(void) {
    pthread_t threads[COMMUNICATORS + 1];
    REQUIRE(pthread_create(&threads[COMMUNICATORS], NULL, come_and_go, NULL) == 0);
    for (int i = 0; i < COMMUNICATORS; i++) {
        REQUIRE(pthread_create(&threads[i], NULL, work, &comms[i]) == 0);
    }
    for (int i = 0; i <= COMMUNICATORS; i++) {
        CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
    }
}

static void check_numbers(void) {
    int operations = COMMUNICATORS * ROUNDS + BRIEF_COMMUNICATORS;
    int events = operations * (LASTING + CHANNELS);
    char *recorded = chain_recorded("recording");
    char expected[512];
    snprintf(expected, sizeof expected,
             "init %d\nstartEvent %d\nstopEvent %d\nrecordEventState %d\nfinalize %d\n"
             "unknown pointers 0\nunloaded\n",
             COMMUNICATORS + BRIEF_COMMUNICATORS, events, events, operations * (CHANNELS + 2),
             COMMUNICATORS + BRIEF_COMMUNICATORS);
    size_t length = strlen(recorded);
    CHECK(length >= strlen(expected));
    CHECK_TEXT(recorded + length - strlen(expected), expected);
    free(recorded);
}

int main(void) {
    sandbox_directory();
    setenv("LOCKSTEP_CHAIN", chain_recorder(6), 1);
    setenv("RECORDER_MASK", "0x742", 1); /* calls, operations, kernel channels */
    setenv("RECORDER_QUIET", "yes", 1);
    chain_record_to("recording");
    driver_open(&driver, DRIVER_NEWEST);
    for (int i = 0; i < COMMUNICATORS; i++) {
        comms[i] = (driver_comm_t){.hash = (uint64_t)(100 + i), .nranks = 4, .rank = 1};
        CHECK_EQUAL(driver_init(&driver, &comms[i]), 0);
    }
    run_threads();
    for (int i = 0; i < COMMUNICATORS; i++) {
        CHECK_EQUAL(driver_finalize(&comms[i]), 0);
    }
    check_numbers();
    CHECK_EQUAL(shm_now_totals("AllReduce").timed, COMMUNICATORS * ROUNDS + BRIEF_COMMUNICATORS);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_CHAINED_EVENT), 0);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_close(&driver);
    return check_result();
}
