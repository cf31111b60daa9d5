/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ring keeps the newest operations and says exactly how many it no longer has: at rest, every
 * number from reserved - capacity + 1 to reserved is whole, in order, and of the operation it
 * belongs to.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static void check_ring(uint64_t operations) {
    shm_view_t view;
    shm_view_require(&view);
    uint32_t capacity;
    shm_view_section(&view, SHM_SECTION_RING, &capacity);
    CHECK_EQUAL(shm_view_ring_reserved(&view), operations);
    uint64_t kept = operations < capacity ? operations : capacity;
    CHECK_EQUAL(shm_view_ring_readable(&view), kept);
    for (uint64_t number = operations - kept + 1; number <= operations; number++) {
        const shm_record_t *record = shm_view_record(&view, number);
        if (!CHECK(record != NULL)) {
            break;
        }
        CHECK_EQUAL(record->sequence, number - 1); /* NCCL counts from 0 */
        CHECK_EQUAL(record->ordinal, number - 1);
        CHECK_EQUAL(record->bytes, number * 4);
        CHECK_EQUAL(record->stop_gpu - record->start_gpu, 1000 + number);
        CHECK(record->enqueued_monotonic_nanos != 0);
    }
    shm_view_close(&view);
}

int main(void) {
    driver_t driver;
    driver_comm_t comm;
    sandbox_directory();
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    static const uint64_t stops[] = {
        1, 100, SHM_RING_MAX - 1, SHM_RING_MAX, SHM_RING_MAX + 1, 3 * SHM_RING_MAX + 7};
    uint64_t operations = 0;
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        while (operations < stops[i]) {
            driver_operation_t operation = driver_all_reduce(++operations, 1);
            driver_run(&comm, &operation, 1000 + operations);
        }
        check_ring(operations);
    }
    driver_end(&driver, &comm);
    return check_result();
}
