/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The event descriptor of version 2 (NCCL 2.24 and 2.25), typed from its facts as
 * nccl_profiler_abi.h is. Lockstep does not export this version, but a plugin behind it may. Its
 * exported struct has the form of version 3; there are no kernel channels and no network events.
 */
#ifndef LOCKSTEP_NCCL_PROFILER_ABI_V2_H
#define LOCKSTEP_NCCL_PROFILER_ABI_V2_H

#include "nccl_profiler_abi.h"

typedef struct {
    uint8_t type;
    void *parent; /* of coll and p2p: the group */
    int rank;
    union {
        struct {
            const char *communicator_name;
            uint64_t communicator_hash;
            uint64_t sequence;
            const char *function;
            const void *send_buffer;
            void *receive_buffer;
            size_t count;
            int root;
            const char *datatype;
            size_t traffic_bytes;
            uint8_t channels_max;
            uint8_t warps;
            const char *algorithm;
            const char *protocol;
        } coll;
        struct {
            const char *communicator_name;
            uint64_t communicator_hash;
            const char *function;
            void *buffer;
            const char *datatype;
            size_t count;
            int peer;
        } p2p;
        struct {
            int32_t pid;
            uint8_t channel;
            int peer;
            int steps;
            int chunk_bytes;
            int is_send;
        } proxy_op;
        struct {
            int step;
        } proxy_step;
    };
} nccl_event_v2_t;

NCCL_ASSERT_AT(nccl_event_v2_t, parent, 8);
NCCL_ASSERT_AT(nccl_event_v2_t, coll.communicator_name, 24);
NCCL_ASSERT_AT(nccl_event_v2_t, coll.sequence, 40);
NCCL_ASSERT_AT(nccl_event_v2_t, coll.datatype, 88);
NCCL_ASSERT_AT(nccl_event_v2_t, coll.traffic_bytes, 96);
NCCL_ASSERT_AT(nccl_event_v2_t, coll.channels_max, 104);
NCCL_ASSERT_AT(nccl_event_v2_t, coll.protocol, 120);
NCCL_ASSERT_AT(nccl_event_v2_t, p2p.peer, 72);
NCCL_ASSERT_AT(nccl_event_v2_t, proxy_op.is_send, 44);

#endif
