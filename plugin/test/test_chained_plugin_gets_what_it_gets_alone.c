/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the recording plugin writes down behind ours is what it writes down alone, line by line:
 * each callback with its order, its own handles, parents and contexts, its descriptor's words,
 * states and arguments. For each version that NCCL speaks, each older version of the other plugin,
 * and masks from everything to next to nothing; and whatever it answers with NULL handles.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "chain_play.h"
#include "check.h"
#include "sandbox.h"
#include "shm_view.h"

typedef struct {
    const char *what;
    int mask;
    int refuses; /* types that the other plugin answers with NULL */
} wishes_t;

static const wishes_t all_wishes[] = {
    {"everything", -1, 0},
    {"operations and kernel channels", EVENT_COLL | EVENT_P2P | EVENT_KERNEL_CH,
     EVENT_GROUP_API | EVENT_COLL_API | EVENT_P2P_API | EVENT_GROUP},
    {"operations, whatever is above them", EVENT_COLL | EVENT_P2P, 0},
    {"steps of the network", EVENT_PROXY_STEP, EVENT_GROUP | EVENT_COLL_API},
    {"network plugins alone", EVENT_NET_PLUGIN, EVENT_PROXY_OP | EVENT_PROXY_STEP},
    {"the proxy's doings", EVENT_PROXY_CTRL, 0},
    {"calls", EVENT_GROUP_API | EVENT_KERNEL_LAUNCH, 0},
    {"the copy engine", EVENT_CE_COLL | EVENT_CE_BATCH, 0},
    {"kernel phases", EVENT_KERNEL_PHASE, 0},
    {"nothing", 0, 0},
};

static const wishes_t *wishes;

typedef struct {
    int nccl; /* the version that NCCL speaks to whom it loads */
    int api;  /* of the other plugin */
    char recording[32];
} case_t;

/* What NCCL does with a mask: it takes away what the version has not, and adds channels to phases. */
static int mask_after_init(int mask, int version) {
    mask &= version < 7 ? ~EVENT_KERNEL_PHASE : -1;
    mask &= version < 6 ? ~(EVENT_CE_COLL | EVENT_CE_SYNC | EVENT_CE_BATCH) : -1;
    return mask & EVENT_KERNEL_PHASE ? mask | EVENT_KERNEL_CH : mask;
}

static void play(int nccl) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, nccl);
    driver.mask = mask_after_init(driver.mask, nccl);
    chain_play(&comm, wishes->refuses & EVENT_PROXY_OP ? 0 : getpid() + 1);
    driver_end(&driver, &comm);
}

static int play_alone(void *argument) {
    const case_t *one = argument;
    setenv("LOCKSTEP_PLUGIN", chain_recorder(one->api), 1);
    chain_record_to(one->recording);
    play(one->api); /* NCCL's shim makes it the older version */
    return check_result();
}

static int play_behind(void *argument) {
    const case_t *one = argument;
    setenv("LOCKSTEP_CHAIN", chain_recorder(one->api), 1);
    chain_record_to(one->recording);
    play(one->nccl);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_CHAINED_EVENT), 0);
    CHECK_EQUAL(shm_now_counter(SHM_DROP_FOREIGN_EVENT), 0); /* not ours to get */
    return check_result();
}

static void check_behind(int nccl, int api, const char *expected) {
    case_t one = {.nccl = nccl, .api = api, .recording = "behind"};
    check_context("v%d behind v%d, %s", api, nccl, wishes->what);
    CHECK(sandbox_passed(sandbox_child(play_behind, &one)));
    char *recorded = chain_recorded(one.recording);
    CHECK(chain_same(recorded, expected));
    free(recorded);
}

static void check_version(int api) {
    case_t one = {.api = api, .recording = "alone"};
    CHECK(sandbox_passed(sandbox_child(play_alone, &one)));
    char *expected = chain_recorded(one.recording);
    CHECK(chain_lines(expected, "startEvent") > 0 || wishes->mask == 0 || api < 7);
    for (int nccl = api; nccl <= 7; nccl++) {
        if (nccl == api || nccl == 7 || wishes == all_wishes) {
            check_behind(nccl, api, expected);
        }
    }
    free(expected);
}

int main(void) {
    sandbox_directory();
    for (unsigned i = 0; i < sizeof all_wishes / sizeof all_wishes[0]; i++) {
        wishes = &all_wishes[i];
        char text[32];
        snprintf(text, sizeof text, "%d", wishes->mask);
        setenv("RECORDER_MASK", text, 1);
        snprintf(text, sizeof text, "%d", wishes->refuses);
        setenv("RECORDER_REFUSES", text, 1);
        for (int api = 3; api <= 7; api++) {
            check_version(api);
        }
    }
    return check_result();
}
