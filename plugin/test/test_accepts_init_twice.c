/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two communicators of one hash and rank in one process, one after the other and at once: each has
 * its own row and serial, and an ordinal among its equals. One file serves them all.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static void run(driver_comm_t *comm, int times) {
    for (int i = 0; i < times; i++) {
        driver_operation_t operation = driver_all_reduce(100, 1);
        driver_run(comm, &operation, 1000);
    }
}

static int body(int version) {
    driver_t driver = {0};
    driver_open(&driver, version);
    driver_comm_t comms[3] = {
        {.hash = 42, .nranks = 2}, {.hash = 42, .nranks = 2}, {.hash = 42, .nranks = 2}};
    CHECK_EQUAL(driver_init(&driver, &comms[0]), 0);
    CHECK_EQUAL(driver_init(&driver, &comms[1]), 0);
    CHECK(comms[0].context != comms[1].context);
    run(&comms[0], 3);
    run(&comms[1], 5);
    CHECK_EQUAL(driver_finalize(&comms[0]), 0);
    CHECK_EQUAL(driver_init(&driver, &comms[2]), 0);
    CHECK(comms[2].context != comms[0].context && comms[2].context != comms[1].context);
    run(&comms[2], 7);
    run(&comms[1], 1);
    CHECK_EQUAL(shm_view_files(), 1);
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    static const int done[] = {3, 6, 7};
    for (int i = 0; i < 3; i++) {
        const shm_communicator_t *row = shm_view_communicator(&view, 42, i);
        if (version == 3 || !CHECK(row != NULL)) {
            continue; /* version 3 has no hash at init */
        }
        CHECK_EQUAL(row->hash_ordinal, i);
        CHECK_EQUAL(row->operations_done, done[i]);
        CHECK_EQUAL(row->state, i == 0 ? SHM_COMMUNICATOR_CLOSED : SHM_COMMUNICATOR_LIVE);
        CHECK_EQUAL(row->closed_monotonic_nanos != 0, i == 0);
    }
    CHECK_EQUAL(shm_view_totals(&view, "AllReduce").calls, 16);
    shm_view_close(&view);
    CHECK_EQUAL(driver_finalize(&comms[1]), 0);
    CHECK_EQUAL(driver_finalize(&comms[2]), 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(3, body);
    return check_result();
}
