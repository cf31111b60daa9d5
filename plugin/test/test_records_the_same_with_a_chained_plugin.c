/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lockstep's own record is the same with and without a plugin behind it, which asks for everything
 * and has handles for everything: calls, bytes, durations and every counter, in each version. Its
 * file says which plugin is chained.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chain_play.h"
#include "check.h"
#include "sandbox.h"
#include "shm_view.h"

static const char *const functions[] = {"AllReduce", "ReduceScatter", "Send", "Recv"};

#define FUNCTIONS 4

typedef struct {
    shm_totals_t totals[FUNCTIONS];
    uint64_t counters[SHM_COUNTERS_MAX];
    uint64_t ring;
    bool names_chain;
} record_t;

typedef struct {
    int version;
    bool chained;
    int pipe[2];
} case_t;

static bool names_chain(const shm_view_t *view) {
    static const char wanted[] = "LOCKSTEP_CHAIN=";
    const char *environment = view->header->environment;
    for (uint32_t at = 0; at < view->header->environment_bytes;
         at += (uint32_t)strlen(environment + at) + 1) {
        if (!strncmp(environment + at, wanted, sizeof wanted - 1)) {
            return !strcmp(environment + at + sizeof wanted - 1, chain_recorder(0));
        }
    }
    return false;
}

static int play(void *argument) {
    const case_t *one = argument;
    if (one->chained) {
        setenv("LOCKSTEP_CHAIN", chain_recorder(0), 1);
    } else {
        unsetenv("LOCKSTEP_CHAIN");
    }
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, one->version);
    chain_play(&comm, getpid() + 1);
    driver_end(&driver, &comm);

    record_t record;
    memset(&record, 0, sizeof record);
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    for (int i = 0; i < FUNCTIONS; i++) {
        record.totals[i] = shm_view_totals(&view, functions[i]);
    }
    for (unsigned i = 0; i < SHM_COUNTERS_MAX; i++) {
        record.counters[i] = shm_view_counter(&view, (enum shm_counter)i);
    }
    record.ring = shm_view_ring_reserved(&view);
    record.names_chain = names_chain(&view);
    REQUIRE(write(one->pipe[1], &record, sizeof record) == (ssize_t)sizeof record);
    return check_result();
}

static record_t record_of(int version, bool chained) {
    case_t one = {.version = version, .chained = chained};
    REQUIRE(pipe(one.pipe) == 0);
    CHECK(sandbox_passed(sandbox_child(play, &one)));
    record_t record;
    REQUIRE(read(one.pipe[0], &record, sizeof record) == (ssize_t)sizeof record);
    close(one.pipe[0]);
    close(one.pipe[1]);
    return record;
}

int main(void) {
    sandbox_directory();
    for (int version = 3; version <= 7; version++) {
        check_context("v%d", version);
        record_t alone = record_of(version, false);
        record_t chained = record_of(version, true);
        CHECK(memcmp(alone.totals, chained.totals, sizeof alone.totals) == 0);
        CHECK(memcmp(alone.counters, chained.counters, sizeof alone.counters) == 0);
        CHECK_EQUAL(chained.ring, alone.ring);
        CHECK(alone.ring > 0);
        CHECK(!alone.names_chain);
        CHECK(chained.names_chain);
    }
    return check_result();
}
