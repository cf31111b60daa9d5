/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sampling keeps the same instances of a collective on each rank, whatever else that rank did
 * between them, by the formula of docs/shared-memory.md. What it leaves out is in the histograms
 * and is counted, so that nothing seems lost.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define RANKS 2
#define INSTANCES 4000
#define SHIFT 3
#define HASH UINT64_C(0xfeedfacecafebeef)

static const char *const functions[] = {"AllReduce", "ReduceScatter"};

static uint64_t fnv(const char *text) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *text != '\0'; text++) {
        hash ^= (uint8_t)*text;
        hash *= UINT64_C(1099511628211);
    }
    return hash;
}

static bool is_kept(const char *function, uint64_t sequence) {
    uint64_t x = HASH + fnv(function) + sequence * UINT64_C(0x9e3779b97f4a7c15);
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    x ^= x >> 31;
    return x < UINT64_C(1) << (64 - SHIFT);
}

static void write_control(void) {
    int control = open(sandbox_path("control"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    char page[4096] = "ring=1/8\n";
    REQUIRE(control >= 0 && pwrite(control, page, sizeof page, 0) == (ssize_t)sizeof page);
    close(control);
}

static void run_rank(driver_t *driver, int rank) {
    driver_comm_t comm = {.name = "alike", .hash = HASH, .nnodes = 1, .nranks = RANKS, .rank = rank};
    REQUIRE(driver_init(driver, &comm) == 0);
    for (int i = 0; i < INSTANCES; i++) {
        for (int k = 0; k < 2; k++) {
            driver_operation_t operation = driver_all_reduce(100, 2);
            operation.function = functions[k];
            driver_run(&comm, &operation, 1000);
        }
        if (rank == 1) { /* other ordinals than rank 0's */
            driver_operation_t send = driver_p2p("Send", 0, 64, 1);
            driver_run(&comm, &send, 1000);
        }
    }
    driver_finalize(&comm);
}

/* How many records of a function a row has; each of them is one that the formula keeps. */
static uint64_t count_records(const shm_view_t *view, int row, const char *function) {
    uint64_t found = 0;
    for (uint64_t number = 1; number <= shm_view_ring_reserved(view); number++) {
        const shm_record_t *record = shm_view_record(view, number);
        REQUIRE(record != NULL);
        bool is_it = (int)(record->packed & 0xffff) == row &&
                     strcmp(shm_view_name(view, record->packed >> 16 & 0xff), function) == 0;
        if (is_it && CHECK(is_kept(function, record->sequence))) {
            found++;
        }
    }
    return found;
}

static void check_rank(const shm_view_t *view, int rank) {
    const shm_communicator_t *communicator = shm_view_communicator(view, HASH, rank);
    REQUIRE(communicator != NULL);
    for (int k = 0; k < 2; k++) {
        uint64_t kept = 0;
        for (uint64_t sequence = 0; sequence < INSTANCES; sequence++) {
            kept += is_kept(functions[k], sequence);
        }
        CHECK(kept > INSTANCES / 16 && kept < INSTANCES / 4);
        CHECK_EQUAL(count_records(view, shm_view_row(view, communicator), functions[k]), kept);
    }
}

int main(void) {
    sandbox_directory();
    write_control();
    driver_t driver;
    driver_open(&driver, DRIVER_NEWEST);
    for (int rank = 0; rank < RANKS; rank++) {
        run_rank(&driver, rank);
    }
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    for (int rank = 0; rank < RANKS; rank++) {
        check_rank(&view, rank);
    }
    uint32_t capacity;
    const shm_ring_head_t *head = shm_view_section(&view, SHM_SECTION_RING_HEAD, &capacity);
    CHECK_EQUAL(head->reserved + head->left_out, INSTANCES * (2 * RANKS + 1));
    CHECK_EQUAL(shm_view_totals(&view, NULL).calls, INSTANCES * (2 * RANKS + 1));
    shm_view_close(&view);
    driver_close(&driver);
    return check_result();
}
