/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Channels may start and stop in any order, interleaved between two operations of one group: every
 * order gives the same count and the same sum. Orders are drawn from a printed seed.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 500
#define CHANNELS 4
#define EVENTS (2 * 2 * CHANNELS)

/* Event e of round: operation e/8, channel e/2%4, stop if odd. A stop goes after its start. */
static void play_shuffled(driver_comm_t *comm, driver_operation_t *operations, uint64_t *random) {
    bool done[EVENTS] = {false};
    for (int left = EVENTS; left > 0;) {
        unsigned pick = (unsigned)(sandbox_random(random) % EVENTS);
        driver_operation_t *operation = &operations[pick / (2 * CHANNELS)];
        int channel = (int)(pick / 2 % CHANNELS);
        bool is_stop = pick % 2;
        if (done[pick] || (is_stop && !done[pick - 1])) {
            continue;
        }
        done[pick] = true;
        left--;
        int id = channel + (operation == operations ? 0 : 32);
        if (is_stop) {
            driver_channel_stop(comm, operation, id,
                                operation->stop - (channel == 1 ? 0 : 10u + pick));
        } else {
            driver_channel_start(comm, operation, id,
                                 operation->start + (channel == 2 ? 0 : 10u + pick));
        }
    }
}

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    uint64_t random = sandbox_seed();
    for (int round = 0; round < ROUNDS; round++) {
        driver_operation_t operations[2] = {driver_all_reduce(64, CHANNELS),
                                            driver_all_reduce(64, CHANNELS)};
        driver_place(&comm, &operations[0], 5000);
        operations[1].start = operations[0].start;
        operations[1].stop = operations[0].stop + 1;
        driver_enqueue(&comm, operations, 2);
        play_shuffled(&comm, operations, &random);
    }
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, 2 * ROUNDS);
    CHECK_EQUAL(totals.timed, 2 * ROUNDS);
    CHECK_EQUAL(totals.sum_nanos, (5000 + 5001) * ROUNDS);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_seed();
    sandbox_each_version(4, body);
    return check_result();
}
