/* SPDX-License-Identifier: Apache-2.0 */
/* Four collectives of one group, each on a range of channels of its own, are all counted and timed.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define GROUPS 50

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int group = 0; group < GROUPS; group++) {
        driver_operation_t operations[4];
        for (int i = 0; i < 4; i++) {
            operations[i] = driver_all_reduce(1000, 4);
            operations[i].channels <<= 4 * i;
            operations[i].start = comm.gpu_clock + (uint64_t)i;
            operations[i].stop = comm.gpu_clock + 10000 * (uint64_t)(i + 1);
        }
        comm.gpu_clock += 50000;
        driver_enqueue(&comm, operations, 4);
        for (int i = 3; i >= 0; i--) {
            driver_finish(&comm, &operations[i]);
        }
    }
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, 4 * GROUPS);
    CHECK_EQUAL(totals.bytes, 4 * 4000 * GROUPS);
    CHECK_EQUAL(totals.timed, 4 * GROUPS);
    CHECK_EQUAL(totals.fused, 0); /* the stamps differ */
    CHECK_EQUAL(totals.sum_nanos, (10000 + 20000 + 30000 + 40000 - 0 - 1 - 2 - 3) * GROUPS);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    shm_view_t view;
    shm_view_require(&view);
    uint32_t capacity;
    const shm_communicator_t *rows = shm_view_section(&view, SHM_SECTION_COMMUNICATORS, &capacity);
    CHECK_EQUAL(rows[1].busy_nanos, 40000 * GROUPS); /* the four overlap */
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
