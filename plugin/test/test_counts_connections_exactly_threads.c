/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Proxy threads of several communicators and of other processes' operations at the same time, with
 * more connections than fit: not one step or byte is lost, and what found no room is in the
 * connection of all others.
 */
#include <pthread.h>
#include <unistd.h>

#include "check.h"
#include "driver_network.h"
#include "sandbox.h"

#define THREADS 4
#define PEERS 500
#define ROUNDS 3

typedef struct {
    driver_comm_t *comm;
    int number;
} work_t;

static void *play(void *argument) {
    const work_t *work = argument;
    for (int i = 0; i < ROUNDS * PEERS; i++) {
        driver_link_t link = {.peer = i % PEERS, .channel = 1, .sends = i % 2 != 0};
        if (work->number == 0) {
            link.pid = getpid() + 1;
        }
        void *proxy = driver_proxy_start(work->comm, &link, 1);
        void *step = driver_step_start(work->comm, &link, proxy, 0);
        driver_step_record(work->comm, step, STATE_PROXY_STEP_RECV_FLUSH_WAIT, 10);
        driver_stop(work->comm, step);
        driver_stop(work->comm, proxy);
    }
    return NULL;
}

static void check_sums(void) {
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    uint32_t capacity;
    const shm_connection_cell_t *cells =
        shm_view_section(&view, SHM_SECTION_CONNECTION_CELLS, &capacity);
    const shm_connection_key_t *keys =
        shm_view_section(&view, SHM_SECTION_CONNECTION_KEYS, &capacity);
    uint64_t steps = 0;
    uint64_t bytes = 0;
    uint64_t others = 0;
    for (uint32_t i = 0; i < capacity; i++) {
        steps += cells[i].steps;
        bytes += cells[i].bytes;
        others += keys[i].key >> 60 & 1 ? cells[i].operations : 0;
        CHECK_EQUAL(cells[i].operations, cells[i].operations_done);
        CHECK(cells[i].outstanding_steps == 0 && cells[i].waiting == 0);
    }
    CHECK_EQUAL(steps, THREADS * ROUNDS * PEERS);
    CHECK_EQUAL(bytes, THREADS * ROUNDS * PEERS * 10);
    CHECK(others > 0);
    CHECK_EQUAL(shm_view_counter(&view, SHM_DROP_CONNECTION_TABLE_FULL), others);
    shm_view_close(&view);
}

int main(void) {
    sandbox_directory();
    driver_t driver = {0};
    driver_open(&driver, DRIVER_NEWEST);
    driver_comm_t comms[THREADS];
    work_t works[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        comms[i] = (driver_comm_t){.hash = (uint64_t)i + 1, .nranks = PEERS, .nnodes = PEERS};
        CHECK_EQUAL(driver_init(&driver, &comms[i]), 0);
        works[i] = (work_t){&comms[i], i};
    }
    for (int i = 0; i < THREADS; i++) {
        REQUIRE(pthread_create(&threads[i], NULL, play, &works[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK_EQUAL(pthread_join(threads[i], NULL), 0);
    }
    check_sums();
    for (int i = 0; i < THREADS; i++) {
        CHECK_EQUAL(driver_finalize(&comms[i]), 0);
    }
    driver_close(&driver);
    return check_result();
}
