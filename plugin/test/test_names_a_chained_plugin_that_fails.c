/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plugin behind ours that cannot be loaded, exports nothing NCCL speaks, is Lockstep again, calls
 * us back, or returns an error from any callback: NCCL's log names it once, it gets nothing more
 * but the finalize of what it has begun, NCCL hears of no error, and Lockstep counts all the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chain_play.h"
#include "check.h"
#include "sandbox.h"
#include "shm_view.h"

#define OPERATIONS 10

typedef struct {
    const char *what;
    const char *path; /* NULL: the recording plugin of version `api` */
    int api;
    int nccl;
    const char *fails; /* the callback that does */
    const char *fails_at;
    const char *says;
    int inits; /* that reach it */
    int finalizes;
} case_t;

static const case_t cases[] = {
    {"no such file", "/nowhere/else.so", 0, 7, "", "", "/nowhere/else.so cannot be loaded: ", 0, 0},
    {"no library", "/proc/self/maps", 0, 7, "", "", "/proc/self/maps cannot be loaded: ", 0, 0},
    {"a library that is no plugin", "libm.so.6", 0, 7, "", "",
     "libm.so.6 exports no profiler API that this NCCL speaks", 0, 0},
    {"a plugin newer than NCCL", NULL, 7, 4, "", "", "exports no profiler API", 0, 0},
    {"Lockstep itself", "", 0, 7, "", "", " is Lockstep itself", 0, 0},
    {"init", NULL, 5, 7, "init", "1", "(Recorder): its init returned 3", 1, 0},
    {"the second init", NULL, 5, 7, "init", "2", "(Recorder): its init returned 3", 2, 1},
    {"startEvent", NULL, 6, 7, "startEvent", "5", "its startEvent returned 3", 2, 2},
    {"stopEvent", NULL, 7, 7, "stopEvent", "9", "its stopEvent returned 3", 2, 2},
    {"recordEventState", NULL, 4, 6, "recordEventState", "2", "its recordEventState returned 3", 2,
     2},
    {"finalize", NULL, 3, 5, "finalize", "1", "its finalize returned 3", 2, 2},
};

static void run_operations(driver_comm_t *comm) {
    for (int i = 0; i < OPERATIONS; i++) {
        driver_operation_t operation = driver_all_reduce(100, 2);
        driver_run(comm, &operation, 1000);
    }
}

static void check_recording(const case_t *one) {
    char *recorded = chain_recorded("recording");
    CHECK_EQUAL(chain_lines(recorded, "init"), one->inits);
    CHECK_EQUAL(chain_lines(recorded, "finalize"), one->finalizes);
    CHECK_EQUAL(chain_lines(recorded, "unloaded"), 1);
    const char *failure = strstr(recorded, " fails\n");
    CHECK(failure != NULL);
    for (const char *line = failure ? strchr(failure, '\n') + 1 : ""; *line;
         line = strchr(line, '\n') + 1) {
        CHECK(!strncmp(line, "finalize", 8) || !strncmp(line, "unloaded", 8));
    }
    free(recorded);
}

static int body(void *argument) {
    const case_t *one = argument;
    const char *path = one->path == NULL ? chain_recorder(one->api) : one->path;
    setenv("LOCKSTEP_CHAIN", path[0] ? path : driver_plugin_path(), 1);
    setenv("RECORDER_FAILS", one->fails, 1);
    setenv("RECORDER_FAILS_AT", one->fails_at, 1);
    chain_record_to("recording");
    driver_t driver = {.logger = chain_logger};
    driver_open(&driver, one->nccl);
    driver_comm_t comms[2] = {{.name = "first", .hash = 1, .nranks = 2},
                              {.name = "second", .hash = 2, .nranks = 2}};
    CHECK_EQUAL(driver_init(&driver, &comms[0]), 0);
    CHECK_EQUAL(driver_init(&driver, &comms[1]), 0);
    run_operations(&comms[0]);
    run_operations(&comms[1]);
    driver_finalize(&comms[0]);
    driver_finalize(&comms[1]);
    CHECK_EQUAL(chain_logged_times(one->says), 1);
    CHECK_EQUAL(chain_logged_times("2 Lockstep passes"), 1); /* WARN */
    driver_close(&driver);
    CHECK_EQUAL(shm_now_totals("AllReduce").timed, 2 * OPERATIONS);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_CHAINED_EVENT), 0);
    if (one->inits > 0) {
        check_recording(one);
    }
    return check_result();
}

/* A plugin that passes on what it gets to whoever loaded it: within its init, it calls ours. */
static int call_back(void *argument) {
    (void)argument;
    setenv("LOCKSTEP_CHAIN", chain_recorder(6), 1);
    setenv("RECORDER_CALLS", driver_plugin_path(), 1);
    chain_record_to("recording");
    driver_t driver = {.logger = chain_logger};
    driver_open(&driver, DRIVER_NEWEST);
    driver_comm_t comm = {.name = "world", .nranks = 2};
    CHECK_EQUAL(driver_init(&driver, &comm), 0);
    run_operations(&comm);
    driver_finalize(&comm);
    driver_close(&driver);
    CHECK_EQUAL(chain_logged_times("it passes them back to Lockstep"), 1);
    CHECK_EQUAL(shm_now_totals("AllReduce").timed, OPERATIONS);
    char *recorded = chain_recorded("recording");
    CHECK(strstr(recorded, " answer=0 context=none mask=0") != NULL);
    CHECK_EQUAL(chain_lines(recorded, "startEvent"), 0);
    free(recorded);
    return check_result();
}

int main(void) {
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sandbox_fresh();
        check_context("%s", cases[i].what);
        CHECK(sandbox_passed(sandbox_child(body, (void *)(uintptr_t)&cases[i])));
    }
    sandbox_fresh();
    check_context("%s", "calls back");
    CHECK(sandbox_passed(sandbox_child(call_back, NULL)));
    return check_result();
}
