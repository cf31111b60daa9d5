/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The file has mode 0640 whatever the umask, belongs to the process's user, has its full size on
 * disk, is at most 4 MB, and its descriptor does not reach a program that the job executes.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define FILE_BYTES_LIMIT (4u << 20)

static void check_file(void) {
    shm_view_t view;
    shm_view_require(&view);
    struct stat status;
    REQUIRE(stat(view.path, &status) == 0);
    CHECK_EQUAL(status.st_mode & 07777, 0640);
    CHECK_EQUAL(status.st_uid, geteuid());
    CHECK_EQUAL(status.st_nlink, 1);
    CHECK(status.st_size <= FILE_BYTES_LIMIT);
    CHECK(status.st_blocks * 512 >= status.st_size); /* no holes: writing into it can never fail */
    CHECK_EQUAL(view.header->uid, geteuid());
    CHECK_EQUAL(view.header->pid, getpid());
    shm_view_close(&view);
}

/* Executes ls on the child's own descriptors and looks for the sandbox in what it prints. */
static bool reaches_executed_program(void) {
    char command[64] = "ls -l /proc/self/fd";
    FILE *list = popen(command, "r");
    REQUIRE(list != NULL);
    char line[1024];
    bool found = false;
    while (fgets(line, sizeof line, list)) {
        found |= strstr(line, sandbox_directory()) != NULL;
    }
    pclose(list);
    return found;
}

int main(void) {
    static const mode_t masks[] = {0, 022, 077, 0777};
    for (size_t i = 0; i < 4; i++) {
        sandbox_fresh();
        mode_t before = umask(masks[i]);
        driver_t driver;
        driver_comm_t comm;
        driver_begin(&driver, &comm, DRIVER_NEWEST);
        CHECK_EQUAL(umask(before), masks[i]); /* a host's umask is left as it was */
        check_file();
        CHECK(!reaches_executed_program());
        driver_end(&driver, &comm);
    }
    return check_result();
}
