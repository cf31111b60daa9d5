/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Beside NCCL's sequence number, which counts a function (and not Send or Recv), each operation has
 * an ordinal over all functions of its communicator, given in the order in which they were
 * enqueued.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 40

static int body(int version) {
    static const char *const functions[] = {"AllReduce", "ReduceScatter", "Send", "AllReduce"};
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int round = 0; round < ROUNDS; round++) {
        driver_operation_t operations[4];
        for (int i = 0; i < 4; i++) {
            operations[i] = i == 2 ? driver_p2p("Send", 1, 8, 4) : driver_all_reduce(2, 1);
            operations[i].function = functions[i];
            operations[i].channels = UINT64_C(1) << i;
            driver_enqueue(&comm, &operations[i], 1);
            driver_place(&comm, &operations[i], 1000);
        }
        for (int i = 3; i >= 0; i--) { /* they finish in the opposite order */
            driver_finish(&comm, &operations[i]);
        }
    }
    CHECK_EQUAL(driver_finalize(&comm), 0);
    shm_view_t view;
    shm_view_require(&view);
    CHECK_EQUAL(shm_view_ring_reserved(&view), 4 * ROUNDS);
    bool seen[4 * ROUNDS] = {false};
    for (uint64_t number = 1; number <= 4 * ROUNDS; number++) {
        const shm_record_t *record = shm_view_record(&view, number);
        REQUIRE(record && record->ordinal < 4 * ROUNDS);
        uint64_t round = record->ordinal / 4;
        unsigned which = record->ordinal % 4;
        seen[record->ordinal] = true;
        CHECK_TEXT(shm_view_name(&view, record->packed >> 16 & 0xff), functions[which]);
        CHECK(record->sequence == (which == 0   ? 2 * round
                                   : which == 1 ? round
                                   : which == 2 ? UINT64_MAX
                                                : 2 * round + 1));
        CHECK_EQUAL(record->packed & 0xffff, 1);
    }
    for (int i = 0; i < 4 * ROUNDS; i++) {
        CHECK(seen[i]);
    }
    const shm_communicator_t *row = shm_view_communicator(&view, comm.hash, 0);
    REQUIRE(row != NULL);
    CHECK_EQUAL(row->operations_enqueued, 4 * ROUNDS);
    CHECK_EQUAL(row->operations_done, 4 * ROUNDS);
    shm_view_close(&view);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
