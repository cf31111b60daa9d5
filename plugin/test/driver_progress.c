/* SPDX-License-Identifier: Apache-2.0 */
/* The progress thread; see driver_progress.h. */
#include "driver_progress.h"

#include <sched.h>

#include "check.h"

static void *make_progress(void *argument) {
    driver_progress_t *progress = argument;
    uint64_t next = 0;
    for (;;) {
        int ending = atomic_load_explicit(&progress->ending, memory_order_acquire);
        /* Pairs with the release in driver_progress_post(). */
        uint64_t posted = atomic_load_explicit(&progress->posted, memory_order_acquire);
        if (next == posted) {
            if (ending) {
                return NULL;
            }
            sched_yield();
            continue;
        }
        driver_finish(progress->comm, &progress->queue[next % DRIVER_QUEUE_MAX]);
        atomic_store_explicit(&progress->finished, ++next, memory_order_release);
    }
}

void driver_progress_begin(driver_progress_t *progress, driver_comm_t *comm) {
    progress->comm = comm;
    atomic_init(&progress->posted, 0);
    atomic_init(&progress->finished, 0);
    atomic_init(&progress->ending, 0);
    REQUIRE(pthread_create(&progress->thread, NULL, make_progress, progress) == 0);
}

void driver_progress_post(driver_progress_t *progress, const driver_operation_t *operation) {
    uint64_t posted = atomic_load_explicit(&progress->posted, memory_order_relaxed);
    while (posted - atomic_load_explicit(&progress->finished, memory_order_acquire) >=
           DRIVER_QUEUE_MAX) {
        sched_yield();
    }
    progress->queue[posted % DRIVER_QUEUE_MAX] = *operation;
    atomic_store_explicit(&progress->posted, posted + 1, memory_order_release);
}

void driver_progress_end(driver_progress_t *progress) {
    atomic_store_explicit(&progress->ending, 1, memory_order_release);
    CHECK_EQUAL(pthread_join(progress->thread, NULL), 0);
}
