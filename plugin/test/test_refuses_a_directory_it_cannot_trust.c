/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A directory that is missing, a file, a symbolic link, another user's, writable by everybody or
 * not writable at all: no file is made there, no event is asked for, init succeeds and the job goes
 * on.
 */
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define STRANGER 65534

enum place {
    BELOW_A_MISSING_ONE,
    A_FILE,
    A_LINK,
    OF_A_STRANGER,
    FOR_EVERYBODY,
    READ_ONLY,
    PLACES
};

/* Makes the place and gives its path, or NULL if that takes more rights than there are. */
static const char *prepare(enum place place, const char *path) {
    const char *good = sandbox_path("good");
    REQUIRE(mkdir(good, 0700) == 0);
    switch (place) {
    case BELOW_A_MISSING_ONE:
        return sandbox_path("not/there");
    case A_FILE:
        REQUIRE(close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600)) == 0);
        return path;
    case A_LINK:
        REQUIRE(symlink(good, path) == 0);
        return path;
    case OF_A_STRANGER:
        REQUIRE(mkdir(path, 0777) == 0 && chmod(path, 0777) == 0);
        return chown(path, STRANGER, STRANGER) == 0 ? path : NULL;
    case FOR_EVERYBODY:
        REQUIRE(mkdir(path, 0700) == 0 && chmod(path, 0777) == 0);
        return path;
    case READ_ONLY:
        REQUIRE(mkdir(path, 0500) == 0);
        return geteuid() != 0 || chown(path, STRANGER, STRANGER) == 0 ? path : NULL;
    case PLACES:
        break;
    }
    return NULL;
}

/* Files with the plugin's magic anywhere in the sandbox or one level below. */
static int files_made(const char *sandbox) {
    char command[600];
    snprintf(command, sizeof command, "grep -rlc LOCKSTEP '%s' 2>/dev/null | wc -l", sandbox);
    FILE *count = popen(command, "r");
    int files = -1;
    REQUIRE(count && fscanf(count, "%d", &files) == 1);
    pclose(count);
    return files;
}

static int try_place(void *argument) {
    enum place place = *(enum place *)argument;
    const char *sandbox = sandbox_fresh();
    char path[600];
    snprintf(path, sizeof path, "%s/place", sandbox);
    check_context("place %d", (int)place);
    const char *directory = prepare(place, path);
    if (!directory) {
        return 0;
    }
    setenv("LOCKSTEP_DIR", directory, 1);
    driver_t driver = {0};
    driver_open(&driver, DRIVER_NEWEST);
    if (place == READ_ONLY && geteuid() == 0) { /* root writes everywhere */
        REQUIRE(chmod(sandbox, 0755) == 0 && setgroups(0, NULL) == 0);
        REQUIRE(setresgid(STRANGER, STRANGER, STRANGER) == 0 &&
                setresuid(STRANGER, STRANGER, STRANGER) == 0);
    }
    driver_comm_t comm = {.hash = 1, .nranks = 2};
    CHECK_EQUAL(driver_init(&driver, &comm), 0);
    CHECK_EQUAL(driver.mask, 0);
    driver_operation_t operation = driver_all_reduce(100, 2);
    driver_run(&comm, &operation, 1000);
    CHECK_EQUAL(files_made(sandbox), 0);
    CHECK_EQUAL(driver_finalize(&comm), 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    for (int place = 0; place < PLACES; place++) {
        enum place argument = (enum place)place;
        check_context("place %d", place);
        CHECK(sandbox_passed(sandbox_child(try_place, &argument)));
    }
    return check_result();
}
