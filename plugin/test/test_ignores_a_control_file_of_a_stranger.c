/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A control file that a stranger could write or cut short, or that is no plain page, is not obeyed
 * and not mapped: it can neither blind the watcher nor make the job fault.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define STRANGER 65534

enum kind {
    OF_A_STRANGER,
    FOR_THE_GROUP,
    FOR_EVERYBODY,
    SHORT,
    EMPTY,
    A_LINK,
    A_DIRECTORY,
    A_FIFO,
    KINDS
};

static void write_off(const char *path, size_t bytes, mode_t mode) {
    char page[4096] = "off";
    int file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    REQUIRE(file >= 0 && write(file, page, bytes) == (ssize_t)bytes && fchmod(file, mode) == 0);
    close(file);
}

/* False if it takes more rights than there are. */
static bool put(enum kind kind, const char *path) {
    switch (kind) {
    case OF_A_STRANGER:
        write_off(path, 4096, 0644);
        return chown(path, STRANGER, STRANGER) == 0;
    case FOR_THE_GROUP:
        write_off(path, 4096, 0664);
        return true;
    case FOR_EVERYBODY:
        write_off(path, 4096, 0666);
        return true;
    case SHORT:
        write_off(path, 3, 0600);
        return true;
    case EMPTY:
        write_off(path, 0, 0600);
        return true;
    case A_LINK:
        write_off(sandbox_path("elsewhere"), 4096, 0600);
        return symlink(sandbox_path("elsewhere"), path) == 0;
    case A_DIRECTORY:
        return mkdir(path, 0700) == 0;
    case A_FIFO:
        return mkfifo(path, 0600) == 0;
    case KINDS:
        break;
    }
    return false;
}

static int try_kind(void *argument) {
    enum kind kind = *(enum kind *)argument;
    sandbox_fresh();
    check_context("kind %d", (int)kind);
    const char *path = sandbox_path("control");
    if (!put(kind, path)) {
        return 0;
    }
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    CHECK_EQUAL(truncate(path, 0), kind == A_DIRECTORY || kind == A_FIFO ? -1 : 0);
    for (int i = 0; i < 10; i++) { /* a mapped file would fault now */
        driver_operation_t operation = driver_all_reduce(100, 2);
        driver_run(&comm, &operation, 1000);
    }
    CHECK_EQUAL(shm_now_totals("AllReduce").calls, 10);
    driver_end(&driver, &comm);
    CHECK(sandbox_exists(path));
    return check_result();
}

int main(void) {
    for (int kind = 0; kind < KINDS; kind++) {
        enum kind argument = (enum kind)kind;
        check_context("kind %d", kind);
        CHECK(sandbox_passed(sandbox_child(try_kind, &argument)));
    }
    return check_result();
}
