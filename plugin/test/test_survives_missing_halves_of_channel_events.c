/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stop without its state record, a record after the stop, a start without a stop, stamps of zero:
 * the operation is counted, its timing is not believed, and what comes after is counted as ever.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 50

enum half {
    STOP_WITHOUT_RECORD,
    RECORD_AFTER_STOP,
    START_WITHOUT_STOP,
    ZERO_START,
    ZERO_STOP,
    HALVES
};

static void play(driver_comm_t *comm, enum half half) {
    driver_operation_t operation = driver_all_reduce(256, 2);
    driver_place(comm, &operation, 4000);
    driver_enqueue(comm, &operation, 1);
    driver_channel_start(comm, &operation, 0, half == ZERO_START ? 0 : operation.start);
    driver_channel_start(comm, &operation, 1, operation.start);
    driver_channel_stop(comm, &operation, 0, half == ZERO_STOP ? 0 : operation.stop - 1);
    void *last = operation.kernels[1];
    driver_args_t args = {.kernelCh = {operation.stop}};
    switch (half) {
    case STOP_WITHOUT_RECORD:
        driver_stop(comm, last);
        break;
    case RECORD_AFTER_STOP:
        driver_stop(comm, last);
        driver_record(comm, last, STATE_KERNEL_CH_STOP, &args);
        break;
    case START_WITHOUT_STOP:
        driver_record(comm, last, STATE_KERNEL_CH_STOP, &args);
        break;
    case ZERO_START:
    case ZERO_STOP:
    case HALVES:
        driver_channel_stop(comm, &operation, 1, operation.stop);
        break;
    }
}

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int half = 0; half < HALVES; half++) {
        for (int i = 0; i < ROUNDS; i++) {
            play(&comm, (enum half)half);
            driver_operation_t healthy = driver_p2p("Send", 1, 256, 3);
            driver_run(&comm, &healthy, 6000);
        }
    }
    CHECK_EQUAL(driver_finalize(&comm), 0);
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, HALVES * ROUNDS);
    CHECK(totals.suspect >= 2 * ROUNDS); /* at least those whose stamps are zero */
    shm_totals_t healthy = shm_now_totals("Send");
    CHECK_EQUAL(healthy.calls, HALVES * ROUNDS);
    CHECK_EQUAL(healthy.timed, HALVES * ROUNDS);
    CHECK_EQUAL(healthy.sum_nanos, HALVES * ROUNDS * 6000);
    CHECK(shm_now_counter(SHM_SUSPECT_MISSING_STAMP) >= 2 * ROUNDS);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
