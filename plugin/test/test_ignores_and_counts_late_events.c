/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Events of an operation that is already done, whose slot may long serve another: they change no
 * other operation's count or time, and each is counted as refused.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define LATER 10000 /* enough for every slot to be used again */

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    driver_operation_t old = driver_all_reduce(128, 2);
    driver_run(&comm, &old, 2000);
    driver_operation_t stale = old;
    for (int i = 0; i < LATER; i++) {
        driver_operation_t operation = driver_all_reduce(128, 2);
        driver_place(&comm, &operation, 2000);
        driver_enqueue(&comm, &operation, 1);
        driver_stop(&comm, old.handle);
        driver_channel_stop(&comm, &old, 1, operation.stop + 5000000);
        stale.kernels[0] = NULL;
        driver_channel_start(&comm, &stale, 0, operation.start - 1000000);
        driver_channel_stop(&comm, &stale, 0, operation.stop + 1000000);
        driver_finish(&comm, &operation);
    }
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, LATER + 1);
    CHECK_EQUAL(totals.timed, LATER + 1);
    CHECK_EQUAL(totals.sum_nanos, (LATER + 1) * 2000);
    CHECK(shm_now_counter(SHM_DROP_STALE_HANDLE) + shm_now_counter(SHM_DROP_CHANNEL_LATE) >= LATER);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
