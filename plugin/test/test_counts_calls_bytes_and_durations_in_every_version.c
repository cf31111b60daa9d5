/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In every version of the ABI each operation is counted once with its bytes; from version 4 on its
 * duration is the GPU's, in version 3, which has no GPU stamps, it has none.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define OPERATIONS 100
#define BYTES 4096u
#define NANOS 50000u

static void check_function(const shm_view_t *view, const char *function, int version) {
    shm_totals_t totals = shm_view_totals(view, function);
    CHECK_EQUAL(totals.calls, OPERATIONS);
    CHECK_EQUAL(totals.bytes, OPERATIONS * BYTES);
    CHECK_EQUAL(totals.suspect, 0);
    CHECK_EQUAL(totals.timed, version == 3 ? 0 : OPERATIONS);
    CHECK_EQUAL(totals.untimed, version == 3 ? OPERATIONS : 0);
    CHECK_EQUAL(totals.sum_nanos, version == 3 ? 0 : OPERATIONS * NANOS);
    CHECK_EQUAL(totals.buckets[shm_view_bucket(NANOS)], totals.timed);
}

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < OPERATIONS; i++) {
        driver_operation_t collective = driver_all_reduce(BYTES / 4, 4);
        driver_operation_t send = driver_p2p("Send", 1, BYTES, 0x300);
        driver_operation_t receive = driver_p2p("Recv", 2, BYTES, 0x300);
        driver_run(&comm, &collective, NANOS);
        driver_run(&comm, &send, NANOS);
        driver_run(&comm, &receive, NANOS);
    }
    CHECK_EQUAL(driver_finalize(&comm),
                0); /* version 4 does not say the channels of the last Recv */
    shm_view_t view;
    shm_view_require(&view);
    CHECK_EQUAL(view.header->profiler_api, version);
    check_function(&view, "AllReduce", version);
    check_function(&view, "Send", version);
    check_function(&view, "Recv", version);
    CHECK_EQUAL(shm_view_totals(&view, NULL).calls, 3 * OPERATIONS);
    CHECK_EQUAL(shm_view_in_flight(&view), 0);
    shm_view_check(&view, true);
    shm_view_close(&view);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(3, body);
    return check_result();
}
