/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A process can die, and a reader can look, after any instruction. Here the writer is stepped
 * through whole operations one instruction at a time, and after each one the file keeps the
 * promises of docs/shared-memory.md: a ring record whose number shows is whole, a slot whose
 * generation shows is filled in, stopped channels have started, an operation whose masks still show
 * is not in the series yet, and a series' parts are at most one operation away from its calls.
 */
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define BEFORE (SHM_RING_MAX + 100) /* so that the ring's records are overwritten */
#define STEPPED 3
#define SLOTS_LOOKED_AT 64
#define STEPS_MAX 200000

/* The operation with that ordinal has these bytes, so that halves of two do not fit together. */
static size_t count_of(uint64_t ordinal) {
    return ordinal < BEFORE ? 1 + ordinal % 7 : 1000 + ordinal;
}

static void run(driver_comm_t *comm, uint64_t ordinal) {
    driver_operation_t operation = driver_all_reduce(count_of(ordinal), 2);
    operation.protocol = ordinal < BEFORE ? "LL" : "SIMPLE";
    driver_run(comm, &operation, 1000 + ordinal);
}

static _Noreturn void be_stepped(void) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    for (uint64_t ordinal = 0; ordinal < BEFORE + 1; ordinal++) { /* one to warm up the series */
        run(&comm, ordinal);
    }
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) {
        _exit(77);
    }
    raise(SIGSTOP);
    for (uint64_t ordinal = BEFORE + 1; ordinal < BEFORE + 1 + STEPPED; ordinal++) {
        run(&comm, ordinal);
    }
    raise(SIGSTOP);
    _exit(check_result());
}

typedef struct {
    shm_view_t view;
    shm_ring_head_t *head;
    shm_record_t *ring;
    shm_slot_t *slots;
    shm_series_cell_t *cell; /* of the stepped operations */
    uint32_t ring_capacity;
} watched_t;

static void read_part(const watched_t *watched, void *part, size_t bytes) {
    off_t at = (unsigned char *)part - watched->view.copy;
    REQUIRE(pread(watched->view.descriptor, part, bytes, at) == (ssize_t)bytes);
}

static void find_cell(watched_t *watched) {
    uint32_t capacity;
    const shm_series_key_t *keys =
        shm_view_section(&watched->view, SHM_SECTION_SERIES_KEYS, &capacity);
    shm_series_cell_t *cells =
        (shm_series_cell_t *)shm_view_section(&watched->view, SHM_SECTION_SERIES_CELLS, &capacity);
    for (uint32_t i = 0; i < capacity; i++) {
        unsigned protocol = (unsigned)(keys[i].key >> 32) & 0xff;
        if (keys[i].key >> 63 && cells[i].bytes >= BEFORE && cells[i].calls == 1 && protocol != 0) {
            watched->cell = &cells[i];
        }
    }
    REQUIRE(watched->cell != NULL);
}

static void check_ring(const watched_t *watched) {
    uint64_t reserved = watched->head->reserved;
    for (uint64_t number = BEFORE + 2; number <= BEFORE + 1 + STEPPED; number++) {
        shm_record_t *record = &watched->ring[(number - 1) % watched->ring_capacity];
        read_part(watched, record, sizeof *record);
        uint64_t shown = record->number;
        if (shown != number && shown + watched->ring_capacity <= reserved) {
            continue; /* a lap old and reserved anew: not to be believed */
        }
        CHECK(shown == 0 || shown == number || shown + watched->ring_capacity == number);
        if (shown != 0) {
            CHECK_EQUAL(record->ordinal, shown - 1);
            CHECK_EQUAL(record->sequence, shown - 1);
            CHECK_EQUAL(record->bytes, 4 * count_of(shown - 1));
            CHECK_EQUAL(record->stop_gpu - record->start_gpu, 1000 + shown - 1);
        }
    }
}

static void check_series_and_slots(const watched_t *watched) {
    const shm_series_cell_t *cell = watched->cell;
    uint64_t parts = cell->suspect + cell->untimed;
    for (unsigned i = 0; i < SHM_BUCKETS; i++) {
        parts += cell->buckets[i];
    }
    CHECK(cell->calls <= parts + 1 && parts <= cell->calls + 1);
    for (int i = 0; i < SLOTS_LOOKED_AT; i++) {
        const shm_slot_t *slot = &watched->slots[i];
        if (slot->started_channels != 0) { /* both are taken back one after the other */
            CHECK((slot->stopped_channels & ~slot->started_channels) == 0);
        }
        if (slot->generation == slot->done_generation) {
            continue;
        }
        CHECK_EQUAL(slot->bytes, 4 * count_of(slot->ordinal));
        CHECK_EQUAL(slot->sequence, slot->ordinal);
        CHECK(slot->enqueued_monotonic_nanos != 0);
        if (slot->started_channels != 0) { /* then it is in no counter yet */
            CHECK(cell->calls <= slot->ordinal - BEFORE);
            CHECK(parts <= slot->ordinal - BEFORE);
        }
    }
}

static int step_through(pid_t pid) {
    static watched_t watched;
    uint32_t capacity;
    shm_view_require(&watched.view);
    find_cell(&watched);
    watched.head =
        (shm_ring_head_t *)shm_view_section(&watched.view, SHM_SECTION_RING_HEAD, &capacity);
    watched.slots = (shm_slot_t *)shm_view_section(&watched.view, SHM_SECTION_SLOTS, &capacity);
    watched.ring =
        (shm_record_t *)shm_view_section(&watched.view, SHM_SECTION_RING, &watched.ring_capacity);
    int steps = 0;
    for (int status = 0; steps < STEPS_MAX; steps++) {
        REQUIRE(ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL) == 0);
        REQUIRE(waitpid(pid, &status, 0) == pid && WIFSTOPPED(status));
        if (WSTOPSIG(status) == SIGSTOP) {
            break;
        }
        read_part(&watched, watched.head, sizeof *watched.head);
        read_part(&watched, watched.cell, sizeof *watched.cell);
        read_part(&watched, watched.slots, SLOTS_LOOKED_AT * sizeof *watched.slots);
        check_ring(&watched);
        check_series_and_slots(&watched);
    }
    CHECK_EQUAL(watched.head->reserved, BEFORE + 1 + STEPPED);
    CHECK_EQUAL(watched.cell->calls, 1 + STEPPED);
    shm_view_close(&watched.view);
    return steps;
}

int main(void) {
    if (SANITIZED) {
        skip("stepped without sanitizers only");
    }
    sandbox_directory();
    pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        alarm(60);
        be_stepped();
    }
    int status;
    REQUIRE(waitpid(pid, &status, WUNTRACED) == pid);
    if (WIFEXITED(status)) {
        skip("tracing a child is not allowed here");
    }
    int steps = step_through(pid);
    CHECK(steps > 1000 && steps < STEPS_MAX);
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    return check_result();
}
