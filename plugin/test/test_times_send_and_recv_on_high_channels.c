/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Send and Recv are timed although their channel ids lie far above their number of channels, and an
 * AlltoAll of 16 ranks, which is nothing but Send and Recv of one group, is counted to the last
 * peer.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define RANKS 16
#define BYTES 65536u
#define ROUNDS 20

static unsigned
reversed(unsigned value) { /* of five bits, as NCCL spreads the rounds over 32 channels */
    unsigned result = 0;
    for (int bit = 0; bit < 5; bit++) {
        result |= (value >> bit & 1u) << (4 - bit);
    }
    return result;
}

static void all_to_all(driver_comm_t *comm) {
    driver_operation_t operations[2 * RANKS];
    int count = 0;
    for (int delta = 1; delta < RANKS; delta++) {
        uint64_t channels = UINT64_C(3) << reversed((unsigned)delta * 2);
        int to = (comm->rank + delta) % RANKS;
        int from = (comm->rank + RANKS - delta) % RANKS;
        operations[count] = driver_p2p("Send", to, BYTES, channels);
        operations[count + 1] = driver_p2p("Recv", from, BYTES, channels);
        driver_place(comm, &operations[count], 20000);
        operations[count + 1].start = operations[count].start; /* a pair is one work of the GPU */
        operations[count + 1].stop = operations[count].stop;
        count += 2;
    }
    driver_enqueue(comm, operations, count);
    for (int i = 0; i < count; i++) {
        driver_finish(comm, &operations[i]);
    }
}

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < ROUNDS; i++) {
        all_to_all(&comm);
    }
    CHECK_EQUAL(driver_finalize(&comm),
                0); /* version 4 does not say the channels of the last Recv */
    for (int receive = 0; receive <= 1; receive++) {
        shm_totals_t totals = shm_now_totals(receive ? "Recv" : "Send");
        CHECK_EQUAL(totals.calls, (RANKS - 1) * ROUNDS);
        CHECK_EQUAL(totals.bytes, (RANKS - 1) * ROUNDS * BYTES);
        CHECK_EQUAL(totals.timed, (RANKS - 1) * ROUNDS);
        CHECK_EQUAL(totals.sum_nanos, (RANKS - 1) * ROUNDS * 20000);
    }
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
