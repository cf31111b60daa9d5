/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hang can be read from outside while it lasts: which operation is in flight, since when, on
 * which channels it started and stopped, and which one never started at all. After SIGKILL it is
 * still there.
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static const shm_slot_t *find(const shm_view_t *view, uint64_t bytes) {
    const shm_slot_t *slot;
    for (int i = 0; (slot = shm_view_slot_in_flight(view, i)); i++) {
        if (slot->bytes == bytes) {
            return slot;
        }
    }
    return NULL;
}

static int hang(void *argument) {
    int version = *(int *)argument;
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < 10; i++) {
        driver_operation_t done = driver_all_reduce(1, 4);
        driver_run(&comm, &done, 1000);
    }
    driver_operation_t moving = driver_all_reduce(1000, 4);
    moving.reported = 4;
    driver_enqueue(&comm, &moving, 1);
    driver_place(&comm, &moving, 1000);
    for (int channel = 40; channel < 43; channel++) {
        driver_channel_start(&comm, &moving, channel, moving.start + (uint64_t)channel);
    }
    driver_channel_stop(&comm, &moving, 41, moving.stop);
    driver_operation_t waiting = driver_all_reduce(2000, 4);
    driver_enqueue(&comm, &waiting, 1);
    raise(SIGKILL);
    return 1;
}

static void check_moving(const shm_view_t *view, const shm_slot_t *slot) {
    REQUIRE(slot != NULL);
    CHECK_TEXT(shm_view_name(view, slot->function), "AllReduce");
    CHECK_TEXT(shm_view_name(view, slot->algorithm), "RING");
    CHECK_TEXT(shm_view_name(view, slot->protocol), "SIMPLE");
    CHECK_EQUAL(slot->started_channels, INT64_C(7) << 40);
    CHECK_EQUAL(slot->stopped_channels, INT64_C(1) << 41);
    CHECK_EQUAL(slot->reported_channels, 4);
    CHECK_EQUAL(slot->sequence, 10);
    CHECK_EQUAL(slot->ordinal, 10);
    CHECK_EQUAL(slot->peer, -1);
    CHECK_EQUAL(slot->communicator_row, 1);
    CHECK(slot->group != 0);
}

static int body(int version) {
    uint64_t before = sandbox_monotonic_nanos();
    int status = sandbox_child(hang, &version);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    CHECK_EQUAL(shm_view_in_flight(&view), 2);
    const shm_slot_t *moving = find(&view, 4000);
    check_moving(&view, moving);
    CHECK(moving->enqueued_monotonic_nanos >= before &&
          moving->enqueued_monotonic_nanos <= sandbox_monotonic_nanos());
    const shm_slot_t *waiting = find(&view, 8000);
    REQUIRE(waiting != NULL);
    CHECK_EQUAL(waiting->started_channels, 0);
    CHECK_EQUAL(waiting->sequence, 11);
    CHECK_EQUAL(waiting->ordinal, 11);
    CHECK(waiting->enqueued_monotonic_nanos >= moving->enqueued_monotonic_nanos);
    CHECK_EQUAL(view.header->process_state, SHM_PROCESS_LIVE);
    CHECK_EQUAL(shm_view_totals(&view, "AllReduce").calls, 10);
    shm_view_close(&view);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
