/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One slow rail hides behind an operation's duration, and shows in its channel's row: how far it
 * starts behind the first, how far it stops ahead of the last, and how long it works.
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
        driver_operation_t operation = driver_all_reduce(1024, 3);
        driver_enqueue(&comm, &operation, 1);
        driver_place(&comm, &operation, 50000);
        driver_channel_start(&comm, &operation, 8, operation.start);
        driver_channel_start(&comm, &operation, 9, operation.start + 400);
        driver_channel_start(&comm, &operation, 10, operation.start + 7000);
        driver_channel_stop(&comm, &operation, 8, operation.stop - 30000);
        driver_channel_stop(&comm, &operation, 10, operation.stop);
        driver_channel_stop(&comm, &operation, 9, operation.stop - 20000);
    }
    shm_view_t view;
    shm_view_require(&view);
    uint32_t capacity;
    const shm_channel_t *channels = shm_view_section(&view, SHM_SECTION_CHANNELS, &capacity);
    REQUIRE(channels && capacity >= 2 * SHM_CHANNELS_PER_COMMUNICATOR);
    channels += SHM_CHANNELS_PER_COMMUNICATOR; /* row 1 */
    static const uint64_t start_lag[] = {0, 400, 7000};
    static const uint64_t stop_lag[] = {30000, 20000, 0};
    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(channels[8 + i].operations, ROUNDS);
        CHECK_EQUAL(channels[8 + i].start_lag_nanos, ROUNDS * start_lag[i]);
        CHECK_EQUAL(channels[8 + i].stop_lag_nanos, ROUNDS * stop_lag[i]);
        CHECK_EQUAL(channels[8 + i].busy_nanos, ROUNDS * (50000 - start_lag[i] - stop_lag[i]));
    }
    CHECK_EQUAL(channels[0].operations, 0);
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
