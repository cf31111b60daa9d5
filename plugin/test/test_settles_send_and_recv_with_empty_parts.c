/* SPDX-License-Identifier: Apache-2.0 */
/* A Send of more channels than have something to send is done when the next one starts there, or at
 * finalize. */
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
        driver_operation_t send = driver_p2p("Send", 1, 512, UINT64_C(1) << 40);
        driver_operation_t receive = driver_p2p("Recv", 1, 512, UINT64_C(1) << 20);
        send.reported = 8;
        receive.reported = 8;
        driver_run(&comm, &send, 7000);
        driver_run(&comm, &receive, 8000);
    }
    CHECK(shm_now_in_flight() <= 2);
    CHECK_EQUAL(driver_finalize(&comm), 0);
    shm_totals_t send = shm_now_totals("Send");
    shm_totals_t receive = shm_now_totals("Recv");
    CHECK_EQUAL(send.calls, ROUNDS);
    CHECK_EQUAL(send.timed, ROUNDS);
    CHECK_EQUAL(send.sum_nanos, ROUNDS * 7000);
    CHECK_EQUAL(receive.calls, ROUNDS);
    CHECK_EQUAL(receive.sum_nanos, ROUNDS * 8000);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
