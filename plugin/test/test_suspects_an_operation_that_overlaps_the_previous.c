/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A channel does one work after the other. An operation that starts before its channel's previous
 * one stopped was given another's stamps: suspect; the ones around it, and those on other channels,
 * are not.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 100

static void play(driver_comm_t *comm, int channel, uint64_t start, uint64_t stop) {
    driver_operation_t operation = driver_all_reduce(1024, 1);
    driver_enqueue(comm, &operation, 1);
    driver_channel_start(comm, &operation, channel, start);
    driver_channel_stop(comm, &operation, channel, stop);
}

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t base = driver_gpu_now() + (uint64_t)i * 1000000;
        play(&comm, 0, base, base + 10000);
        play(&comm, 0, base + 5000, base + 15000);  /* suspect */
        play(&comm, 1, base + 6000, base + 16000);  /* another channel: fine */
        play(&comm, 0, base + 20000, base + 30000); /* fine again */
    }
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, 4 * ROUNDS);
    CHECK_EQUAL(totals.suspect, ROUNDS);
    CHECK_EQUAL(totals.timed, 3 * ROUNDS);
    CHECK_EQUAL(totals.sum_nanos, 3 * ROUNDS * 10000);
    CHECK_EQUAL(shm_now_counter(SHM_SUSPECT_OVERLAPS_PREVIOUS), ROUNDS);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
