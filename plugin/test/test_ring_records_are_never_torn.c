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

#define WET_READS (SANITIZED ? 20000 : 100000)
#define WHOLE_READS (SANITIZED ? 20 : 100)

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

typedef struct {
    off_t ring_at;
    off_t head_at;
    uint32_t capacity;
} ring_place_t;

static ring_place_t place_of(const shm_view_t *view) {
    ring_place_t place;
    uint32_t one;
    const unsigned char *ring = shm_view_section(view, SHM_SECTION_RING, &place.capacity);
    const unsigned char *head = shm_view_section(view, SHM_SECTION_RING_HEAD, &one);
    REQUIRE(ring && head);
    place.ring_at = ring - view->copy;
    place.head_at = head - view->copy;
    return place;
}

static uint64_t read_reserved(const shm_view_t *view, const ring_place_t *place) {
    uint64_t reserved = 0;
    REQUIRE(pread(view->descriptor, &reserved, sizeof reserved, place->head_at) == sizeof reserved);
    return reserved;
}

/* Reads entries twice: what has its number in the first copy is whole in the second. One copy would
 * not do: the kernel may fetch a record's later words before its number. */
static uint64_t read_entries(const shm_view_t *view, uint64_t first, uint64_t count) {
    static shm_record_t before[SHM_RING_MAX];
    static shm_record_t records[SHM_RING_MAX];
    ring_place_t place = place_of(view);
    off_t at = place.ring_at + (off_t)(first * sizeof(shm_record_t));
    ssize_t bytes = (ssize_t)(count * sizeof(shm_record_t));
    REQUIRE(pread(view->descriptor, before, (size_t)bytes, at) == bytes);
    REQUIRE(pread(view->descriptor, records, (size_t)bytes, at) == bytes);
    uint64_t after = read_reserved(view, &place);
    uint64_t believed = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t number = records[i].number;
        if (number == 0 || number != before[i].number || number + place.capacity <= after) {
            continue; /* being written, or about to be overwritten */
        }
        believed++;
        CHECK_EQUAL((number - 1) % place.capacity, first + i);
        CHECK_EQUAL(records[i].bytes, number * 4);
        CHECK_EQUAL(records[i].sequence, number - 1);
        CHECK_EQUAL(records[i].ordinal, number - 1);
        CHECK_EQUAL(records[i].stop_gpu - records[i].start_gpu, 1000 + number);
    }
    return believed;
}

/* The newest record and the one about to be overwritten, while the ink is wet. */
static uint64_t read_wet(const shm_view_t *view) {
    ring_place_t place = place_of(view);
    uint64_t newest = (read_reserved(view, &place) + place.capacity - 1) % place.capacity;
    return read_entries(view, newest, newest + 1 < place.capacity ? 2 : 1);
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
    for (int i = 0; i < WHOLE_READS; i++) {
        believed += read_entries(&view, 0, place_of(&view).capacity);
    }
    CHECK(believed > 1000);
    uint64_t wet = 0;
    for (int i = 0; i < WET_READS; i++) {
        wet += read_wet(&view);
    }
    CHECK(wet > 100);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    shm_view_close(&view);
    return check_result();
}
