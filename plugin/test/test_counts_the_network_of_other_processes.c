/* SPDX-License-Identifier: Apache-2.0 */
/*
 * With PXN a process works on its neighbours' operations. Whatever is a pointer of theirs lies in
 * memory without access here, or looks like a context of ours: it is not followed. Their bytes, steps
 * and times are counted by peer, direction and channel, of no communicator, and told apart from ours.
 */
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "driver_network.h"
#include "sandbox.h"

#define ROUNDS 20

static void *forbidden; /* PROT_NONE */

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    driver_link_t own = {.peer = 4, .channel = 2, .sends = true};
    driver_link_t sent = {.peer = 4, .channel = 2, .sends = true, .pid = getpid() + 1};
    driver_link_t received = {.peer = 6, .channel = 1, .pid = getpid() + 1, .restarts = 2};
    sent.context = forbidden;
    sent.parent = forbidden;
    received.context = comm.context; /* by its number it could be ours */
    driver_link_truth_t truths[3] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        driver_transfer(&comm, &own, 4, 1 << 10, &truths[0]);
        driver_transfer(&comm, &sent, 9, 1 << 12, &truths[1]);
        driver_transfer(&comm, &received, 3, 1 << 14, &truths[2]);
    }
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    int row = shm_view_row(&view, shm_view_communicator(&view, comm.hash, 0));
    driver_link_check(&view, &own, row, &truths[0]);
    driver_link_check(&view, &sent, 0, &truths[1]);
    driver_link_check(&view, &received, 0, &truths[2]);
    CHECK(driver_link_cell(&view, &received, row) == NULL);
    CHECK_EQUAL(shm_view_counter(&view, SHM_DROP_FOREIGN_EVENT), 0); /* nothing is lost */
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    forbidden = mmap(NULL, 1 << 16, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(forbidden != MAP_FAILED);
    sandbox_each_version(4, body);
    return check_result();
}
