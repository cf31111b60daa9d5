/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What NCCL holds while two plugins are at work. A handle stands for a pair: Lockstep's and the
 * chained plugin's; a context likewise. An event that the chained plugin has no handle for keeps
 * Lockstep's own, which costs no entry here.
 *
 *   handle    generation 32 | entry 26 | kind 6 (63)
 *   context   serial 32 | index 16 | tag 16
 *
 * All of it lies in one mapping of fixed size that is empty in a forked child. NCCL uses handles
 * long after their stop, so entries are not freed at the stop but taken again in turn; only events
 * that nothing can come after give theirs back, and those of operations that Lockstep follows are
 * passed over. A generation tells whether an entry is still meant.
 */
#ifndef LOCKSTEP_CHAIN_HANDLES_H
#define LOCKSTEP_CHAIN_HANDLES_H

#include <stdbool.h>
#include <stdint.h>

#include "handle.h"

enum chain_lifetime {
    CHAIN_KEPT,    /* API calls under graph capture: the parents of all replays */
    CHAIN_LASTING, /* whatever may be a parent after its stop: taken again in turn */
    CHAIN_PASSING, /* over at its stop */
    CHAIN_LIFETIMES
};

enum {
    CHAIN_KEPT_MAX = 1 << 14, /* later ones are lasting */
    CHAIN_LASTING_MAX = 1 << 16,
    CHAIN_PASSING_MAX = 1 << 15,
    CHAIN_COMMUNICATORS_MAX = 1 << 12, /* later ones are Lockstep's alone */
    HANDLE_CHAINED = 63,
};

/* What a handle of NCCL's stands for. */
typedef struct {
    uint64_t ours; /* 0 = Lockstep has none */
    void *theirs;  /* NULL = the chained plugin has none */
    uint32_t mask; /* what that plugin asked for when the event began: its children go by it */
    bool known;    /* that there is an entry, and a mask */
    bool foreign;  /* of another process's operation, whose context is that process's */
} chain_pair_t;

typedef struct {
    _Atomic uint64_t context; /* 0 = free; published last */
    uint64_t ours;
    void *theirs;
    uint32_t serial;
    bool taken;
    bool passes; /* the chained plugin has accepted it */
} chain_communicator_t;

/* Maps the tables; true if they are there. Under chain.c's mutex. */
bool chain_handles_open(void);

/* Whether the tables are those of the process this one was forked from. */
bool chain_handles_are_inherited(void);

/* A handle for a pair; 0 if no entry can be had. */
uint64_t chain_handle_make(enum chain_lifetime lifetime, const chain_pair_t *pair);

/* What a handle of NCCL's stands for: a pair, Lockstep's own handle, or nothing any more. */
chain_pair_t chain_handle_find(const void *handle);

/* Gives a passing event's entry back. */
void chain_handle_release(const void *handle);

/* A free place for a communicator, NULL if there is none. Under chain.c's mutex, as the next. */
chain_communicator_t *chain_communicator_take(void);
void chain_communicator_give_back(chain_communicator_t *communicator);

/* Names a place that is filled. */
uint64_t chain_communicator_publish(chain_communicator_t *communicator);

/* NULL if the context is none of these. */
chain_communicator_t *chain_communicator_of(const void *context);

static inline bool chain_handle_is(const void *handle) {
    return handle_is(handle_from(handle), (enum handle_kind)HANDLE_CHAINED);
}

#endif
