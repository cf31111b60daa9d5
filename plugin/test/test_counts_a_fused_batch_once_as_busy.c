/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernel stamps all works of a batch at the batch's start and end. Operations of one Group with
 * the same stamps are each counted with that duration and marked as fused, and the communicator was
 * busy once, not once for each of them.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define BATCHES 100
#define FUSED 4
#define CHANNELS 2
#define NANOS 40000u

static uint64_t busy(void) {
    shm_view_t view;
    shm_view_require(&view);
    uint32_t capacity;
    const shm_communicator_t *rows = shm_view_section(&view, SHM_SECTION_COMMUNICATORS, &capacity);
    uint64_t nanos = rows[1].busy_nanos;
    shm_view_close(&view);
    return nanos;
}

typedef void (*play_t)(driver_comm_t *comm, driver_operation_t *operations, uint64_t start,
                       uint64_t stop);

/* As the poller sees a batch that is over: all starts, then all stops. */
static void play_by_event(driver_comm_t *comm, driver_operation_t *operations, uint64_t start,
                          uint64_t stop) {
    for (int i = 0; i < FUSED; i++) {
        for (int channel = 0; channel < CHANNELS; channel++) {
            driver_channel_start(comm, &operations[i], channel, start);
        }
    }
    for (int i = 0; i < FUSED; i++) {
        for (int channel = 0; channel < CHANNELS; channel++) {
            driver_channel_stop(comm, &operations[i], channel, stop);
        }
    }
}

/* Channel by channel: all works of one, each from start to stop, then those of the next. */
static void play_by_channel(driver_comm_t *comm, driver_operation_t *operations, uint64_t start,
                            uint64_t stop) {
    for (int channel = 0; channel < CHANNELS; channel++) {
        for (int i = 0; i < FUSED; i++) {
            driver_channel_start(comm, &operations[i], channel, start);
            driver_channel_stop(comm, &operations[i], channel, stop);
        }
    }
}

static int body(int version) {
    static const play_t plays[] = {play_by_event, play_by_channel};
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int batch = 0; batch < BATCHES; batch++) {
        driver_operation_t operations[FUSED];
        for (int i = 0; i < FUSED; i++) {
            operations[i] = driver_all_reduce(1024, CHANNELS);
        }
        driver_enqueue(&comm, operations, FUSED);
        driver_place(&comm, &operations[0], NANOS);
        plays[batch % 2](&comm, operations, operations[0].start, operations[0].stop);
    }
    shm_totals_t totals = shm_now_totals("AllReduce");
    CHECK_EQUAL(totals.calls, BATCHES * FUSED);
    CHECK_EQUAL(totals.suspect, 0);
    CHECK_EQUAL(totals.timed, BATCHES * FUSED);
    CHECK_EQUAL(totals.sum_nanos, BATCHES * FUSED * NANOS);
    CHECK_EQUAL(totals.fused, BATCHES * FUSED); /* the first of a batch, too, once it is known */
    CHECK_EQUAL(busy(), BATCHES * NANOS);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_CHANNEL_LATE), 0); /* none was taken for done too early */
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
