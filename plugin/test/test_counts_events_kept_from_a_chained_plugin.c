/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of pairs is of fixed size. When it has gone round, an old call is no parent any more
 * (none is named, and it is counted), while a captured one still is; channels that never stop give
 * way to later ones, and their own late stop is counted and reaches nobody. Lockstep's handles are
 * not its table's: it counts every operation.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chain_play.h"
#include "check.h"
#include "sandbox.h"
#include "shm_view.h"

#define LASTING_MAX 65536 /* of a call: GroupApi, CollApi, Group, Coll */
#define PASSING_MAX 32768
#define BEYOND 1000

static driver_t driver;
static driver_comm_t comm;

static int lines(const char *beginning) {
    char *recorded = chain_recorded("recording");
    int count = chain_lines(recorded, beginning);
    free(recorded);
    return count;
}

static void check_old_parents(void) {
    driver_operation_t captured = driver_all_reduce(10, 1);
    captured.captured = true;
    driver_call(&comm, &captured, 1); /* event-1 is its group, event-2 the call */
    driver_operation_t old = driver_all_reduce(10, 1);
    driver_call(&comm, &old, 1); /* event-4 */
    driver_launch(&comm, &old, 1);
    for (int i = 0; i < LASTING_MAX / 4; i++) {
        driver_operation_t operation = driver_all_reduce(100, 1);
        driver_run(&comm, &operation, 1000);
    }
    CHECK_EQUAL(shm_now_counter(SHM_DROP_CHAINED_EVENT), 0);
    driver_launch(&comm, &captured, 1);
    driver_launch(&comm, &old, 1);
    CHECK_EQUAL(lines("startEvent context=context-0 kind=2 rank=3 parent=event-2 "), 1);
    CHECK_EQUAL(lines("startEvent context=context-0 kind=2 rank=3 parent=event-4 "), 1);
    CHECK_EQUAL(lines("startEvent context=context-0 kind=2 rank=3 parent=none"), 1);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_CHAINED_EVENT), 1);
}

static void check_endless_channels(void) {
    driver_operation_t operation = driver_all_reduce(100, 1);
    driver_enqueue(&comm, &operation, 1);
    int before = lines("stopEvent");
    void *first = NULL;
    for (int i = 0; i < PASSING_MAX + BEYOND; i++) {
        driver_channel_start(&comm, &operation, 0, 1);
        first = first == NULL ? operation.kernels[0] : first;
    }
    CHECK_EQUAL(shm_now_counter(SHM_DROP_CHAINED_EVENT), 1 + BEYOND);
    driver_stop(&comm, operation.kernels[0]);
    CHECK_EQUAL(lines("stopEvent"), before + 1);
    driver_stop(&comm, operation.kernels[0]); /* twice */
    CHECK_EQUAL(lines("stopEvent"), before + 1);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_CHAINED_EVENT), 2 + BEYOND);
}

int main(void) {
    if (SANITIZED) {
        skip("writes down a quarter of a million callbacks");
    }
    sandbox_directory();
    setenv("LOCKSTEP_CHAIN", chain_recorder(7), 1);
    setenv("RECORDER_MASK", "0x742", 1);
    chain_record_to("recording");
    driver_begin(&driver, &comm, 7);
    check_old_parents();
    check_endless_channels();
    CHECK_EQUAL(lines("startEvent context=0x"), 0);
    driver_end(&driver, &comm);
    CHECK_EQUAL(shm_now_totals("AllReduce").calls, LASTING_MAX / 4 + 4);
    return check_result();
}
