/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The GPU hangs and the application goes on enqueuing: the table of operations in flight fills up
 * and the rest is counted as refused. The oldest, which tells what hangs, stays visible. When all
 * is torn down every call has been counted once.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ENQUEUED 10000

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    driver_operation_t stuck = driver_all_reduce(777, 2);
    driver_enqueue(&comm, &stuck, 1);
    driver_place(&comm, &stuck, 1000);
    driver_channel_start(&comm, &stuck, 0, stuck.start);
    driver_channel_start(&comm, &stuck, 1, stuck.start);
    for (int i = 1; i < ENQUEUED; i++) {
        driver_operation_t operation = driver_all_reduce(10, 2);
        driver_enqueue(&comm, &operation, 1);
    }
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    uint64_t refused = shm_view_counter(&view, SHM_DROP_SLOT_TABLE_FULL);
    int in_flight = shm_view_in_flight(&view);
    CHECK_EQUAL((uint64_t)in_flight + refused, ENQUEUED);
    CHECK(in_flight > 1000 && refused > 1000);
    const shm_communicator_t *row = shm_view_communicator(&view, comm.hash, 0);
    REQUIRE(row != NULL);
    CHECK_EQUAL(row->operations_enqueued, ENQUEUED);
    bool stuck_is_seen = false;
    for (int i = 0; i < in_flight && !stuck_is_seen; i++) {
        const shm_slot_t *slot = shm_view_slot_in_flight(&view, i);
        stuck_is_seen = slot->bytes == 777 * 4 && slot->started_channels == 3 && slot->ordinal == 0;
    }
    CHECK(stuck_is_seen);
    shm_view_close(&view);
    CHECK_EQUAL(driver_finalize(&comm), 0);
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, ENQUEUED);
    CHECK_EQUAL(totals.timed, 0);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
