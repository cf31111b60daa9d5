/* SPDX-License-Identifier: Apache-2.0 */
/*
 * After a Broadcast that NCCL did not report, its work counters part and each operation is handed
 * the stamps of an earlier work: they lie before the operation was even enqueued. Where GPU and
 * host clock can be compared, such a timing is suspect. Before the Broadcast, and with honest
 * stamps, none is.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define HONEST_NANOS UINT64_C(60000000) /* long enough for the clocks to be compared */
#define STALE 20
#define STALE_BY UINT64_C(20000000)

/* An operation that takes the time it says. */
static void run_honestly(driver_comm_t *comm) {
    driver_operation_t operation = driver_all_reduce(100, 2);
    driver_enqueue(comm, &operation, 1);
    operation.start = driver_gpu_now();
    operation.stop = driver_gpu_now() + 2;
    while (driver_gpu_now() <= operation.stop) {
    }
    driver_finish(comm, &operation);
}

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    uint64_t end = sandbox_monotonic_nanos() + HONEST_NANOS;
    int honest = 0;
    for (; sandbox_monotonic_nanos() < end; honest++) {
        run_honestly(&comm);
    }
    driver_operation_t broadcast = driver_all_reduce(100, 1);
    broadcast.function = "Broadcast";
    driver_call(&comm, &broadcast, 1);
    run_honestly(&comm);
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.suspect, 0);
    CHECK_EQUAL(totals.timed, honest + 1);
    for (uint64_t i = 0; i < STALE; i++) {
        driver_operation_t operation = driver_all_reduce(100, 2);
        driver_enqueue(&comm, &operation, 1);
        operation.start = driver_gpu_now() - STALE_BY;
        operation.stop = operation.start + 100;
        operation.channels <<= 2 * i % 60; /* idle channels: only the host's clock tells */
        operation.channels <<= 2;
        driver_finish(&comm, &operation);
    }
    totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, honest + 1 + STALE);
    CHECK_EQUAL(totals.suspect, STALE);
    CHECK(shm_now_counter(SHM_SUSPECT_AFTER_BROADCAST) > 0);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(5, body);
    return check_result();
}
