/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LOCKSTEP_SIZE_FLOOR keeps small operations out of the ring and the histograms; their calls and
 * bytes still count, and so does how many there were. Without it, or with rubbish in it, every size
 * is recorded.
 */
#include <stdlib.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 100
#define FLOOR 1024

static int with_floor(const char *text, bool obeyed) {
    setenv("LOCKSTEP_SIZE_FLOOR", text, 1);
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    for (int i = 0; i < ROUNDS; i++) {
        driver_operation_t below = driver_all_reduce(FLOOR / 4 - 1, 1);
        driver_operation_t at = driver_all_reduce(FLOOR / 4, 1);
        driver_run(&comm, &below, 1000);
        driver_run(&comm, &at, 1000);
    }
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    shm_totals_t totals = shm_view_totals(&view, "AllReduce");
    CHECK_EQUAL(totals.calls, 2 * ROUNDS);
    CHECK_EQUAL(totals.bytes, ROUNDS * (FLOOR - 4 + FLOOR));
    CHECK_EQUAL(totals.timed, obeyed ? ROUNDS : 2 * ROUNDS);
    CHECK_EQUAL(shm_view_counter(&view, SHM_DROP_BELOW_SIZE_FLOOR), obeyed ? ROUNDS : 0);
    CHECK_EQUAL(shm_view_ring_reserved(&view), obeyed ? ROUNDS : 2 * ROUNDS);
    CHECK_EQUAL(view.header->size_floor_bytes, obeyed ? FLOOR : 0);
    CHECK_EQUAL(shm_view_in_flight(&view), 0);
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result();
}

static int body(void *argument) {
    sandbox_fresh();
    int which = *(int *)argument;
    static const char *const texts[] = {"1024",  "",  "0", "-1", "1k", "99999999999999999999999",
                                        " 1024", "%n"};
    check_context("\"%s\"", texts[which]);
    return with_floor(texts[which], which == 0);
}

int main(void) {
    for (int which = 0; which < 8; which++) {
        CHECK(sandbox_passed(sandbox_child(body, &which)));
    }
    return check_result();
}
