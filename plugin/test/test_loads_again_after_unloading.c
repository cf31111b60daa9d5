/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NCCL unloads the plugin with the last communicator and loads it with the next. Every life counts
 * its own operations in a file that is whole, the old life's file is closed or gone, and neither
 * descriptors nor mappings are left behind.
 */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define LIVES 20

/* Mappings of files in the test's directory. */
static int mappings(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    REQUIRE(maps != NULL);
    int count = 0;
    char line[1024];
    while (fgets(line, sizeof line, maps)) {
        count += strstr(line, sandbox_directory()) != NULL;
    }
    fclose(maps);
    return count;
}

static void live_once(int version, int operations) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < operations; i++) {
        driver_operation_t operation = driver_all_reduce(100, 1);
        driver_run(&comm, &operation, 1000);
    }
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    CHECK_EQUAL(view.header->process_state, SHM_PROCESS_LIVE);
    CHECK_EQUAL(view.header->profiler_api, version);
    CHECK(shm_view_communicator(&view, comm.hash, 0) != NULL);
    CHECK(mappings() >= 1);
    shm_view_close(&view);
    driver_end(&driver, &comm);
    if (shm_view_open(&view)) {
        CHECK_EQUAL(view.header->process_state, SHM_PROCESS_CLOSED);
        CHECK_EQUAL(shm_view_totals(&view, "AllReduce").calls % (uint64_t)operations, 0);
    }
    shm_view_close(&view);
    CHECK_EQUAL(mappings(), 0);
}

int main(void) {
    sandbox_directory();
    live_once(7, 5);
    int descriptors = sandbox_open_descriptors();
    size_t memory = 0;
    for (int life = 0; life < LIVES; life++) {
        live_once(3 + life % 5, 5);
        CHECK(shm_view_files() <= 2);
        memory =
            life < LIVES / 2 ? sandbox_virtual_bytes() : memory; /* once the heap has settled */
    }
    CHECK_EQUAL(sandbox_open_descriptors(), descriptors);
    CHECK(SANITIZED || sandbox_virtual_bytes() < memory + (1 << 20));
    return check_result();
}
