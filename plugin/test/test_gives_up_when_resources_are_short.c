/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A job with a limit on file sizes (where too large a file means SIGXFSZ and death), on descriptors
 * or on address space: the plugin fits in or gives up, and the job never notices.
 */
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

enum shortage {
    NO_FILE_SIZE,
    LITTLE_FILE_SIZE,
    NO_DESCRIPTOR,
    ONE_DESCRIPTOR,
    NO_ADDRESS_SPACE,
    SHORTAGES
};

static void limit(int resource, rlim_t value) {
    struct rlimit limits;
    REQUIRE(getrlimit(resource, &limits) == 0);
    limits.rlim_cur = value;
    REQUIRE(setrlimit(resource, &limits) == 0);
}

static rlim_t next_descriptor(void) {
    int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    REQUIRE(descriptor >= 0 && close(descriptor) == 0);
    return (rlim_t)descriptor;
}

static rlim_t address_space(void) {
    return (rlim_t)sandbox_virtual_bytes();
}

static void run_short(enum shortage shortage) {
    switch (shortage) {
    case NO_FILE_SIZE:
        limit(RLIMIT_FSIZE, 0);
        break;
    case LITTLE_FILE_SIZE:
        limit(RLIMIT_FSIZE, 100000);
        break;
    case NO_DESCRIPTOR:
        limit(RLIMIT_NOFILE, next_descriptor());
        break;
    case ONE_DESCRIPTOR:
        limit(RLIMIT_NOFILE, next_descriptor() + 1);
        break;
    case NO_ADDRESS_SPACE:
        limit(RLIMIT_AS, address_space() + (1 << 20));
        break;
    case SHORTAGES:
        break;
    }
}

static int try_shortage(void *argument) {
    enum shortage shortage = *(enum shortage *)argument;
    sandbox_fresh();
    driver_t driver = {0};
    driver_open(&driver, DRIVER_NEWEST);
    driver_comm_t warm_up = {.driver = &driver};
    driver_operation_t operation = driver_all_reduce(100, 2);
    driver_run(&warm_up, &operation, 1000); /* the driver's own memory */
    int descriptors = sandbox_open_descriptors();
    run_short(shortage);
    driver_comm_t comm = {.hash = 1, .nranks = 2};
    CHECK_EQUAL(driver_init(&driver, &comm), 0);
    driver_run(&comm, &operation, 1000);
    bool counts = driver.mask != 0;
    limit(RLIMIT_NOFILE, 1000);
    CHECK_EQUAL(shm_view_files(), counts ? 1 : 0);
    if (counts) {
        CHECK_EQUAL(shm_now_totals("AllReduce").calls, 1);
    } else {
        CHECK_EQUAL(shm_view_entries(), 0);
        CHECK_EQUAL(sandbox_open_descriptors(), descriptors);
    }
    CHECK_EQUAL(driver_finalize(&comm), 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_directory();
    for (int shortage = 0; shortage < SHORTAGES; shortage++) {
        enum shortage argument = (enum shortage)shortage;
        check_context("shortage %d", shortage);
        if (SANITIZED && argument == NO_ADDRESS_SPACE) {
            continue; /* sanitizers take terabytes of it */
        }
        CHECK(sandbox_passed(sandbox_child(try_shortage, &argument)));
    }
    return check_result();
}
