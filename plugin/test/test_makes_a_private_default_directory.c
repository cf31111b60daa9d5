/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Without LOCKSTEP_DIR the files lie in /dev/shm/lockstep-<uid>, which the plugin makes with mode
 * 0700. /dev/shm is everybody's: a directory there that a stranger made first, or a link, is not
 * used.
 */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define STRANGER 65534

enum before {
    NOTHING,
    OF_AN_EARLIER_RUN,
    OF_A_STRANGER,
    A_LINK,
    A_FILE,
    CASES
};

/* A /dev/shm of our own, in a mount namespace of our own. */
static void mount_shm(void) {
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777") != 0) {
        skip("mounting a tmpfs is not allowed here");
    }
}

static void put(enum before before, const char *path) {
    switch (before) {
    case OF_AN_EARLIER_RUN:
        REQUIRE(mkdir(path, 0700) == 0);
        break;
    case OF_A_STRANGER:
        REQUIRE(mkdir(path, 0777) == 0 && chown(path, STRANGER, STRANGER) == 0);
        break;
    case A_LINK:
        REQUIRE(mkdir("/dev/shm/elsewhere", 0700) == 0 && symlink("/dev/shm/elsewhere", path) == 0);
        break;
    case A_FILE:
        REQUIRE(close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600)) == 0);
        break;
    case NOTHING:
    case CASES:
        break;
    }
}

static int try_case(void *argument) {
    enum before before = *(enum before *)argument;
    char path[64];
    mount_shm();
    sandbox_fresh();
    snprintf(path, sizeof path, "/dev/shm/lockstep-%u", (unsigned)geteuid());
    put(before, path);
    unsetenv("LOCKSTEP_DIR");
    umask(0);
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    bool used = before == NOTHING || before == OF_AN_EARLIER_RUN;
    CHECK_EQUAL(driver.mask != 0, used);
    struct stat status;
    REQUIRE(lstat(path, &status) == 0);
    if (used) {
        CHECK_EQUAL(status.st_mode & 07777, 0700);
        CHECK_EQUAL(status.st_uid, geteuid());
        CHECK(rmdir(path) != 0); /* there is a file in it */
    } else {
        CHECK(before == A_FILE || rmdir(before == A_LINK ? "/dev/shm/elsewhere" : path) == 0);
    }
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_directory();
    for (int before = 0; before < CASES; before++) {
        enum before argument = (enum before)before;
        check_context("case %d", before);
        int status = sandbox_child(try_case, &argument);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
            return 77;
        }
        CHECK(sandbox_passed(status));
    }
    return check_result();
}
