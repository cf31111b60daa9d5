/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All steps are counted and one of 32 is timed, until the control file says another share, for all
 * ranks or for some. Whatever the share, each step number has its turn.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "driver_network.h"
#include "sandbox.h"

#define STEPS 64

static int control;

static void write_control(const char *line) {
    char page[4096] = "";
    strcpy(page, line);
    REQUIRE(pwrite(control, page, sizeof page, 0) == sizeof page);
}

/* Plays one operation on a channel of its own and gives how many of its steps were timed. */
static uint64_t timed(driver_comm_t *comm, uint8_t channel, uint32_t shift) {
    driver_link_t link = {.peer = 1, .channel = channel, .sends = true};
    driver_link_truth_t truth = {0};
    driver_transfer(comm, &link, STEPS, 100, &truth);
    shm_view_t view;
    shm_view_require(&view);
    driver_link_check(&view, &link, 1, &truth);
    CHECK_EQUAL(view.header->step_shift, shift);
    uint64_t timed = driver_link_cell(&view, &link, 1)->timed_steps;
    shm_view_close(&view);
    return timed;
}

int main(void) {
    sandbox_directory();
    setenv("RANK", "11", 1);
    setenv("WORLD_SIZE", "16", 1);
    control = open(sandbox_path("control"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    REQUIRE(control >= 0);
    write_control("");
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    CHECK_EQUAL(timed(&comm, 0, 5), STEPS / 32);
    write_control("steps=1/1\n");
    CHECK_EQUAL(timed(&comm, 1, 0), STEPS);
    write_control("ring=1/8 steps=1/4@0,8-15\n");
    CHECK_EQUAL(timed(&comm, 2, 2), STEPS / 4);
    write_control("steps=1/4@0,12-15\n");
    CHECK_EQUAL(timed(&comm, 3, 5), STEPS / 32);
    write_control("floor=8 steps=off\n");
    CHECK_EQUAL(timed(&comm, 4, 64), 0);
    driver_end(&driver, &comm);
    close(control);
    return check_result();
}
