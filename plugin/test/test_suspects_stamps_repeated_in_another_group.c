/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stamps that an earlier group's operation already had are the previous operation's, read again:
 * they are counted as suspect and kept out of the histogram and the busy time.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 200

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t operation = driver_all_reduce(1024, 3);
        driver_run(&comm, &operation, 15000);
        driver_operation_t again = driver_all_reduce(1024, 3);
        driver_enqueue(&comm, &again, 1);
        again.start = operation.start;
        again.stop = operation.stop;
        driver_finish(&comm, &again);
    }
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, 2 * ROUNDS);
    CHECK_EQUAL(totals.bytes, 2 * ROUNDS * 4096);
    CHECK_EQUAL(totals.timed, ROUNDS);
    CHECK_EQUAL(totals.suspect, ROUNDS);
    CHECK_EQUAL(totals.fused, 0);
    CHECK_EQUAL(totals.sum_nanos, ROUNDS * 15000);
    CHECK_EQUAL(shm_now_counter(SHM_SUSPECT_REPEATED_STAMPS), ROUNDS);
    shm_view_t view;
    shm_view_require(&view);
    uint32_t capacity;
    const shm_communicator_t *rows = shm_view_section(&view, SHM_SECTION_COMMUNICATORS, &capacity);
    CHECK_EQUAL(rows[1].busy_nanos, ROUNDS * 15000);
    CHECK_EQUAL(shm_view_suspects(&view), ROUNDS);
    CHECK(shm_record_flags_of(shm_view_record(&view, 2)) & SHM_RECORD_SUSPECT);
    CHECK(!(shm_record_flags_of(shm_view_record(&view, 2)) & SHM_RECORD_TIMED));
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
