/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NCCL is asked for proxy and network events once a communicator spans nodes, and from then on with
 * every communicator, since the process has one mask. LOCKSTEP_CONNECTIONS asks always (1) or never
 * (0). Unasked, there are no connections in the file.
 */
#include <stdlib.h>

#include "check.h"
#include "driver_network.h"
#include "sandbox.h"

#define NETWORK (EVENT_PROXY_OP | EVENT_PROXY_STEP | EVENT_NET_PLUGIN)

static bool is_asked(driver_t *driver, int nnodes) {
    driver_comm_t comm = {.hash = (uint64_t)nnodes, .nranks = 8, .nnodes = nnodes};
    driver_init(driver, &comm);
    driver_link_t link = {.peer = 1, .sends = true};
    void *proxy = driver_proxy_start(&comm, &link, 1);
    int asked = driver->mask & NETWORK;
    CHECK(asked == 0 || asked == NETWORK);
    CHECK_EQUAL(proxy != NULL, asked != 0);
    driver_stop(&comm, proxy);
    return asked != 0;
}

static int by_default(int version) {
    unsetenv("LOCKSTEP_CONNECTIONS");
    driver_t driver = {0};
    driver_open(&driver, version);
    CHECK(!is_asked(&driver, 1));
    CHECK_EQUAL(shm_now_counter(SHM_DROP_FOREIGN_EVENT), 1);
    CHECK_EQUAL(is_asked(&driver, 2), version >= 4);
    CHECK_EQUAL(is_asked(&driver, 1), version >= 4);
    return check_result();
}

static int always(int version) {
    setenv("LOCKSTEP_CONNECTIONS", "1", 1);
    driver_t driver = {0};
    driver_open(&driver, version);
    CHECK_EQUAL(is_asked(&driver, 1), version >= 4);
    return check_result();
}

static int never(int version) {
    setenv("LOCKSTEP_CONNECTIONS", "0", 1);
    driver_t driver = {0};
    driver_open(&driver, version);
    CHECK(!is_asked(&driver, 2));
    shm_view_t view;
    shm_view_require(&view);
    CHECK_EQUAL(view.header->connections_asked, 0);
    shm_view_close(&view);
    return check_result();
}

int main(void) {
    sandbox_each_version(3, by_default);
    sandbox_each_version(3, always);
    sandbox_each_version(3, never);
    return check_result();
}
