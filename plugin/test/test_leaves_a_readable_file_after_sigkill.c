/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A process that dies by SIGKILL at any moment, in the middle of init or of a callback, leaves a
 * file that can be read: its counters are at most one operation out, its ring ends with whole
 * records. The moments are drawn from a printed seed. The next init of the same user removes the
 * dead files.
 */
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define KILLS (SANITIZED ? 40 : 150)

static long delay_nanos;

static void arm(void) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    timer_t timer;
    REQUIRE(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    struct itimerspec when = {.it_value = {.tv_nsec = delay_nanos}};
    REQUIRE(timer_settime(timer, 0, &when, NULL) == 0);
}

static _Noreturn int live_until_killed(void *argument) {
    bool during_init = *(bool *)argument;
    driver_t driver = {0};
    driver_open(&driver, DRIVER_NEWEST);
    if (during_init) {
        arm();
    }
    driver_comm_t comm = {.hash = 5, .nranks = 2, .name = "doomed"};
    driver_init(&driver, &comm);
    if (!during_init) {
        arm();
    }
    for (;;) {
        driver_operation_t operations[2] = {driver_all_reduce(100, 2),
                                            driver_p2p("Send", 1, 10, 0xc)};
        driver_enqueue(&comm, operations, 2);
        for (int i = 0; i < 2; i++) {
            driver_place(&comm, &operations[i], 1000);
            driver_finish(&comm, &operations[i]);
        }
    }
}

static void check_dead_file(const shm_view_t *view) {
    shm_view_check(view, false);
    shm_totals_t totals = shm_view_totals(view, NULL);
    uint64_t parts = totals.timed + totals.suspect + totals.untimed;
    CHECK(totals.calls <= parts + 1 && parts <= totals.calls + 1);
    CHECK_EQUAL(totals.suspect, 0);
    CHECK(totals.bytes <= (totals.calls + 1) * 400);
    uint64_t reserved = shm_view_ring_reserved(view);
    uint64_t readable = shm_view_ring_readable(view);
    CHECK(readable <= reserved && (reserved > SHM_RING_MAX || readable + 1 >= reserved));
    CHECK(reserved <= totals.calls + 1);
    CHECK(shm_view_in_flight(view) <= 2);
}

int main(void) {
    uint64_t random = sandbox_seed();
    int seen = 0;
    for (int i = 0; i < KILLS; i++) {
        if (i % 50 == 0) {
            sandbox_fresh();
        }
        bool during_init = i % 2;
        delay_nanos = (long)(1000 + sandbox_random(&random) % (during_init ? 300000 : 3000000));
        check_context("kill %d after %ld ns", i, delay_nanos);
        int status = sandbox_child(live_until_killed, &during_init);
        CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        shm_view_t view;
        if (shm_view_open(&view)) { /* some die before the file has its name */
            check_dead_file(&view);
            seen++;
        }
        shm_view_close(&view);
        CHECK(shm_view_files() <= 1); /* the previous victim's is gone */
    }
    CHECK(seen >= KILLS / 2);
    return check_result();
}
