/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two copies of the library in one process (a framework with an NCCL of its own): each has its file
 * and counts its own operations, and neither drops the other's lock, by which readers know that it
 * lives.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static void copy_file(const char *from, const char *to) {
    static char bytes[1 << 16];
    int source = open(from, O_RDONLY | O_CLOEXEC);
    int target = open(to, O_CREAT | O_WRONLY | O_CLOEXEC, 0700);
    REQUIRE(source >= 0 && target >= 0);
    ssize_t got;
    while ((got = read(source, bytes, sizeof bytes)) > 0) {
        REQUIRE(write(target, bytes, (size_t)got) == got);
    }
    close(source);
    close(target);
}

/* From a process of its own: files with the magic in the sandbox, and how many of them are locked.
 */
static int observe(void *unused) {
    (void)unused;
    CHECK_EQUAL(shm_view_files(), 2);
    DIR *directory = opendir(sandbox_directory());
    REQUIRE(directory != NULL);
    struct dirent *entry;
    int locked = 0;
    while ((entry = readdir(directory))) {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        int descriptor = open(sandbox_path(entry->d_name), O_RDWR | O_CLOEXEC);
        if (descriptor >= 0 && fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) {
            CHECK_EQUAL(lock.l_pid, getppid());
            locked++;
        }
    }
    CHECK_EQUAL(locked, 2);
    return check_result();
}

static int live_twice(int version) {
    char copy[600];
    snprintf(copy, sizeof copy, "%s.copy", sandbox_directory());
    copy_file(driver_plugin_path(), copy);
    driver_t drivers[2];
    driver_comm_t comms[2];
    driver_begin(&drivers[0], &comms[0], version);
    setenv("LOCKSTEP_PLUGIN", copy, 1);
    driver_begin(&drivers[1], &comms[1], version);
    REQUIRE(drivers[0].profiler != drivers[1].profiler);
    for (int i = 0; i < 30; i++) {
        driver_operation_t operation = driver_all_reduce(100, 1);
        driver_run(&comms[i % 3 == 0], &operation, 1000);
    }
    CHECK(sandbox_passed(sandbox_child(observe, NULL)));
    CHECK_EQUAL(shm_now_totals("AllReduce").calls, 10); /* the newer file */
    driver_end(&drivers[1], &comms[1]);
    driver_operation_t operation = driver_all_reduce(100, 1);
    driver_run(&comms[0], &operation, 1000);
    driver_end(&drivers[0], &comms[0]);
    unlink(copy);
    return check_result();
}

int main(void) {
    sandbox_each_version(7, live_twice);
    return check_result();
}
