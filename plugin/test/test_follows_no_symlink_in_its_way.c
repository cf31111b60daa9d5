/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Somebody who can guess the file's name puts a symbolic link, a hard link or a directory in its
 * place: what the link points to keeps every byte, and the job goes on, with a file or without.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

enum obstacle {
    SYMBOLIC_LINK,
    HARD_LINK,
    DIRECTORY,
    DANGLING_LINK,
    OBSTACLES
};

static void put(enum obstacle obstacle, const char *name, const char *target) {
    unlink(name);
    switch (obstacle) {
    case SYMBOLIC_LINK:
        REQUIRE(symlink(target, name) == 0);
        break;
    case HARD_LINK:
        REQUIRE(link(target, name) == 0);
        break;
    case DIRECTORY:
        REQUIRE(mkdir(name, 0700) == 0);
        break;
    case DANGLING_LINK:
    case OBSTACLES:
        REQUIRE(symlink(sandbox_path("made-by-mistake"), name) == 0);
    }
}

static void check_untouched(const char *target) {
    char text[32] = "";
    int descriptor = open(target, O_RDONLY | O_CLOEXEC);
    REQUIRE(descriptor >= 0);
    CHECK_EQUAL(read(descriptor, text, sizeof text), 8);
    CHECK(memcmp(text, "precious", 8) == 0);
    close(descriptor);
    CHECK(!sandbox_exists(sandbox_path("made-by-mistake")));
}

static int try_obstacle(void *argument) {
    enum obstacle obstacle = *(enum obstacle *)argument;
    char name[512];
    char target[512];
    driver_t driver;
    driver_comm_t comm;
    sandbox_fresh();
    driver_begin(&driver, &comm, DRIVER_NEWEST); /* a first life, to learn the name */
    shm_view_t view;
    shm_view_require(&view);
    snprintf(name, sizeof name, "%s", view.path);
    shm_view_close(&view);
    driver_end(&driver, &comm);
    snprintf(target, sizeof target, "%s", sandbox_path("target"));
    int descriptor = open(target, O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
    REQUIRE(descriptor >= 0 && write(descriptor, "precious", 8) == 8);
    close(descriptor);
    put(obstacle, name, target);
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    driver_operation_t operation = driver_all_reduce(100, 2);
    driver_run(&comm, &operation, 1000);
    check_untouched(target);
    driver_end(&driver, &comm);
    check_untouched(target);
    return check_result();
}

int main(void) {
    for (int obstacle = 0; obstacle < OBSTACLES; obstacle++) {
        enum obstacle argument = (enum obstacle)obstacle;
        check_context("obstacle %d", obstacle);
        CHECK(sandbox_passed(sandbox_child(try_obstacle, &argument)));
    }
    return check_result();
}
