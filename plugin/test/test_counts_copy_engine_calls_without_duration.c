/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copy-engine collectives (version 6 and 7) say only that they were enqueued: calls and bytes
 * count, no duration is invented, and the call is not counted a second time as call-only.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 300

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t gather = driver_all_reduce(1024, 1);
        gather.function = "AllGather";
        gather.datatype = "ncclInt8";
        driver_copy_engine(&comm, &gather);
        driver_operation_t reduce = driver_all_reduce(1024, 2);
        driver_run(&comm, &reduce, 9000);
    }
    CHECK_EQUAL(driver_finalize(&comm), 0); /* a call is known to be call-only at the latest now */
    shm_totals_t totals = shm_now_totals("AllGather");
    CHECK_EQUAL(totals.calls, ROUNDS);
    CHECK_EQUAL(totals.bytes, ROUNDS * 1024 * 8); /* each of 8 ranks sends that much */
    CHECK_EQUAL(totals.untimed, ROUNDS);
    shm_view_t view;
    shm_view_require(&view);
    CHECK_EQUAL(shm_view_sum(&view, "AllGather", SHM_KIND_COPY_ENGINE, -1).calls, ROUNDS);
    CHECK_EQUAL(shm_view_sum(&view, "AllReduce", SHM_KIND_KERNEL, -1).timed, ROUNDS);
    CHECK_EQUAL(shm_view_in_flight(&view), 0);
    shm_view_close(&view);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(6, body);
    return check_result();
}
