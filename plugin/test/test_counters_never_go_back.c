/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a reader in another process sees of a file under work: no counter of a series, communicator,
 * channel or refusal is ever smaller than it was, communicators come and go meanwhile, and the
 * parts of a series are never further from its calls than the copy took time.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define COPIES (SANITIZED ? 60 : 200)

static _Noreturn void write_for_ever(void) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    for (uint64_t i = 0;; i++) {
        driver_operation_t group[2] = {driver_all_reduce((size_t)1 << i % 20, 2),
                                       driver_p2p("Send", 1, 100, 0xc)};
        driver_enqueue(&comm, group, 2);
        for (int k = 0; k < 2; k++) {
            driver_place(&comm, &group[k], 1000 * (1 + i % 50));
            driver_finish(&comm, &group[k]);
        }
        if (i % 1000 == 0) {
            driver_comm_t brief = {.hash = 100 + i, .nranks = 2};
            driver_init(&driver, &brief);
            driver_run(&brief, &group[0], 1000);
            driver_finalize(&brief);
        }
    }
}

static bool file_is_there(void *argument) {
    shm_view_close(argument);
    return shm_view_open(argument) && shm_view_ring_reserved(argument) > 0;
}

/* Compares the words [from, to) of each entry of a section with the previous copy. */
static void check_words(const shm_view_t *view, const unsigned char *previous, uint32_t kind,
                        size_t entry, size_t from, size_t to) {
    uint32_t capacity;
    const unsigned char *now = shm_view_section(view, kind, &capacity);
    size_t at = (size_t)(now - view->copy);
    for (uint32_t i = 0; i < capacity; i++, at += entry) {
        for (size_t word = from; word < to; word += 8) {
            uint64_t before;
            uint64_t after;
            memcpy(&before, previous + at + word, 8);
            memcpy(&after, view->copy + at + word, 8);
            if (!CHECK(after >= before)) {
                return;
            }
        }
    }
}

static void check_copy(const shm_view_t *view, const unsigned char *previous) {
    shm_view_check(view, false);
    check_words(view, previous, SHM_SECTION_COUNTERS, 8, 0, 8);
    check_words(view, previous, SHM_SECTION_SERIES_CELLS, sizeof(shm_series_cell_t), 0,
                offsetof(shm_series_cell_t, reserved0));
    check_words(view, previous, SHM_SECTION_SERIES_CELLS, sizeof(shm_series_cell_t),
                offsetof(shm_series_cell_t, buckets), sizeof(shm_series_cell_t));
    check_words(view, previous, SHM_SECTION_COMMUNICATORS, sizeof(shm_communicator_t),
                offsetof(shm_communicator_t, operations_enqueued),
                offsetof(shm_communicator_t, reserved1));
    check_words(view, previous, SHM_SECTION_COMMUNICATORS, sizeof(shm_communicator_t),
                offsetof(shm_communicator_t, operations_done),
                offsetof(shm_communicator_t, reserved2));
    check_words(view, previous, SHM_SECTION_CHANNELS, sizeof(shm_channel_t), 0,
                sizeof(shm_channel_t));
    check_words(view, previous, SHM_SECTION_RING_HEAD, sizeof(shm_ring_head_t), 0, 8);
}

int main(void) {
    sandbox_directory();
    pid_t writer = fork();
    REQUIRE(writer >= 0);
    if (writer == 0) {
        alarm(60);
        write_for_ever();
    }
    shm_view_t view = {.descriptor = -1};
    REQUIRE(sandbox_until(file_is_there, &view, 20000));
    unsigned char *previous = malloc(view.bytes);
    REQUIRE(previous != NULL);
    uint64_t first_calls = shm_view_totals(&view, NULL).calls;
    for (int i = 0; i < COPIES; i++) {
        memcpy(previous, view.copy, view.bytes);
        REQUIRE(shm_view_refresh(&view));
        check_copy(&view, previous);
    }
    CHECK(shm_view_totals(&view, NULL).calls > first_calls);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    free(previous);
    shm_view_close(&view);
    return check_result();
}
