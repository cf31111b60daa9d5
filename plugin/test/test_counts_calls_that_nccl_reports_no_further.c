/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broadcast of 2.30 and symmetric kernels before version 7 send the call event alone. Calls and
 * bytes count, as call-only and without a duration; operations that do have kernels are not counted
 * twice.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 200

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t broadcast = driver_all_reduce(512, 1);
        broadcast.function = "Broadcast";
        broadcast.datatype = "ncclFloat16";
        driver_call(&comm, &broadcast, 1);
        driver_operation_t grouped[2] = {driver_all_reduce(512, 1), driver_all_reduce(512, 1)};
        grouped[0].function =
            "ReduceScatter"; /* a symmetric kernel, in one group with another call */
        grouped[1].function = "Broadcast";
        driver_call(&comm, grouped, 2);
        driver_operation_t reduce = driver_all_reduce(512, 2);
        driver_run(&comm, &reduce, 9000);
    }
    CHECK_EQUAL(driver_finalize(&comm), 0);
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    shm_totals_t broadcast = shm_view_totals(&view, "Broadcast");
    CHECK_EQUAL(broadcast.calls, 2 * ROUNDS);
    CHECK_EQUAL(broadcast.bytes, ROUNDS * 512 * (2 + 4));
    CHECK_EQUAL(broadcast.untimed, 2 * ROUNDS);
    CHECK_EQUAL(shm_view_sum(&view, "Broadcast", SHM_KIND_CALL_ONLY, -1).calls, 2 * ROUNDS);
    shm_totals_t scatter = shm_view_totals(&view, "ReduceScatter");
    CHECK_EQUAL(scatter.calls, ROUNDS);
    CHECK_EQUAL(scatter.bytes, ROUNDS * 512 * 4 * 8);
    CHECK_EQUAL(scatter.untimed, ROUNDS);
    shm_totals_t reduce = shm_view_totals(&view, "AllReduce");
    CHECK_EQUAL(reduce.calls, ROUNDS);
    CHECK_EQUAL(reduce.timed, ROUNDS);
    CHECK_EQUAL(shm_view_sum(&view, "AllReduce", SHM_KIND_CALL_ONLY, -1).calls, 0);
    CHECK_EQUAL(shm_view_in_flight(&view), 0);
    shm_view_close(&view);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(5, body);
    return check_result();
}
