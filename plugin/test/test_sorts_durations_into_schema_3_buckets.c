/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every duration falls into the Prometheus native-histogram bucket of schema 3 whose upper bound in
 * seconds it does not exceed: tried around every bound and over random magnitudes, up to hours.
 */
#include <math.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static uint64_t expected[SHM_BUCKETS];
static uint64_t calls;

static void observe(driver_comm_t *comm, uint64_t nanos) {
    driver_operation_t operation = driver_all_reduce(1, 1);
    driver_run(comm, &operation, nanos);
    expected[shm_view_bucket(nanos)]++;
    calls++;
}

int main(void) {
    uint64_t random = sandbox_seed();
    driver_t driver;
    driver_comm_t comm;
    sandbox_directory();
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    for (int i = 0; i + 1 < (int)SHM_BUCKETS; i++) {
        long double bound = exp2l(((long double)i - SHM_BUCKET_INDEX_OFFSET) / 8) * 1e9L;
        for (int around = -1; around <= 2; around++) {
            observe(&comm, (uint64_t)((int64_t)bound + around));
        }
    }
    observe(&comm, UINT64_C(1024000000000)); /* 2^10 s exactly: still inside */
    for (int i = 0; i < 5000; i++) {
        observe(&comm, sandbox_random(&random) >> (22 + i % 42));
    }
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.timed, calls);
    for (unsigned i = 0; i < SHM_BUCKETS; i++) {
        check_context("bucket %u", i);
        CHECK_EQUAL(totals.buckets[i], expected[i]);
    }
    driver_end(&driver, &comm);
    return check_result();
}
