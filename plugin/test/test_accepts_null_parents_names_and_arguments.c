/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NULL where NCCL may pass it: the communicator's name and the logger, the parents of operations
 * and channels, function, algorithm, protocol and datatype, state arguments. Operations are still
 * counted, channel events without a parent are counted as refused.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static void play_orphans(driver_comm_t *comm) {
    driver_operation_t orphan = driver_all_reduce(1, 2);
    orphan.mask = EVENT_KERNEL_CH;
    driver_channel_start(comm, &orphan, 0, 100);
    driver_channel_stop(comm, &orphan, 0, 200);
    driver_event_v7_t event = {.type = EVENT_GROUP_API, .parentObj = NULL};
    void *group_api = driver_start(comm, &event);
    driver_record(comm, group_api, STATE_GROUP_START_API_STOP, NULL);
    driver_record(comm, group_api, STATE_KERNEL_CH_STOP, NULL);
    driver_stop(comm, group_api);
}

static void play_nameless(driver_comm_t *comm) {
    driver_operation_t nameless = {.count = 10, .reported = 1, .channels = 1, .peer = -1};
    driver_run(comm, &nameless, 3000);
    driver_operation_t typeless = driver_all_reduce(10, 1);
    typeless.datatype = NULL;
    typeless.algorithm = NULL;
    typeless.protocol = NULL;
    driver_run(comm, &typeless, 3000);
    driver_operation_t odd = driver_all_reduce(10, 1);
    odd.datatype = "Unknown"; /* what NCCL calls uint8 */
    driver_run(comm, &odd, 3000);
    driver_operation_t empty = driver_all_reduce(10, 1);
    empty.datatype = "";
    empty.algorithm = "";
    empty.protocol = "";
    driver_run(comm, &empty, 3000);
}

static int body(int version) {
    driver_t driver = {0};
    driver_open(&driver, version);
    driver_comm_t comm = {.hash = 7, .nranks = 2};
    CHECK_EQUAL(driver_init(&driver, &comm), 0);
    play_orphans(&comm);
    play_nameless(&comm);
    driver_operation_t without_record = driver_all_reduce(10, 1);
    driver_place(&comm, &without_record, 3000);
    driver_enqueue(&comm, &without_record, 1);
    driver_channel_start(&comm, &without_record, 0, without_record.start);
    if (version > 5) { /* older shims never pass NULL */
        driver_record(&comm, without_record.kernels[0], STATE_KERNEL_CH_STOP, NULL);
    }
    driver_channel_stop(&comm, &without_record, 0, without_record.stop);
    CHECK_EQUAL(driver_finalize(&comm), 0);
    CHECK_EQUAL(shm_now_totals(NULL).calls, 5);
    CHECK_EQUAL(shm_now_totals("AllReduce").calls, 4);
    CHECK(shm_now_totals(NULL).bytes < 5 * 10 * 16); /* an unknown type is no huge size */
    CHECK(shm_now_counter(SHM_DROP_UNKNOWN_DATATYPE) >= 3);
    CHECK(shm_now_counter(SHM_DROP_PARENT_MISSING) >= 1);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(3, body);
    return check_result();
}
