/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Handles and contexts as NCCL keeps them for us: integers in pointer's clothing, never
 * dereferenced, checked against the table they index. Generations have their top bit set, which no
 * user-space pointer has, so a foreign pointer is never taken for a handle of ours.
 *
 *   handle   generation 32 | slot 20 | channel 6 | kind 6
 *   step     generation 32 | slot 20 | its number 6 | kind 6; the slot is its proxy operation's
 *   group    number 52 | channel 6 (0) | kind 6
 *   context  serial 32 | index 16 | tag 16
 */
#ifndef LOCKSTEP_HANDLE_H
#define LOCKSTEP_HANDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "../include/shm_layout.h"

enum handle_kind {
    HANDLE_NONE = 0,
    HANDLE_GROUP = 1,
    HANDLE_GROUP_API = 2,
    HANDLE_COLL_API = 3,
    HANDLE_P2P_API = 4,
    HANDLE_COLL = 6, /* 6 and 7: one test for both */
    HANDLE_P2P = 7,
    HANDLE_KERNEL_CH = 8,
    HANDLE_CE_COLL = 9,
    HANDLE_PHASE = 16, /* to 18: a kernel phase of a channel */
    HANDLE_PROXY_OP = 20,
    HANDLE_PROXY_STEP = 21,
};

enum {
    GENERATION_FREE = 0,
    GENERATION_CLAIMED = 1, /* of a slot that is being filled */
    GENERATION_REFUSED = 2, /* of a handle that stands for nothing recorded */
};
#define GENERATION_TOP UINT32_C(0x80000000)

#define CONTEXT_TAG UINT64_C(0x4c53) /* "LS" */

static inline uint64_t handle_make(uint32_t generation, uint32_t slot, enum handle_kind kind) {
    return (uint64_t)generation << 32 | (uint64_t)slot << 12 | (uint64_t)kind;
}

static inline uint64_t handle_refused(enum handle_kind kind) {
    return handle_make(GENERATION_REFUSED, 0, kind);
}

static inline uint64_t handle_for_channel(uint64_t operation, uint32_t channel) {
    return ((operation & ~UINT64_C(0xfff)) | HANDLE_KERNEL_CH) + ((uint64_t)channel << 6);
}

/* From the handle of its proxy operation. */
static inline uint64_t handle_for_step(uint64_t proxy_operation, uint32_t number) {
    return ((proxy_operation & ~UINT64_C(0xfff)) | HANDLE_PROXY_STEP) +
           ((uint64_t)(number & 63) << 6);
}

/* From the handle of its channel. */
static inline uint64_t handle_for_phase(uint64_t channel, uint32_t phase) {
    return (channel & ~UINT64_C(63)) | (HANDLE_PHASE + phase);
}

static inline uint64_t handle_for_group(uint64_t number) {
    return number << 12 | HANDLE_GROUP;
}

static inline uint32_t handle_kind(uint64_t handle) {
    return (uint32_t)(handle & 63);
}

static inline uint32_t handle_channel(uint64_t handle) {
    return (uint32_t)(handle >> 6 & 63);
}

static inline uint32_t handle_slot(uint64_t handle) {
    return (uint32_t)(handle >> 12 & 0xfffff);
}

static inline uint32_t handle_generation(uint64_t handle) {
    return (uint32_t)(handle >> 32);
}

/* Whether a handle has a kind and a generation that may have been given out. */
static inline bool handle_is(uint64_t handle, enum handle_kind kind) {
    return handle_kind(handle) == (uint32_t)kind && handle >> 63 != 0;
}

/* Whether it stands for an operation: a Coll or a P2p. */
static inline bool handle_is_operation(uint64_t handle) {
    return (handle & 62) == HANDLE_COLL;
}

static inline uint32_t handle_phase(uint64_t handle) {
    return handle_kind(handle) - HANDLE_PHASE;
}

static inline bool handle_is_phase(uint64_t handle) {
    return handle_phase(handle) < SHM_PHASE_KINDS;
}

/* The number of a Group event; 0 for whatever else NCCL gives as a group. */
static inline uint64_t handle_group_number(uint64_t handle) {
    return handle_kind(handle) == HANDLE_GROUP ? handle >> 12 : 0;
}

static inline uint32_t generation_after(uint32_t generation) {
    return (generation + 1) | GENERATION_TOP;
}

static inline uint64_t context_make(uint32_t index, uint32_t serial) {
    return (uint64_t)serial << 32 | (uint64_t)index << 16 | CONTEXT_TAG;
}

static inline uint32_t context_index(uint64_t context) {
    return (uint32_t)(context >> 16 & 0xffff);
}

static inline uint32_t context_serial(uint64_t context) {
    return (uint32_t)(context >> 32);
}

static inline uint64_t handle_from(const void *pointer) {
    return (uint64_t)(uintptr_t)pointer;
}

static inline void *handle_to(uint64_t handle) {
    return (void *)(uintptr_t)handle; /* NCCL only carries it back */
}

#endif
