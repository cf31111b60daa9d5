/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One million operations of mixed functions, sizes, channels and durations from a printed seed,
 * enqueued ahead of their completion: calls, bytes, sums and every bucket equal the test's own
 * account.
 */
#include <string.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define OPERATIONS (SANITIZED ? 100000 : 1000000)
#define AHEAD 8
#define FUNCTIONS 4

static const char *const functions[FUNCTIONS] = {"AllReduce", "ReduceScatter", "Send", "Recv"};

typedef struct {
    uint64_t calls, bytes, nanos;
    uint64_t buckets[SHM_BUCKETS];
} account_t;

static account_t accounts[FUNCTIONS];

static void draw(driver_comm_t *comm, driver_operation_t *operation, uint64_t *random) {
    static const uint64_t durations[] = {5, 953, 954, 1000, 8192, 77777, 1000000, 123456789};
    static unsigned buckets[8];
    uint64_t bits = sandbox_random(random);
    int function = (int)(bits & 3);
    size_t count = (size_t)1 << (bits >> 2 & 15);
    int channels = 1 + (int)(bits >> 8 & 3);
    *operation = function < 2
                     ? driver_all_reduce(count, channels)
                     : driver_p2p(functions[function], 5, count * 4, (UINT64_C(1) << channels) - 1);
    operation->function = functions[function];
    operation->channels <<= bits >> 16 & 31;
    int duration = (int)(bits >> 24 & 7);
    driver_place(comm, operation, durations[duration]);
    buckets[duration] =
        buckets[duration] ? buckets[duration] : shm_view_bucket(durations[duration]);
    account_t *account = &accounts[function];
    account->calls++;
    account->bytes += count * 4 * (function == 1 ? (uint64_t)comm->nranks : 1);
    account->nanos += durations[duration];
    account->buckets[buckets[duration]]++;
}

int main(void) {
    uint64_t random = sandbox_seed();
    driver_t driver;
    driver_comm_t comm;
    sandbox_directory();
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    for (int done = 0; done < OPERATIONS; done += AHEAD) {
        driver_operation_t operations[AHEAD];
        for (int i = 0; i < AHEAD; i++) {
            draw(&comm, &operations[i], &random);
            driver_enqueue(&comm, &operations[i], 1);
        }
        for (int i = 0; i < AHEAD; i++) {
            driver_finish(&comm, &operations[i]);
        }
    }
    for (int i = 0; i < FUNCTIONS; i++) {
        check_context("%s", functions[i]);
        shm_totals_t totals = shm_now_totals(functions[i]);
        CHECK_EQUAL(totals.calls, accounts[i].calls);
        CHECK_EQUAL(totals.bytes, accounts[i].bytes);
        CHECK_EQUAL(totals.sum_nanos, accounts[i].nanos);
        CHECK_EQUAL(totals.timed, accounts[i].calls);
        CHECK(memcmp(totals.buckets, accounts[i].buckets, sizeof totals.buckets) == 0);
    }
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_end(&driver, &comm);
    return check_result();
}
