/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUDA graphs: a capture sends API events and runs nothing; each replay sends Group, Coll and P2p
 * from CUDA's callback thread under API handles that were stopped at capture, between other
 * operations. Every replay is counted and timed, the capture is not.
 */
#include <pthread.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define REPLAYS 300

static driver_comm_t comm;
static driver_operation_t graph[3];

static void *replay(void *unused) {
    (void)unused;
    driver_launch(&comm, graph, 3);
    return NULL;
}

static int body(int version) {
    driver_t driver;
    driver_begin(&driver, &comm, version);
    graph[0] = driver_all_reduce(1024, 4);
    graph[1] = driver_all_reduce(2048, 2);
    graph[2] = driver_p2p("Send", 1, 4096, 0x30);
    for (int i = 0; i < 3; i++) {
        graph[i].captured = true;
    }
    graph[1].channels = 0xc00;
    driver_call(&comm, graph, 3);
    CHECK_EQUAL(shm_now_totals(NULL).calls, 0);
    for (int i = 0; i < REPLAYS; i++) {
        for (int k = 0; k < 3; k++) {
            driver_place(&comm, &graph[k], 1000 * (uint64_t)(k + 1));
        }
        pthread_t callback;
        REQUIRE(pthread_create(&callback, NULL, replay, NULL) == 0);
        REQUIRE(pthread_join(callback, NULL) == 0);
        for (int k = 0; k < 3; k++) {
            driver_finish(&comm, &graph[k]);
        }
        driver_operation_t eager = driver_all_reduce(1024, 4);
        eager.protocol = "LL";
        driver_run(&comm, &eager, 500);
    }
    CHECK_EQUAL(driver_finalize(&comm), 0);
    shm_totals_t reduce = shm_now_totals("AllReduce");
    CHECK_EQUAL(reduce.calls, 3 * REPLAYS);
    CHECK_EQUAL(reduce.timed, 3 * REPLAYS);
    CHECK_EQUAL(reduce.bytes, REPLAYS * 4 * (1024 + 2048 + 1024));
    CHECK_EQUAL(reduce.sum_nanos, REPLAYS * (1000 + 2000 + 500));
    shm_totals_t send = shm_now_totals("Send");
    CHECK_EQUAL(send.calls, REPLAYS);
    CHECK_EQUAL(send.sum_nanos, REPLAYS * 3000);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(5, body);
    return check_result();
}
