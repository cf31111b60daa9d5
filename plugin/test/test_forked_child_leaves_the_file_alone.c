/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A forked child (a data loader) shares the mapping. It plays every callback with the parent's
 * contexts and handles, finalizes, unloads and exits: the parent's file keeps every byte and its
 * lock, and the parent goes on exactly where it was.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static driver_t driver;
static driver_comm_t comm;
static driver_operation_t open_operation;

static int play_in_child(void *argument) {
    int way = *(int *)argument;
    driver_finish(&comm, &open_operation);
    for (int i = 0; i < 100; i++) {
        driver_operation_t operation = driver_all_reduce(1000, 4);
        driver_run(&comm, &operation, 1000);
        driver_call(&comm, &operation, 1);
    }
    if (way >= 1) {
        CHECK_EQUAL(driver_finalize(&comm), 0);
    }
    if (way >= 2) {
        driver_close(&driver);
    }
    return check_result();
}

static int init_in_child(void *unused) { /* a child that starts NCCL for itself */
    (void)unused;
    driver_comm_t own = {.hash = 99, .nranks = 2};
    CHECK_EQUAL(driver_init(&driver, &own), 0);
    driver_operation_t operation = driver_all_reduce(1000, 4);
    driver_run(&own, &operation, 1000);
    CHECK_EQUAL(driver_finalize(&own), 0);
    return check_result();
}

/* The observers look from processes of their own: closing the file in the host would drop its lock.
 */
static int observe_before(void *unused) {
    (void)unused;
    shm_view_t view;
    shm_view_require(&view);
    int copy = open(sandbox_path("before"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    ssize_t bytes =
        (ssize_t)view.bytes - 8; /* without the magic: this is no file of the plugin's */
    CHECK(copy >= 0 && write(copy, view.copy + 8, view.bytes - 8) == bytes);
    return check_result();
}

static int observe_no_change(void *unused) {
    (void)unused;
    shm_view_t view;
    shm_view_require(&view);
    unsigned char *before = malloc(view.bytes);
    int copy = open(sandbox_path("before"), O_RDONLY | O_CLOEXEC);
    REQUIRE(before && copy >= 0);
    REQUIRE(read(copy, before + 8, view.bytes - 8) == (ssize_t)view.bytes - 8);
    CHECK(memcmp(view.copy + 8, before + 8, view.bytes - 8) == 0);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int descriptor = open(view.path, O_RDWR | O_CLOEXEC);
    CHECK(descriptor >= 0 && fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK);
    CHECK_EQUAL(lock.l_pid, getppid());
    return check_result();
}

static int observe_after(void *unused) {
    (void)unused;
    CHECK_EQUAL(shm_now_totals("AllReduce").calls, 12);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    return check_result();
}

static int body(int version) {
    driver_begin(&driver, &comm, version);
    for (int i = 0; i < 10; i++) {
        driver_operation_t operation = driver_all_reduce(1000, 4);
        driver_run(&comm, &operation, 1000);
    }
    open_operation = driver_all_reduce(500, 2);
    driver_enqueue(&comm, &open_operation, 1);
    driver_place(&comm, &open_operation, 1000);
    CHECK(sandbox_passed(sandbox_child(observe_before, NULL)));
    for (int way = 0; way <= 3; way++) {
        CHECK(sandbox_passed(sandbox_child(way < 3 ? play_in_child : init_in_child, &way)));
        CHECK(sandbox_passed(sandbox_child(observe_no_change, NULL)));
    }
    driver_finish(&comm, &open_operation);
    driver_operation_t operation = driver_all_reduce(1000, 4);
    driver_run(&comm, &operation, 1000);
    CHECK(sandbox_passed(sandbox_child(observe_after, NULL)));
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(5, body);
    return check_result();
}
