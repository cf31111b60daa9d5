/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CollNet and NVLS report no channels, a Send with empty parts reports too many, and a number may
 * be wrong altogether. Such operations are settled when the communicator's next operation starts on
 * one of their channels, or at finalize; none is lost and none is counted twice.
 */
#include <stdio.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 200

static int run(driver_comm_t *comm, driver_operation_t pattern) {
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t operation = pattern;
        driver_run(comm, &operation, 30000);
    }
    return ROUNDS;
}

/* Each channel starts only after the one before has stopped: the operation must not be taken for
 * done. */
static int run_one_by_one(driver_comm_t *comm, driver_operation_t pattern) {
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t operation = pattern;
        driver_enqueue(comm, &operation, 1);
        driver_place(comm, &operation, 30000);
        for (int channel = 0; channel < 4; channel++) {
            uint64_t start = operation.start + 7500 * (uint64_t)channel;
            driver_channel_start(comm, &operation, channel, start);
            driver_channel_stop(comm, &operation, channel, start + 7500);
        }
    }
    return ROUNDS;
}

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    static const uint8_t reported[] = {0, 5, 64, 65, 200, 255, 1, 3};
    int calls = 0;
    for (size_t i = 0; i < sizeof reported; i++) { /* four channels are used */
        driver_operation_t collective = driver_all_reduce(2048, 4);
        collective.algorithm = reported[i] == 0 ? "NVLS" : "RING";
        collective.reported = reported[i];
        calls += run(&comm, collective);
        if (reported[i] == 0 ||
            reported[i] > 3) { /* 1 and 3 are lies that cannot be seen through */
            calls += run_one_by_one(&comm, collective);
        }
        /* All but the last are settled, whatever was reported. */
        CHECK(shm_now_in_flight() <= 1);
    }
    CHECK_EQUAL(driver_finalize(&comm), 0);
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, calls);
    CHECK_EQUAL(totals.bytes, calls * 8192);
    CHECK_EQUAL(totals.timed, calls);
    CHECK_EQUAL(totals.sum_nanos, calls * 30000);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
