/* SPDX-License-Identifier: Apache-2.0 */
/*
 * More combinations of communicator, function, algorithm, protocol and size class than the table
 * holds: the rest goes to one "other" series a function. Totals by function stay exact.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define SIZES 30
#define ROUNDS 2

static const char *const functions[] = {"AllReduce", "AllGather", "ReduceScatter", "Broadcast",
                                        "Reduce"};
static const char *const algorithms[] = {
    "TREE", "RING", "COLLNET_DIRECT", "COLLNET_CHAIN", "NVLS", "NVLS_TREE", "PAT"};
static const char *const protocols[] = {"LL", "LL128", "SIMPLE"};

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    uint64_t calls = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int mix = 0; mix < 5 * 7 * 3 * SIZES; mix++) {
            driver_operation_t operation = driver_all_reduce((size_t)1 << (mix / 105), 1);
            operation.function = functions[mix % 5];
            operation.algorithm = algorithms[mix / 5 % 7];
            operation.protocol = protocols[mix / 35 % 3];
            driver_run(&comm, &operation, 1000);
            calls += mix % 5 == 0;
        }
    }
    CHECK_EQUAL(driver_finalize(&comm), 0);
    for (int i = 0; i < 5; i++) {
        shm_totals_t totals = shm_now_totals(functions[i]);
        CHECK_EQUAL(totals.calls, calls);
        CHECK_EQUAL(totals.timed, calls);
        CHECK_EQUAL(totals.sum_nanos, calls * 1000);
        uint64_t per_rank = (uint64_t)ROUNDS * 21 * 4 * ((UINT64_C(1) << SIZES) - 1);
        CHECK_EQUAL(totals.bytes, per_rank * (i == 1 || i == 2 ? 8 : 1));
    }
    shm_view_t view;
    shm_view_require(&view);
    CHECK(shm_view_series(&view, SHM_SIZE_CLASS_OTHER) >= 5);
    CHECK(shm_view_counter(&view, SHM_DROP_SERIES_TABLE_FULL) > 0);
    shm_view_close(&view);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
