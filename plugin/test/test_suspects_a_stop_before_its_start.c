/* SPDX-License-Identifier: Apache-2.0 */
/* A stop that lies before its start is no duration: suspect, on one channel of several as on all.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 100

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t one = driver_all_reduce(1024, 1);
        driver_enqueue(&comm, &one, 1);
        driver_place(&comm, &one, 9000);
        driver_channel_start(&comm, &one, 0, one.stop);
        driver_channel_stop(&comm, &one, 0, one.start);
        driver_operation_t mixed = driver_all_reduce(1024, 2);
        driver_enqueue(&comm, &mixed, 1);
        driver_place(&comm, &mixed, 9000);
        driver_channel_start(&comm, &mixed, 1, mixed.start);
        driver_channel_start(&comm, &mixed, 2, mixed.start + 8000);
        driver_channel_stop(&comm, &mixed, 2, mixed.start + 7000);
        driver_channel_stop(&comm, &mixed, 1, mixed.stop);
        driver_operation_t healthy = driver_p2p("Send", 1, 100, 0x10);
        driver_run(&comm, &healthy, 5000);
    }
    CHECK_EQUAL(driver_finalize(&comm), 0);
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, 2 * ROUNDS);
    CHECK_EQUAL(totals.timed, 0);
    CHECK_EQUAL(totals.suspect, 2 * ROUNDS);
    CHECK_EQUAL(totals.sum_nanos, 0);
    CHECK_EQUAL(shm_now_counter(SHM_SUSPECT_STOP_BEFORE_START), 2 * ROUNDS);
    shm_totals_t healthy = shm_now_totals("Send");
    CHECK_EQUAL(healthy.timed, ROUNDS);
    CHECK_EQUAL(healthy.sum_nanos, ROUNDS * 5000);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
