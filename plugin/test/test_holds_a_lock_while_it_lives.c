/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Readers in other containers know by a POSIX lock whether the process lives: it is held from the
 * moment the file has its name, also while the process reads its own directory and after a second
 * init, and is gone with the process, however it dies.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

/* The pid that holds a lock on the file, or 0. */
static pid_t lock_holder(const char *path) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int descriptor = open(path, O_RDWR | O_CLOEXEC);
    REQUIRE(descriptor >= 0);
    REQUIRE(fcntl(descriptor, F_GETLK, &lock) == 0);
    close(descriptor);
    return lock.l_type == F_UNLCK ? 0 : lock.l_pid;
}

static _Noreturn void live(int ready, int gate) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    char byte = 0;
    REQUIRE(write(ready, &byte, 1) == 1 && read(gate, &byte, 1) == 1);
    driver_comm_t second = {.hash = 2, .nranks = 2};
    CHECK_EQUAL(driver_init(&driver, &second), 0);
    CHECK_EQUAL(driver_finalize(&comm), 0);
    REQUIRE(write(ready, &byte, 1) == 1 && read(gate, &byte, 1) == 1);
    raise(SIGKILL);
    _exit(1);
}

int main(void) {
    sandbox_directory();
    int ready[2];
    int gate[2];
    REQUIRE(pipe(ready) == 0 && pipe(gate) == 0);
    pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        alarm(60);
        live(ready[1], gate[0]);
    }
    char byte = 0;
    REQUIRE(read(ready[0], &byte, 1) == 1);
    shm_view_t view;
    shm_view_require(&view);
    CHECK_EQUAL(lock_holder(view.path), pid);
    CHECK_EQUAL(view.header->pid, pid);
    REQUIRE(write(gate[1], &byte, 1) == 1 && read(ready[0], &byte, 1) == 1);
    CHECK_EQUAL(lock_holder(view.path), pid);
    REQUIRE(write(gate[1], &byte, 1) == 1);
    int status;
    REQUIRE(waitpid(pid, &status, 0) == pid);
    CHECK(WIFSIGNALED(status));
    CHECK_EQUAL(lock_holder(view.path), 0);
    shm_view_close(&view);
    return check_result();
}
