/* SPDX-License-Identifier: Apache-2.0 */
/*
 * init removes the files of dead processes of its user, finished or killed, and leaves alone the
 * file of one that lives and every file that is not the plugin's.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static int die(void *unused) {
    (void)unused;
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    raise(SIGKILL);
    return 1;
}

/* A process that lives until its pipe is closed. */
static pid_t start_survivor(int *gate) {
    int to_child[2];
    int from_child[2];
    REQUIRE(pipe(to_child) == 0 && pipe(from_child) == 0);
    pid_t pid = fork();
    REQUIRE(pid >= 0);
    char byte = 0;
    if (pid == 0) {
        close(to_child[1]);
        driver_t driver;
        driver_comm_t comm;
        driver_begin(&driver, &comm, DRIVER_NEWEST);
        REQUIRE(write(from_child[1], &byte, 1) == 1);
        while (read(to_child[0], &byte, 1) > 0) {
        }
        _exit(check_result());
    }
    close(to_child[0]);
    REQUIRE(read(from_child[0], &byte, 1) == 1);
    close(from_child[0]);
    close(from_child[1]);
    *gate = to_child[1];
    return pid;
}

/* A copy of the newest file under the name of a further life of the same process. */
static const char *copy_newest(int life, bool with_magic) {
    static char path[600];
    shm_view_t view;
    shm_view_require(&view);
    char *end = strrchr(view.path, '-');
    char *suffix = strrchr(view.path, '.');
    REQUIRE(end && suffix && suffix > end);
    snprintf(path, sizeof path, "%.*s-%d%s", (int)(end - view.path), view.path, life, suffix);
    int copy = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    size_t from = with_magic ? 0 : 8;
    REQUIRE(copy >= 0 && write(copy, view.copy + from, view.bytes - from) > 0);
    close(copy);
    shm_view_close(&view);
    return path;
}

/* Files that look like the plugin's own but are a stranger's, or none at all, stay; another life's
 * goes. */
static void check_look_alikes(void) {
    char foreign[600];
    char other[600];
    char dead[600];
    CHECK(WIFSIGNALED(sandbox_child(die, NULL)));
    snprintf(dead, sizeof dead, "%s", copy_newest(7, true));
    snprintf(other, sizeof other, "%s", copy_newest(8, false));
    snprintf(foreign, sizeof foreign, "%s", copy_newest(9, true));
    bool is_root = chown(foreign, 65534, 65534) == 0;
    CHECK(WIFSIGNALED(sandbox_child(die, NULL)));
    CHECK(!sandbox_exists(dead));
    CHECK(sandbox_exists(other));
    CHECK_EQUAL(sandbox_exists(foreign), is_root);
    unlink(other);
    unlink(foreign);
}

int main(void) {
    sandbox_directory();
    check_look_alikes();
    static const char *const strangers[] = {"notes.txt", "lockstep", "control.bak", ".hidden"};
    for (size_t i = 0; i < 4; i++) {
        int descriptor = open(sandbox_path(strangers[i]), O_CREAT | O_WRONLY, 0600);
        REQUIRE(descriptor >= 0 && write(descriptor, "mine", 4) == 4);
        close(descriptor);
    }
    int gate;
    pid_t survivor = start_survivor(&gate);
    for (int i = 0; i < 3; i++) {
        CHECK(WIFSIGNALED(sandbox_child(die, NULL)));
        CHECK_EQUAL(shm_view_files(), 2); /* the survivor's and the newest victim's */
    }
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    CHECK_EQUAL(shm_view_files(), 2); /* the survivor's and ours */
    CHECK_EQUAL(shm_view_entries(), 2 + 4);
    for (size_t i = 0; i < 4; i++) {
        CHECK(sandbox_exists(sandbox_path(strangers[i])));
    }
    driver_end(&driver, &comm);
    close(gate);
    int status;
    REQUIRE(waitpid(survivor, &status, 0) == survivor);
    CHECK(sandbox_passed(status));
    return check_result();
}
