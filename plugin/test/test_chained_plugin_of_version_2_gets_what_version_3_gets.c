/* SPDX-License-Identifier: Apache-2.0 */
/*
 * No NCCL that Lockstep works with speaks version 2 natively, so what a plugin of version 2 gets
 * behind ours is held against one of version 3 that asks for what version 2 has: the two differ in
 * one field that is zero. With NCCL's version 3 both have name and hash of each operation, from
 * version 4 on neither has them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chain_play.h"
#include "check.h"
#include "sandbox.h"

#define TYPES_OF_VERSION_2 "0x3f"

typedef struct {
    int nccl;
    int api;
} case_t;

static int play(void *argument) {
    const case_t *one = argument;
    setenv("LOCKSTEP_CHAIN", chain_recorder(one->api), 1);
    chain_record_to(one->api == 2 ? "two" : "three");
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, one->nccl);
    chain_play(&comm, getpid() + 1);
    driver_end(&driver, &comm);
    return check_result();
}

/* But for the version that init says. */
static char *recording_of(const case_t *one, const char *name) {
    CHECK(sandbox_passed(sandbox_child(play, (void *)(uintptr_t)one)));
    char *recorded = chain_recorded(name);
    char *version = strstr(recorded, one->api == 2 ? "init v2" : "init v3");
    REQUIRE(version != NULL);
    version[strlen("init v")] = '0';
    return recorded;
}

static bool says(const char *recorded, const char *text) {
    return strstr(recorded, text) != NULL;
}

int main(void) {
    sandbox_directory();
    setenv("RECORDER_NAMES", "yes", 1);
    setenv("RECORDER_MASK", TYPES_OF_VERSION_2, 1);
    for (int nccl = 3; nccl <= 7; nccl++) {
        check_context("NCCL speaks v%d", nccl);
        case_t two = {nccl, 2};
        case_t three = {nccl, 3};
        char *recorded = recording_of(&two, "two");
        char *expected = recording_of(&three, "three");
        CHECK(chain_same(recorded, expected));
        CHECK(chain_lines(recorded, "startEvent") > 50);
        CHECK(!says(recorded, " traffic"));
        CHECK(says(recorded, " name=world hash=1234567890abcdef") == (nccl == 3));
        CHECK(says(recorded, " name=(null) hash=0") == (nccl > 3));
        free(recorded);
        free(expected);
    }
    return check_result();
}
