/* SPDX-License-Identifier: Apache-2.0 */
/*
 * init removes the files of dead processes of its user, finished or killed, and leaves alone the
 * file of one that lives and every file that is not the plugin's.
 */
#include <fcntl.h>
#include <signal.h>
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

int main(void) {
    sandbox_directory();
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
