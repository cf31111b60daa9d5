/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The proxy's operations and steps over InfiniBand and sockets, receives that are started more than
 * once among them, give each connection's bytes, steps, events and, with every step timed, its times
 * by state, as the driver counted them. Operations are counted and timed as without a network.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "driver_network.h"
#include "sandbox.h"

#define ROUNDS 40
#define LINKS 6

static const driver_link_t links[LINKS] = {
    {.peer = 4, .channel = 0, .sends = true, .net = NET_IB, .device = 3, .events = 1},
    {.peer = 4, .channel = 1, .sends = true, .net = NET_IB, .device = 5, .events = 2},
    {.peer = 2, .channel = 0, .net = NET_IB, .device = 3, .events = 1, .restarts = 3},
    {.peer = 2, .channel = 63, .restarts = 1},
    {.peer = 70000, .channel = 0, .sends = true, .net = NET_SOCKET, .events = 1},
    {.peer = 70000, .channel = 0, .net = NET_SOCKET, .events = 2},
};

static void write_control(const char *line) {
    char page[4096] = "";
    strcpy(page, line);
    int file = open(sandbox_path("control"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    REQUIRE(file >= 0 && pwrite(file, page, sizeof page, 0) == sizeof page);
    close(file);
}

static int body(int version) {
    write_control("steps=1/1\n");
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    driver_link_truth_t truths[LINKS] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        driver_operation_t operation = driver_all_reduce(1 << 20, 2);
        driver_enqueue(&comm, &operation, 1);
        driver_place(&comm, &operation, 90000);
        for (int i = 0; i < LINKS; i++) {
            driver_link_t link = links[i];
            link.parent = operation.handle;
            driver_transfer(&comm, &link, 1 + round % 12, (size_t)(1000 * (i + 1) + 2 * round),
                            &truths[i]);
        }
        driver_finish(&comm, &operation);
    }
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    int row = shm_view_row(&view, shm_view_communicator(&view, comm.hash, 0));
    for (int i = 0; i < LINKS; i++) {
        check_context("API v%d, link %d", version, i);
        driver_link_check(&view, &links[i], row, &truths[i]);
        CHECK_EQUAL(driver_link_cell(&view, &links[i], row)->timed_steps, truths[i].steps);
    }
    CHECK_EQUAL(view.header->step_shift, 0);
    CHECK_EQUAL(view.header->connections_asked, 1);
    CHECK_EQUAL(shm_view_counter(&view, SHM_DROP_STEP_UNUSABLE), 0);
    CHECK_EQUAL(shm_view_counter(&view, SHM_DROP_STEP_UNFINISHED), 0);
    CHECK_EQUAL(shm_view_counter(&view, SHM_DROP_FOREIGN_EVENT), 0);
    CHECK_EQUAL(shm_view_totals(&view, "AllReduce").timed, ROUNDS);
    CHECK_EQUAL(shm_view_totals(&view, "AllReduce").sum_nanos, ROUNDS * 90000);
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
