/* SPDX-License-Identifier: Apache-2.0 */
/*
 * While another process writes as fast as it can, a reader that copies the ring and then looks at
 * `reserved` again believes only whole records: every field of a record fits its number. What the
 * reader missed it can count, and it does see records.
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define RECORDS_WANTED (SANITIZED ? 20000u : 300000u)

static _Noreturn void write_for_ever(void) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    uint64_t number = 0;
    for (;;) {
        driver_operation_t operation = driver_all_reduce(++number, 1);
        driver_run(&comm, &operation, 1000 + number);
    }
}

static bool file_is_there(void *argument) {
    shm_view_close(argument);
    return shm_view_open(argument) && shm_view_ring_reserved(argument) > 0;
}

/* Copies the newest part of the ring as the agent does; gives how many of its records are to be
 * believed. */
static uint64_t read_once(shm_view_t *view, uint64_t *next) {
    uint32_t capacity;
    uint32_t one;
    const unsigned char *ring = shm_view_section(view, SHM_SECTION_RING, &capacity);
    const unsigned char *head = shm_view_section(view, SHM_SECTION_RING_HEAD, &one);
    uint64_t reserved = 0;
    uint64_t after = 0;
    off_t head_at = head - view->copy;
    REQUIRE(pread(view->descriptor, &reserved, 8, head_at) == 8);
    REQUIRE(pread(view->descriptor, view->copy + (ring - view->copy),
                  (size_t)capacity * sizeof(shm_record_t), ring - view->copy) > 0);
    REQUIRE(pread(view->descriptor, &after, 8, head_at) == 8);
    uint64_t first =
        after > capacity ? after - capacity + 1 : 1; /* older entries may be under the pen */
    uint64_t believed = 0;
    for (uint64_t number = first > *next ? first : *next; number <= reserved; number++) {
        const shm_record_t *record = shm_view_record(view, number);
        if (record) {
            believed++;
            CHECK_EQUAL(record->bytes, number * 4);
            CHECK_EQUAL(record->sequence, number - 1);
            CHECK_EQUAL(record->ordinal, number - 1);
            CHECK_EQUAL(record->stop_gpu - record->start_gpu, 1000 + number);
        }
    }
    *next = reserved + 1;
    return believed;
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
    uint64_t believed = 0;
    uint64_t next = 1;
    uint64_t deadline = sandbox_monotonic_nanos() + UINT64_C(5000000000);
    while (believed < RECORDS_WANTED && sandbox_monotonic_nanos() < deadline) {
        believed += read_once(&view, &next);
    }
    CHECK(believed > 1000);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    shm_view_close(&view);
    return check_result();
}
