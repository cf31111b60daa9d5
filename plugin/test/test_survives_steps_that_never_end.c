/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hang leaves steps under way, and the file says how many and in which state. Steps that never end,
 * that end twice or that belong to nothing are counted, and no gauge keeps what is over: not after the
 * operation's end, not after the communicator's.
 */
#include "check.h"
#include "driver_network.h"
#include "sandbox.h"

#define PROXIES 5000 /* more than fit */

static const driver_link_t sent = {.peer = 1, .channel = 0, .sends = true};
static const driver_link_t received = {.peer = 7, .channel = 3};

static void check_link(int row, const driver_link_t *link, uint64_t outstanding, uint64_t waiting) {
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    const shm_connection_cell_t *cell = driver_link_cell(&view, link, row);
    REQUIRE(cell != NULL);
    CHECK_EQUAL(cell->outstanding_steps, outstanding);
    CHECK_EQUAL(cell->waiting, waiting);
    shm_view_close(&view);
}

/* Eight sends under way: two that wait for the GPU, one for the peer, five on the wire. */
static void *play_stuck_send(driver_comm_t *comm, void *steps[8]) {
    void *proxy = driver_proxy_start(comm, &sent, 20);
    for (int i = 0; i < 8; i++) {
        steps[i] = driver_step_start(comm, &sent, proxy, i);
        if (i < 6) {
            driver_step_record(comm, steps[i], STATE_PROXY_STEP_SEND_PEER_WAIT, 0);
        }
        if (i < 5) {
            driver_step_record(comm, steps[i], STATE_PROXY_STEP_SEND_WAIT, 100);
        }
    }
    check_link(1, &sent, 20, UINT64_C(5) << 32 | UINT64_C(1) << 16 | 2);
    return proxy;
}

static void check_misuse(driver_comm_t *comm, void *proxy, void *steps[8]) {
    driver_stop(comm, steps[0]);
    driver_stop(comm, steps[0]);
    driver_step_record(comm, steps[0], STATE_PROXY_STEP_SEND_WAIT, 1);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_STEP_UNUSABLE), 2);
    check_link(1, &sent, 19, UINT64_C(4) << 32 | UINT64_C(1) << 16 | 2);
    CHECK(driver_step_start(comm, &sent, proxy, 9) != NULL); /* step 1 has its place and never ended */
    CHECK_EQUAL(shm_now_counter(SHM_DROP_STEP_UNFINISHED), 1);
    driver_stop(comm, steps[1]);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_STEP_UNUSABLE), 3);
    driver_stop(comm, proxy);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_STEP_UNFINISHED), 8);
    check_link(1, &sent, 0, 0);
    CHECK(driver_step_start(comm, &sent, proxy, 10) == NULL);
    driver_stop(comm, steps[2]);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_STEP_UNUSABLE), 5);
    CHECK(driver_step_start(comm, &sent, NULL, 0) == NULL);
    CHECK(driver_step_start(comm, &sent, (void *)0x7f1234567000, 0) == NULL);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_STEP_UNUSABLE), 7);
}

static void fill_table(driver_comm_t *comm) {
    int refused = 0;
    for (int i = 0; i < PROXIES; i++) {
        refused += driver_proxy_start(comm, &received, 1) == NULL;
    }
    CHECK(refused >= PROXIES - 4096);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_PROXY_TABLE_FULL), refused);
    check_link(1, &received, (uint64_t)(PROXIES - refused), 0);
}

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    void *steps[8];
    void *proxy = play_stuck_send(&comm, steps);
    check_misuse(&comm, proxy, steps);
    fill_table(&comm);
    driver_comm_t other = {.name = "other", .hash = 99, .nranks = 2, .nnodes = 2};
    driver_init(&driver, &other);
    CHECK_EQUAL(driver_finalize(&comm), 0);
    check_link(1, &received, 0, 0);
    CHECK(driver_proxy_start(&other, &received, 1) != NULL);
    CHECK(driver_proxy_start(&comm, &received, 1) == NULL); /* finalized */
    driver_link_t beyond = {.channel = 64};
    CHECK(driver_proxy_start(&other, &beyond, 1) == NULL);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_UNKNOWN_CONTEXT), 1);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_CHANNEL_OUT_OF_RANGE), 1);
    driver_end(&driver, &other);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
