/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finalize before any init, with NULL, twice, with rubbish, with operations in flight; callbacks
 * after finalize; unloading without finalize. All answer success and leave a file that can be read.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static int unload_without_finalize(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    driver_operation_t operation = driver_all_reduce(100, 1);
    driver_run(&comm, &operation, 1000);
    driver_close(&driver);
    shm_view_t view;
    if (shm_view_open(&view)) {
        shm_view_check(&view, true);
        CHECK_EQUAL(view.header->process_state, SHM_PROCESS_CLOSED);
    }
    shm_view_close(&view);
    return check_result();
}

static int body(int version) {
    driver_t driver = {0};
    driver_open(&driver, version);
    CHECK_EQUAL(driver.finalize(NULL), 0);
    CHECK_EQUAL(driver.finalize((void *)UINT64_C(0x7f00dead0000)), 0);
    CHECK_EQUAL(driver.stop((void *)UINT64_C(0x7f00dead0000)), 0);
    CHECK_EQUAL(driver.record((void *)UINT64_C(0x7f00dead0000), STATE_KERNEL_CH_STOP, NULL), 0);
    driver_comm_t early = {.driver = &driver};
    driver_operation_t operation = driver_all_reduce(100, 2);
    driver_run(&early, &operation, 1000); /* callbacks before any init */
    driver_comm_t comm = {.hash = 5, .nranks = 2};
    CHECK_EQUAL(driver_init(&driver, &comm), 0);
    driver_run(&comm, &operation, 1000);
    driver_operation_t in_flight = driver_all_reduce(200, 2);
    driver_enqueue(&comm, &in_flight, 1);
    driver_place(&comm, &in_flight, 1000);
    driver_channel_start(&comm, &in_flight, 0, in_flight.start);
    CHECK_EQUAL(driver_finalize(&comm), 0);
    driver_channel_start(&comm, &in_flight, 1, in_flight.start);
    driver_channel_stop(&comm, &in_flight, 0, in_flight.stop);
    driver_run(&comm, &operation, 1000); /* callbacks after finalize */
    CHECK_EQUAL(driver_finalize(&comm), 0);
    CHECK_EQUAL(driver.finalize(NULL), 0);
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    CHECK_EQUAL(view.header->process_state, SHM_PROCESS_CLOSED);
    shm_view_close(&view);
    driver_comm_t next = {.hash = 6, .nranks = 2}; /* and life goes on in the same library */
    CHECK_EQUAL(driver_init(&driver, &next), 0);
    driver_operation_t again = driver_all_reduce(300, 2);
    again.function = "AllGather";
    driver_run(&next, &again, 1000);
    CHECK_EQUAL(shm_now_totals("AllGather").calls, 1);
    shm_view_require(&view);
    CHECK_EQUAL(view.header->process_state, SHM_PROCESS_LIVE);
    shm_view_close(&view);
    CHECK_EQUAL(driver_finalize(&next), 0);
    driver_close(&driver);
    sandbox_fresh();
    return unload_without_finalize(version);
}

int main(void) {
    sandbox_each_version(3, body);
    return check_result();
}
