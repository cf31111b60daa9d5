/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An AlltoAll sends to itself too: a Send and a Recv that report channels and never have a channel
 * event (up to version 6), or do have them (version 7). Both are counted once and neither stays in
 * flight.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 5000

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t operations[4] = {
            driver_p2p("Send", comm.rank, 2048, 1), driver_p2p("Recv", comm.rank, 2048, 1),
            driver_p2p("Send", 1, 2048, 2), driver_p2p("Recv", 2, 2048, 4)};
        for (int k = 0; k < 4; k++) {
            driver_place(&comm, &operations[k], 3000);
        }
        driver_enqueue(&comm, operations, 4);
        for (int k = version == 7 ? 0 : 2; k < 4; k++) {
            driver_finish(&comm, &operations[k]);
        }
    }
    /* Version 4 does not say how many channels an operation has, version 3 not which rank one is.
     */
    if (version == 4 || version == 3) {
        CHECK(shm_now_in_flight() <= 4);
        CHECK_EQUAL(driver_finalize(&comm), 0);
    }
    CHECK_EQUAL(shm_now_in_flight(), 0);
    for (int receive = 0; receive <= 1; receive++) {
        shm_totals_t totals = shm_now_totals(receive ? "Recv" : "Send");
        CHECK_EQUAL(totals.calls, 2 * ROUNDS);
        CHECK_EQUAL(totals.bytes, 2 * ROUNDS * 2048);
        if (version > 3) {
            CHECK(totals.timed >= ROUNDS);
        }
    }
    shm_view_t view;
    shm_view_require(&view);
    CHECK_EQUAL(shm_view_sum(&view, NULL, SHM_KIND_SELF, -1).timed, 0);
    CHECK_EQUAL(shm_view_sum(&view, NULL, SHM_KIND_KERNEL, -1).untimed, 0);
    shm_view_close(&view);
    driver_finalize(&comm);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
