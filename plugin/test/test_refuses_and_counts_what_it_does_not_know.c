/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Event types that do not exist yet, no type at all, several at once, channel ids beyond 64, one
 * channel started twice, unknown states: refused by reason, and the operation beside them is
 * counted as ever.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 50

static const uint64_t unknown[] = {0,          1 << 16, UINT64_C(1) << 40,
                                   UINT64_MAX, 3,       EVENT_COLL | EVENT_P2P};
#define UNKNOWN (int)(sizeof unknown / sizeof unknown[0])

static void play_unknown(driver_comm_t *comm) {
    for (int i = 0; i < UNKNOWN; i++) {
        driver_event_v7_t event = {.type = unknown[i]};
        void *handle = driver_start(comm, &event);
        driver_record(comm, handle, 1000, NULL);
        driver_record(comm, handle, -1, NULL);
        driver_stop(comm, handle);
    }
}

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t operation = driver_all_reduce(10, 2);
        driver_enqueue(&comm, &operation, 1);
        play_unknown(&comm);
        driver_place(&comm, &operation, 1000);
        driver_channel_start(&comm, &operation, 0, operation.start);
        driver_operation_t beyond = operation;
        for (int channel = 64; channel < 256; channel += 191) {
            driver_channel_start(&comm, &beyond, channel, operation.start - 1000000);
            driver_channel_stop(&comm, &beyond, channel, operation.stop + 1000000);
        }
        driver_record(&comm, operation.kernels[0], STATE_PROXY_OP_IN_PROGRESS, &(driver_args_t){0});
        driver_channel_start(&comm, &operation, 1, operation.start);
        driver_operation_t again = operation;
        driver_channel_start(&comm, &again, 1, operation.start); /* the same channel once more */
        driver_channel_stop(&comm, &operation, 0, operation.stop);
        driver_channel_stop(&comm, &operation, 1, operation.stop);
    }
    CHECK_EQUAL(driver_finalize(&comm), 0);
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, ROUNDS);
    CHECK_EQUAL(totals.timed, ROUNDS);
    CHECK_EQUAL(totals.sum_nanos, ROUNDS * 1000);
    CHECK_EQUAL(shm_now_totals(NULL).calls, ROUNDS);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_UNKNOWN_EVENT), ROUNDS * UNKNOWN);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_CHANNEL_OUT_OF_RANGE), ROUNDS * 2);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_CHANNEL_REPEATED), ROUNDS);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(5, body);
    return check_result();
}
