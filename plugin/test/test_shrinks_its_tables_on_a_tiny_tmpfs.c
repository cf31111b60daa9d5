/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A small tmpfs (a container's 64 MB, or less) gets a file of at most a quarter of its free space
 * with smaller tables, or none; whatever its size, totals are exact and the losses are counted.
 */
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define OPERATIONS 20000

static int files_seen;

static uint64_t mount_tmpfs(int kilobytes) {
    char size[32];
    snprintf(size, sizeof size, "size=%dk", kilobytes);
    const char *directory = sandbox_fresh();
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", directory, "tmpfs", MS_NOSUID | MS_NODEV, size) != 0) {
        skip("mounting a tmpfs is not allowed here");
    }
    REQUIRE(chmod(directory, 0700) == 0);
    struct statvfs space;
    REQUIRE(statvfs(directory, &space) == 0);
    return (uint64_t)space.f_bavail * space.f_frsize;
}

static int try_size(void *argument) {
    int kilobytes = *(int *)argument;
    check_context("%d kB", kilobytes);
    uint64_t available = mount_tmpfs(kilobytes);
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    for (int i = 0; i < OPERATIONS; i++) {
        driver_operation_t operation = driver_all_reduce((size_t)1 << i % 24, 1);
        operation.protocol = i % 2 ? "LL" : "SIMPLE";
        driver_run(&comm, &operation, 1000);
    }
    shm_view_t view;
    bool there = shm_view_open(&view);
    CHECK_EQUAL(there, driver.mask != 0);
    if (there) {
        struct stat status;
        REQUIRE(stat(view.path, &status) == 0);
        CHECK((uint64_t)status.st_size <= available / 4);
        shm_view_check(&view, true);
        CHECK_EQUAL(shm_view_totals(&view, "AllReduce").calls, OPERATIONS);
        uint32_t capacity;
        shm_view_section(&view, SHM_SECTION_RING, &capacity);
        CHECK_EQUAL(shm_view_ring_readable(&view), capacity < OPERATIONS ? capacity : OPERATIONS);
    }
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result() ? 1 : there ? 0 : 42;
}

int main(void) {
    static const int sizes[] = {16, 256, 1024, 2048, 4096, 8192, 12288, 65536};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        int size = sizes[i];
        int status = sandbox_child(try_size, &size);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
            return 77;
        }
        CHECK(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 42));
        files_seen += WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    CHECK(files_seen >= 3); /* at least 8 MB and more must do */
    return check_result();
}
