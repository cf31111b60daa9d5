/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plugin behind ours that changes its mask while it works: it gets more events or fewer from the
 * next operation on, what is under way is brought to its end, and Lockstep goes on recording. With
 * LOCKSTEP_DISABLE=1 it is as if NCCL had loaded the other plugin alone.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chain_play.h"
#include "check.h"
#include "sandbox.h"
#include "shm_view.h"

#define OPERATIONS 10
#define CHANNELS 2

static driver_t driver;
static driver_comm_t comm;

static void set_mask(int mask) {
    void *library = dlopen(chain_recorder(5), RTLD_NOW | RTLD_NOLOAD);
    REQUIRE(library != NULL);
    void (*change)(int);
    void *found = dlsym(library, "recorder_set_mask");
    memcpy(&change, &found, sizeof change);
    change(mask);
    dlclose(library);
}

/* Callbacks of that name since the last time. */
static int more(const char *callback) {
    static int before[2];
    int *seen = &before[callback[2] == 'a']; /* startEvent, stopEvent */
    char *recorded = chain_recorded("recording");
    int count = chain_lines(recorded, callback) - *seen;
    *seen += count;
    free(recorded);
    return count;
}

static void begin(const char *mask) {
    setenv("LOCKSTEP_CHAIN", chain_recorder(5), 1);
    setenv("RECORDER_MASK", mask, 1);
    chain_record_to("recording");
    driver_begin(&driver, &comm, 6);
}

static void run_operations(void) {
    for (int i = 0; i < OPERATIONS; i++) {
        driver_operation_t operation = driver_all_reduce(100, CHANNELS);
        driver_run(&comm, &operation, 1000);
    }
}

static int with_lockstep(void *argument) {
    (void)argument;
    begin("0");
    int ours = driver.mask;
    run_operations();
    CHECK_EQUAL(more("startEvent"), 0);

    set_mask(EVENT_PROXY_CTRL | EVENT_COLL);
    run_operations(); /* the first of its events tells NCCL */
    CHECK_EQUAL(more("startEvent"), 4 * OPERATIONS); /* GroupApi, CollApi, Group, Coll */
    CHECK_EQUAL(more("stopEvent"), 4 * OPERATIONS);
    CHECK_EQUAL(driver.mask, ours | EVENT_PROXY_CTRL);

    set_mask(EVENT_KERNEL_CH);
    driver_operation_t operation = driver_all_reduce(100, CHANNELS);
    driver_enqueue(&comm, &operation, 1);
    set_mask(0);
    driver_place(&comm, &operation, 1000);
    driver_finish(&comm, &operation);
    CHECK_EQUAL(more("startEvent"), 4 + CHANNELS);
    CHECK_EQUAL(more("stopEvent"), 4 + CHANNELS);
    run_operations();
    CHECK_EQUAL(more("startEvent"), 0);
    CHECK_EQUAL(driver.mask, ours);

    driver_end(&driver, &comm);
    CHECK_EQUAL(shm_now_totals("AllReduce").timed, 3 * OPERATIONS + 1);
    return check_result();
}

static int without_lockstep(void *argument) {
    (void)argument;
    setenv("LOCKSTEP_DISABLE", "1", 1);
    begin("0");
    CHECK_EQUAL(driver.mask, 0);
    set_mask(EVENT_COLL);
    CHECK_EQUAL(driver.mask, EVENT_COLL);
    run_operations();
    CHECK_EQUAL(more("startEvent"), 4 * OPERATIONS);
    driver_end(&driver, &comm);
    CHECK_EQUAL(shm_view_files(), 0);
    char *recorded = chain_recorded("recording");
    CHECK_EQUAL(chain_lines(recorded, "finalize context=context"), 1);
    free(recorded);
    return check_result();
}

/* As Inspector does when it is not enabled. */
static int with_null_context(void *argument) {
    (void)argument;
    setenv("RECORDER_CONTEXT", "null", 1);
    begin("2");
    run_operations();
    CHECK_EQUAL(more("startEvent"), 4 * OPERATIONS);
    driver_end(&driver, &comm);
    char *recorded = chain_recorded("recording");
    CHECK_EQUAL(chain_lines(recorded, "startEvent context=none"), 4 * OPERATIONS);
    CHECK_EQUAL(chain_lines(recorded, "finalize"), 0);
    CHECK_EQUAL(chain_lines(recorded, "unloaded"), 1);
    free(recorded);
    return check_result();
}

int main(void) {
    static const struct {
        const char *what;
        int (*body)(void *);
    } all[] = {{"with Lockstep", with_lockstep},
               {"with Lockstep disabled", without_lockstep},
               {"with a NULL context", with_null_context}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        sandbox_fresh();
        check_context("%s", all[i].what);
        CHECK(sandbox_passed(sandbox_child(all[i].body, NULL)));
    }
    return check_result();
}
