/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A duration runs from the first channel's start to the last channel's stop, over the channel ids
 * that really came: neither the longest channel nor channels 0..nChannels-1.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    uint64_t base = comm.gpu_clock;
    driver_operation_t operation = driver_all_reduce(1024, 3);
    driver_enqueue(&comm, &operation, 1);
    driver_channel_start(&comm, &operation, 17, base + 500); /* seen first, started last but one */
    driver_channel_start(&comm, &operation, 5, base);        /* the first to start */
    driver_channel_start(&comm, &operation, 63,
                         base + 90000); /* a channel that comes late and is short */
    driver_channel_stop(&comm, &operation, 63, base + 100000);
    driver_channel_stop(&comm, &operation, 5, base + 60000);
    driver_channel_stop(&comm, &operation, 17, base + 50000);
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.timed, 1);
    CHECK_EQUAL(totals.sum_nanos, 100000);
    CHECK_EQUAL(totals.buckets[shm_view_bucket(100000)], 1);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    shm_view_t view;
    shm_view_require(&view);
    const shm_record_t *record = shm_view_record(&view, 1);
    REQUIRE(record != NULL);
    CHECK_EQUAL(record->start_gpu, base);
    CHECK_EQUAL(record->stop_gpu, base + 100000);
    CHECK_EQUAL(shm_record_channels_of(record), 3);
    CHECK_EQUAL(shm_record_flags_of(record), SHM_RECORD_TIMED);
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
