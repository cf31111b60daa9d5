/* SPDX-License-Identifier: Apache-2.0 */
/* Masks of two plugins. See chain_mask.h. */
#include "chain_mask.h"

#include <stddef.h>

#include "../include/nccl_profiler_abi.h"
#include "words.h"

enum {
    COPY_ENGINE = NCCL_EVENT_CE_COLL | NCCL_EVENT_CE_SYNC | NCCL_EVENT_CE_BATCH,
    /* Whose events hang below a Coll or P2p. */
    BELOW_TASKS = NCCL_EVENT_PROXY_OP | NCCL_EVENT_PROXY_STEP | NCCL_EVENT_KERNEL_CH |
                  NCCL_EVENT_NET_PLUGIN,
    OF_THE_NETWORK = NCCL_EVENT_PROXY_STEP | NCCL_EVENT_NET_PLUGIN,
    SINCE_V1 = NCCL_EVENT_GROUP | NCCL_EVENT_COLL | NCCL_EVENT_P2P | NCCL_EVENT_PROXY_OP |
               NCCL_EVENT_PROXY_STEP | NCCL_EVENT_PROXY_CTRL,
    SINCE_V3 = SINCE_V1 | NCCL_EVENT_KERNEL_CH | NCCL_EVENT_NET_PLUGIN,
    SINCE_V5 = SINCE_V3 | NCCL_EVENT_GROUP_API | NCCL_EVENT_COLL_API | NCCL_EVENT_P2P_API |
               NCCL_EVENT_KERNEL_LAUNCH,
    SINCE_V6 = SINCE_V5 | COPY_ENGINE,
};

/* What may come after the types of version 7 is passed on. */
static const uint32_t types_of_version[] = {[2] = SINCE_V1, [3] = SINCE_V3, [4] = SINCE_V3,
                                            [5] = SINCE_V5, [6] = SINCE_V6, [7] = UINT32_MAX};

/* The chained plugin writes an int that it takes for NCCL's; NCCL and we read it as it is. */
static _Atomic int theirs;
static _Atomic int told; /* of theirs to NCCL */
static _Atomic int ours;
static _Atomic(_Atomic int *) word_of_nccl;
static _Atomic(_Atomic int *) word_of_theirs = &theirs;

bool chain_mask_wants(uint32_t mask, uint64_t type) {
    switch (type) {
    case NCCL_EVENT_GROUP_API:
        return (mask & ~(uint32_t)NCCL_EVENT_PROXY_CTRL) != 0;
    case NCCL_EVENT_COLL_API:
        return (mask & (NCCL_EVENT_COLL_API | NCCL_EVENT_COLL | BELOW_TASKS | COPY_ENGINE)) != 0;
    case NCCL_EVENT_P2P_API:
        return (mask & (NCCL_EVENT_P2P_API | NCCL_EVENT_P2P | BELOW_TASKS)) != 0;
    case NCCL_EVENT_GROUP:
        return (mask & (NCCL_EVENT_GROUP | NCCL_EVENT_COLL | NCCL_EVENT_P2P | BELOW_TASKS)) != 0;
    case NCCL_EVENT_COLL:
    case NCCL_EVENT_P2P:
        return (mask & (type | BELOW_TASKS)) != 0;
    case NCCL_EVENT_CE_COLL:
        return (mask & COPY_ENGINE) != 0;
    case NCCL_EVENT_PROXY_OP:
        return (mask & (NCCL_EVENT_PROXY_OP | OF_THE_NETWORK)) != 0;
    case NCCL_EVENT_PROXY_STEP:
        return (mask & OF_THE_NETWORK) != 0;
    default:
        return (mask & type) != 0;
    }
}

bool chain_type_is_known(uint64_t type, int api) {
    return (type & types_of_version[api]) != 0;
}

/* Kernel phases hang below kernel channels, so NCCL adds those. */
static uint32_t with_what_it_needs(int mask) {
    uint32_t bits = (uint32_t)mask;
    return (bits & NCCL_EVENT_KERNEL_PHASE) != 0 ? bits | NCCL_EVENT_KERNEL_CH : bits;
}

static int of_both(int of_theirs) {
    return word_get(&ours) | (int)with_what_it_needs(of_theirs);
}

static void tell_nccl(int of_theirs) {
    _Atomic int *nccl = word_get(&word_of_nccl);
    word_set(&told, of_theirs);
    if (nccl != NULL) {
        word_set(nccl, of_both(of_theirs));
    }
}

void chain_mask_begin(int *nccl_mask, int asked) {
    if (asked != 0) {
        word_set(&ours, asked);
    }
    if (word_get(&word_of_nccl) == NULL) {
        word_set(&word_of_nccl, (_Atomic int *)(void *)nccl_mask);
        if (asked == 0 && nccl_mask != NULL) {
            word_set(&word_of_theirs, word_get(&word_of_nccl));
        }
    }
}

int *chain_mask_to_give(void) {
    return (int *)(void *)word_get(&word_of_theirs);
}

void chain_mask_end(int api) {
    _Atomic int *word = word_get(&word_of_theirs);
    word_set(word, word_get(word) & (int)types_of_version[api]);
    tell_nccl(word_get(word));
}

int chain_mask_of_both(void) {
    return of_both(word_get(word_get(&word_of_theirs)));
}

uint32_t chain_mask_ours(void) {
    return (uint32_t)word_get(&ours);
}

uint32_t chain_mask_theirs(void) {
    return with_what_it_needs(word_get(word_get(&word_of_theirs)));
}

void chain_mask_refresh(void) {
    int now = word_get(word_get(&word_of_theirs));
    if (UNLIKELY(now != word_get(&told))) {
        tell_nccl(now);
    }
}

void chain_mask_drop(void) {
    word_set(&word_of_theirs, &theirs);
    word_set(&theirs, 0);
    tell_nccl(0);
}

void chain_mask_forget(void) {
    word_set(&word_of_nccl, NULL);
    chain_mask_drop();
    word_set(&ours, 0);
}
