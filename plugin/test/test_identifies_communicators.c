/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A communicator's row says what NCCL told at init (all 64 bits of the hash), when it came and
 * went, and its serial differs from every other's. Row 0 is nobody's.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static void check_row(const shm_view_t *view, const shm_communicator_t *row,
                      const driver_comm_t *comm, int version) {
    CHECK(shm_view_row(view, row) > 0);
    CHECK_TEXT(row->name, comm->name ? comm->name : "");
    CHECK_EQUAL(row->nranks, comm->nranks);
    CHECK_EQUAL(row->nnodes, comm->nnodes);
    CHECK_EQUAL(row->comm_rank, comm->rank);
    CHECK_EQUAL(row->profiler_api, version);
    CHECK_EQUAL(row->hash_ordinal, 0);
    CHECK(row->created_monotonic_nanos != 0);
    CHECK(row->created_monotonic_nanos <= sandbox_monotonic_nanos());
    CHECK(row->serial > 1);
}

static int body(int version) {
    driver_t driver = {0};
    driver_open(&driver, version);
    driver_comm_t comms[3] = {
        {.name = "tensor",
         .hash = UINT64_C(0xfedcba9876543210),
         .nnodes = 1,
         .nranks = 8,
         .rank = 7},
        {.name = NULL,
         .hash = UINT64_C(0x0000000000000001),
         .nnodes = 2048,
         .nranks = 16384,
         .rank = 16383},
        {.name = "data", .hash = UINT64_MAX, .nnodes = 3, .nranks = 3, .rank = 0}};
    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(driver_init(&driver, &comms[i]), 0);
    }
    CHECK_EQUAL(driver_finalize(&comms[2]), 0);
    shm_view_t view;
    shm_view_require(&view);
    for (int i = 0; i < 3; i++) {
        const shm_communicator_t *row = shm_view_communicator(&view, comms[i].hash, 0);
        if (!CHECK(row != NULL)) {
            continue;
        }
        check_row(&view, row, &comms[i], version);
        CHECK_EQUAL(row->state, i == 2 ? SHM_COMMUNICATOR_CLOSED : SHM_COMMUNICATOR_LIVE);
        CHECK_EQUAL(row->closed_monotonic_nanos != 0, i == 2);
    }
    uint32_t capacity;
    const shm_communicator_t *rows = shm_view_section(&view, SHM_SECTION_COMMUNICATORS, &capacity);
    CHECK_EQUAL(rows[0].serial, 1);
    shm_view_close(&view);
    driver_finalize(&comms[0]);
    driver_finalize(&comms[1]);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
