/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plugin behind ours lives as long as NCCL would let it: unloaded after the finalize of the last
 * communicator, loaded again at the next init. A forked child, which has its parent's plugins, calls
 * nobody's.
 */
#include <stdlib.h>

#include "chain_play.h"
#include "check.h"
#include "sandbox.h"

static driver_t driver;
static driver_comm_t comms[2];

static int lines(const char *beginning) {
    char *recorded = chain_recorded("recording");
    int count = chain_lines(recorded, beginning);
    free(recorded);
    return count;
}

static void run_operation(driver_comm_t *comm) {
    driver_operation_t operation = driver_all_reduce(100, 2);
    driver_run(comm, &operation, 1000);
}

static int child(void *unused) {
    (void)unused;
    run_operation(&comms[0]);
    driver_comm_t own = {.name = "child"};
    CHECK_EQUAL(driver_init(&driver, &own), 0);
    run_operation(&own);
    driver_finalize(&own);
    driver_finalize(&comms[0]);
    return check_result();
}

int main(void) {
    sandbox_directory();
    setenv("LOCKSTEP_CHAIN", chain_recorder(7), 1);
    setenv("RECORDER_MASK", "0x42", 1); /* operations and their channels: 6 events each */
    chain_record_to("recording");
    driver_open(&driver, DRIVER_NEWEST);
    for (int life = 1; life <= 2; life++) {
        CHECK_EQUAL(driver_init(&driver, &comms[0]), 0);
        CHECK_EQUAL(driver_init(&driver, &comms[1]), 0);
        run_operation(&comms[0]);
        CHECK_EQUAL(lines("startEvent"), 12 * life - 6);
        CHECK(sandbox_passed(sandbox_child(child, NULL)));
        CHECK_EQUAL(lines("startEvent"), 12 * life - 6);
        CHECK_EQUAL(lines("init"), 2 * life);

        driver_finalize(&comms[0]);
        run_operation(&comms[1]);
        CHECK_EQUAL(lines("startEvent"), 12 * life);
        CHECK_EQUAL(lines("unloaded"), 2 * life - 1); /* each child's exit writes one, too */
        driver_finalize(&comms[1]);
        CHECK_EQUAL(lines("unloaded"), 2 * life);
        CHECK_EQUAL(lines("finalize"), 2 * life);
    }
    driver_close(&driver);
    return check_result();
}
