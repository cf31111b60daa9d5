/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations whose channels never come do not use up the slots: the others are counted exactly, all
 * the time, and what was given up is counted by reason.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 20000

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t never = driver_all_reduce(8, 1);
        never.function = "Reduce";
        driver_enqueue(&comm, &never, 1);
        driver_operation_t healthy = driver_all_reduce(16, 1);
        driver_run(&comm, &healthy, 700);
    }
    shm_totals_t healthy = shm_now_totals("AllReduce");
    CHECK_EQUAL(healthy.calls, ROUNDS);
    CHECK_EQUAL(healthy.timed, ROUNDS);
    CHECK_EQUAL(healthy.sum_nanos, ROUNDS * 700);
    CHECK_EQUAL(driver_finalize(&comm), 0);
    shm_totals_t never = shm_now_totals("Reduce");
    CHECK_EQUAL(never.timed, 0);
    CHECK_EQUAL(never.calls + shm_now_counter(SHM_DROP_SLOT_TABLE_FULL), ROUNDS);
    CHECK(shm_now_counter(SHM_DROP_NEVER_STARTED) > 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
