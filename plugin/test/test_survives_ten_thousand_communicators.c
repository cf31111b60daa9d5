/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ten thousand communicators made and destroyed: no descriptor, no memory and no file more than
 * after the first few; each either has a row of its own that nobody had before, or is counted as
 * refused and its operations go to the "other" row. A stale context or handle reaches nobody else.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define COMMUNICATORS 10000
#define GROWTH_LIMIT (SANITIZED ? 64u << 20 : 1u << 20) /* sanitizers keep what is freed */

static void live(driver_t *driver, uint64_t hash, driver_comm_t *stale,
                 driver_operation_t *stale_operation) {
    driver_comm_t comm = {.name = "short-lived", .hash = hash, .nranks = 2};
    CHECK_EQUAL(driver_init(driver, &comm), 0);
    driver_operation_t operation = driver_all_reduce(100, 2);
    driver_run(&comm, &operation, 1000);
    if (stale->context) { /* the previous one's, finalized */
        driver_stop(&comm, stale_operation->handle);
        driver_channel_stop(stale, stale_operation, 1, 5);
    }
    CHECK_EQUAL(driver_finalize(&comm), 0);
    *stale = comm;
    *stale_operation = operation;
}

static void check_rows(const shm_view_t *view) {
    uint32_t capacity;
    const shm_communicator_t *rows = shm_view_section(view, SHM_SECTION_COMMUNICATORS, &capacity);
    uint64_t named = 0;
    for (uint32_t row = 1; row < capacity; row++) {
        if (rows[row].state == SHM_COMMUNICATOR_FREE) {
            continue;
        }
        CHECK_EQUAL(rows[row].state, SHM_COMMUNICATOR_CLOSED);
        CHECK_EQUAL(rows[row].operations_done, 1);
        CHECK_EQUAL(shm_view_sum(view, "AllReduce", -1, (int)row).calls, 1);
        named++;
    }
    uint64_t refused = shm_view_counter(view, SHM_DROP_COMMUNICATOR_TABLE_FULL);
    CHECK_EQUAL(named + refused, COMMUNICATORS); /* closed rows stay closed for 60 s */
    CHECK_EQUAL(shm_view_sum(view, "AllReduce", -1, 0).calls, refused);
}

int main(void) {
    sandbox_directory();
    driver_t driver = {0};
    driver_open(&driver, DRIVER_NEWEST);
    driver_comm_t stale = {.context = NULL};
    driver_operation_t stale_operation = {.handle = NULL};
    int descriptors = 0;
    size_t resident = 0;
    for (uint64_t i = 1; i <= COMMUNICATORS; i++) {
        live(&driver, i, &stale, &stale_operation);
        if (i == 1000) {
            descriptors = sandbox_open_descriptors();
            resident = sandbox_resident_bytes();
        }
    }
    CHECK_EQUAL(sandbox_open_descriptors(), descriptors);
    CHECK(sandbox_resident_bytes() <= resident + GROWTH_LIMIT);
    CHECK_EQUAL(shm_view_files(), 1);
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    CHECK_EQUAL(shm_view_totals(&view, "AllReduce").calls, COMMUNICATORS);
    CHECK_EQUAL(shm_view_totals(&view, "AllReduce").bytes, COMMUNICATORS * 400);
    check_rows(&view);
    shm_view_close(&view);
    driver_close(&driver);
    return check_result();
}
