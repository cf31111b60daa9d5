/* SPDX-License-Identifier: Apache-2.0 */
/*
 * With a non-blocking communicator the group call returns, and its API event stops, before another
 * thread launches the kernels: Coll comes late. Such operations are counted once, Broadcasts
 * without a Coll too.
 */
#include <pthread.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 300

static driver_comm_t comm;
static driver_operation_t operations[2];

static void *launch(void *unused) {
    (void)unused;
    driver_launch(&comm, operations, 2);
    return NULL;
}

static int body(int version) {
    driver_t driver;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < ROUNDS; i++) {
        operations[0] = driver_all_reduce(100, 2);
        operations[1] = driver_p2p("Send", 1, 400, 0xc);
        driver_call(&comm, operations, 2);
        driver_operation_t broadcast = driver_all_reduce(100, 1);
        broadcast.function = "Broadcast";
        if (i % 3 == 0) {
            driver_call(&comm, &broadcast, 1);
        }
        pthread_t group_thread;
        REQUIRE(pthread_create(&group_thread, NULL, launch, NULL) == 0);
        REQUIRE(pthread_join(group_thread, NULL) == 0);
        for (int k = 0; k < 2; k++) {
            driver_place(&comm, &operations[k], 1000);
            driver_finish(&comm, &operations[k]);
        }
    }
    CHECK_EQUAL(driver_finalize(&comm), 0);
    shm_totals_t reduce = shm_now_totals("AllReduce");
    CHECK_EQUAL(reduce.calls, ROUNDS);
    CHECK_EQUAL(reduce.bytes, ROUNDS * 400);
    CHECK(reduce.timed >= ROUNDS - 1); /* the first may have been taken for call-only */
    shm_totals_t send = shm_now_totals("Send");
    CHECK_EQUAL(send.calls, ROUNDS);
    CHECK_EQUAL(send.timed, ROUNDS);
    CHECK_EQUAL(shm_now_totals("Broadcast").calls, ROUNDS / 3);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(5, body);
    return check_result();
}
