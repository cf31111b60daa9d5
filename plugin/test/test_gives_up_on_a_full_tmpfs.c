/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tmpfs without room: the plugin takes no part of what NCCL needs, leaves no file behind, asks
 * for no events and lets the job go on. A page that fills up later costs nothing, since the file is
 * allocated.
 */
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

/* A tmpfs of our own, in a mount namespace of our own, as LOCKSTEP_DIR. */
static const char *mount_tmpfs(const char *size) {
    const char *directory = sandbox_fresh();
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", directory, "tmpfs", MS_NOSUID | MS_NODEV, size) != 0) {
        skip("mounting a tmpfs is not allowed here");
    }
    REQUIRE(chmod(directory, 0700) == 0);
    return directory;
}

static void fill_up(void) {
    int descriptor = open(sandbox_path("ballast"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    REQUIRE(descriptor >= 0);
    static char block[4096];
    while (write(descriptor, block, sizeof block) > 0) {
    }
    close(descriptor);
}

static int full_from_the_start(int version) {
    mount_tmpfs("size=8m");
    fill_up();
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    CHECK_EQUAL(driver.mask, 0);
    driver_operation_t operation = driver_all_reduce(100, 2);
    driver_run(&comm, &operation, 1000);
    CHECK_EQUAL(shm_view_entries(), 1); /* the ballast */
    driver_end(&driver, &comm);
    return check_result();
}

static int full_later(int version) {
    mount_tmpfs("size=32m");
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    CHECK(driver.mask & EVENT_KERNEL_CH);
    fill_up();
    for (int i = 0; i < 50000; i++) { /* touches the whole ring */
        driver_operation_t operation = driver_all_reduce(100, 1);
        driver_run(&comm, &operation, 1000);
    }
    CHECK_EQUAL(shm_now_totals("AllReduce").calls, 50000);
    driver_end(&driver, &comm);
    return check_result();
}

static int alone(void *argument) {
    int which = *(int *)argument;
    return which == 0 ? full_from_the_start(DRIVER_NEWEST) : full_later(DRIVER_NEWEST);
}

int main(void) {
    for (int which = 0; which < 2; which++) {
        int status = sandbox_child(alone, &which);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
            return 77;
        }
        CHECK(sandbox_passed(status));
    }
    return check_result();
}
