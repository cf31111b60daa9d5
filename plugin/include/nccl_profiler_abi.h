/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NCCL's profiler plugin interface, versions 3 to 7, typed from its facts: which word lies where,
 * and what each number means. Only what Lockstep reads has a name; the rest is reserved space.
 *
 * Versions 5 to 7 only append: an event of version 7 starts like one of version 5, so one struct
 * serves the three and nobody reads an appended field below the version that has it. Version 4
 * differs in its one-byte type and has no parent group; version 3 carries name and hash in each
 * event and no GPU time.
 */
#ifndef LOCKSTEP_NCCL_PROFILER_ABI_H
#define LOCKSTEP_NCCL_PROFILER_ABI_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int nccl_result_t; /* 0 = success */
typedef void (*nccl_logger_t)(int level, unsigned long flags, const char *file, int line,
                              const char *format, ...);

enum {
    NCCL_SUCCESS = 0
};
enum {
    NCCL_LOG_WARN = 2,
    NCCL_LOG_INFO = 3
};
enum {
    NCCL_SUBSYSTEM_INIT = 1
};

enum nccl_event_type {
    NCCL_EVENT_GROUP = 1 << 0,
    NCCL_EVENT_COLL = 1 << 1,
    NCCL_EVENT_P2P = 1 << 2,
    NCCL_EVENT_PROXY_OP = 1 << 3,
    NCCL_EVENT_PROXY_STEP = 1 << 4,
    NCCL_EVENT_PROXY_CTRL = 1 << 5,
    NCCL_EVENT_KERNEL_CH = 1 << 6,
    NCCL_EVENT_NET_PLUGIN = 1 << 7,
    NCCL_EVENT_GROUP_API = 1 << 8,
    NCCL_EVENT_COLL_API = 1 << 9,
    NCCL_EVENT_P2P_API = 1 << 10,
    NCCL_EVENT_KERNEL_LAUNCH = 1 << 11,
    NCCL_EVENT_CE_COLL = 1 << 12,
    NCCL_EVENT_CE_SYNC = 1 << 13,
    NCCL_EVENT_CE_BATCH = 1 << 14,
    NCCL_EVENT_KERNEL_PHASE = 1 << 15, /* version 7 */
};

/* The only states Lockstep listens to. */
enum {
    NCCL_STATE_SEND_GPU_WAIT = 8,
    NCCL_STATE_SEND_WAIT = 9,
    NCCL_STATE_RECV_WAIT = 10,
    NCCL_STATE_RECV_FLUSH_WAIT = 11,
    NCCL_STATE_RECV_GPU_WAIT = 12,
    NCCL_STATE_SEND_PEER_WAIT = 20, /* from version 4 */
    NCCL_STATE_KERNEL_CH_STOP = 22,
    NCCL_STATE_KERNEL_PHASE_STOP = 31, /* version 7; its stamp lies where the channel's does */
};

/* What the proxy does for one channel and direction of an operation; the same in each version. */
typedef struct {
    int32_t pid; /* of the operation's process: with PXN not the caller's */
    uint8_t channel;
    int32_t peer; /* rank in the communicator */
    int32_t steps;
    int32_t chunk_bytes;
    int32_t sends; /* 0 = receives */
} nccl_proxy_op_t;

typedef struct {
    int64_t id; /* enum nccl_net_type << 16 | version of what `data` points to */
    void *data; /* valid during the call */
} nccl_net_event_t;

enum nccl_net_type {
    NCCL_NET_IB = 1,
    NCCL_NET_SOCKET = 2,
};

/* `data` of version 1. */
typedef struct {
    uint8_t type; /* 1 = a work request of a queue pair */
    struct {
        int32_t device;
        uint64_t work_request;
        int32_t opcode;
        int32_t number;
        size_t bytes;
    } queue_pair;
} nccl_net_ib_v1_t;

typedef struct {
    uint8_t type; /* 1 = a transfer of a socket */
    struct {
        int32_t descriptor;
        int32_t operation;
        size_t bytes;
    } socket;
} nccl_net_socket_v1_t;

/* Descriptor of versions 5, 6 and 7. */
typedef struct {
    uint64_t type;
    void *parent;
    int rank; /* in the communicator; 0 in kernel channel events */
    union {
        struct {
            bool graph_captured;
            int group_depth;
        } group_api;
        struct {
            const char *function;
            size_t count;
            const char *datatype;
            int root;
            void *stream;
            bool graph_captured;
        } coll_api;
        struct {
            const char *function;
            size_t count;
            const char *datatype;
            void *stream;
            bool graph_captured;
        } p2p_api;
        struct {
            uint64_t sequence;
            const char *function;
            const void *send_buffer;
            void *receive_buffer;
            size_t count;
            int root;
            const char *datatype;
            uint8_t channels;
            uint8_t warps;
            const char *algorithm;
            const char *protocol;
            void *parent_group;
            const char *kernel_variant; /* from version 7 */
            bool symmetric;             /* from version 7 */
            uint64_t user_tag;          /* from version 7 */
        } coll;
        struct {
            const char *function;
            void *buffer;
            const char *datatype;
            size_t count;
            int peer;
            uint8_t channels;
            void *parent_group;
            uint64_t user_tag; /* from version 7 */
        } p2p;
        nccl_proxy_op_t proxy_op;
        struct {
            int32_t number;
        } proxy_step;
        nccl_net_event_t net;
        struct {
            uint8_t channel;
            uint64_t start_gpu;
        } kernel_ch;
        struct {
            uint64_t sequence;
            const char *function;
            const void *send_buffer;
            void *receive_buffer;
            size_t count;
            int root;
            const char *datatype;
        } ce_coll; /* from version 6 */
        struct {
            uint8_t channel;
            uint8_t phase; /* 0 initial sync, 1 compute, 2 final sync */
            const char *name;
            uint64_t start_gpu;
        } kernel_phase; /* from version 7 */
    };
} nccl_event_v7_t;

/* Descriptor of version 4. */
typedef struct {
    uint8_t type;
    void *parent; /* of coll and p2p: the group */
    int rank;
    union {
        struct {
            uint64_t sequence;
            const char *function;
            const void *send_buffer;
            void *receive_buffer;
            size_t count;
            int root;
            const char *datatype;
            uint8_t channels;
            uint8_t warps;
            const char *algorithm;
            const char *protocol;
        } coll;
        struct {
            const char *function;
            void *buffer;
            const char *datatype;
            size_t count;
            int peer;
            uint8_t channels; /* never set by NCCL 2.27's shim: whatever lay on its stack */
        } p2p;
        nccl_proxy_op_t proxy_op;
        struct {
            int32_t number;
        } proxy_step;
        nccl_net_event_t net;
        struct {
            uint8_t channel;
            uint64_t start_gpu;
        } kernel_ch;
    };
} nccl_event_v4_t;

/* Descriptor of version 3. */
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
        nccl_proxy_op_t proxy_op;
        struct {
            int32_t number;
        } proxy_step;
        nccl_net_event_t net;
        struct {
            uint8_t channel;
        } kernel_ch;
    };
} nccl_event_v3_t;

/* What recordEventState passes with a state; version 3 has no stamp. NCCL may pass NULL. */
typedef union {
    struct {
        uint64_t stop_gpu;
    } kernel_ch;
    struct {
        size_t bytes;
    } proxy_step; /* from version 4 */
    uint64_t reserved0[2];
} nccl_event_state_t;

typedef nccl_result_t (*nccl_stop_event_t)(void *handle);
typedef nccl_result_t (*nccl_record_event_state_t)(void *handle, int state,
                                                   nccl_event_state_t *arguments);
typedef nccl_result_t (*nccl_finalize_t)(void *context);

typedef struct {
    const char *name;
    nccl_result_t (*init)(void **context, int *activation_mask);
    nccl_result_t (*start_event)(void *context, void **handle, nccl_event_v3_t *event);
    nccl_stop_event_t stop_event;
    nccl_record_event_state_t record_event_state;
    nccl_finalize_t finalize;
} nccl_profiler_v3_t;

typedef struct {
    const char *name;
    nccl_result_t (*init)(void **context, int *activation_mask, const char *communicator_name,
                          uint64_t hash, int nnodes, int nranks, int rank, nccl_logger_t logger);
    nccl_result_t (*start_event)(void *context, void **handle, nccl_event_v4_t *event);
    nccl_stop_event_t stop_event;
    nccl_record_event_state_t record_event_state;
    nccl_finalize_t finalize;
} nccl_profiler_v4_t;

/* Also versions 6 and 7. */
typedef struct {
    const char *name;
    nccl_result_t (*init)(void **context, uint64_t hash, int *activation_mask,
                          const char *communicator_name, int nnodes, int nranks, int rank,
                          nccl_logger_t logger);
    nccl_result_t (*start_event)(void *context, void **handle, nccl_event_v7_t *event);
    nccl_stop_event_t stop_event;
    nccl_record_event_state_t record_event_state;
    nccl_finalize_t finalize;
} nccl_profiler_v5_t;

#define NCCL_ASSERT_AT(type, field, at) \
    _Static_assert(offsetof(type, field) == (at), #type "." #field " is not where NCCL puts it")

NCCL_ASSERT_AT(nccl_event_v7_t, parent, 8);
NCCL_ASSERT_AT(nccl_event_v7_t, rank, 16);
NCCL_ASSERT_AT(nccl_event_v7_t, group_api.graph_captured, 24);
NCCL_ASSERT_AT(nccl_event_v7_t, coll_api.function, 24);
NCCL_ASSERT_AT(nccl_event_v7_t, coll_api.count, 32);
NCCL_ASSERT_AT(nccl_event_v7_t, coll_api.datatype, 40);
NCCL_ASSERT_AT(nccl_event_v7_t, coll_api.graph_captured, 64);
NCCL_ASSERT_AT(nccl_event_v7_t, p2p_api.graph_captured, 56);
NCCL_ASSERT_AT(nccl_event_v7_t, coll.sequence, 24);
NCCL_ASSERT_AT(nccl_event_v7_t, coll.function, 32);
NCCL_ASSERT_AT(nccl_event_v7_t, coll.count, 56);
NCCL_ASSERT_AT(nccl_event_v7_t, coll.datatype, 72);
NCCL_ASSERT_AT(nccl_event_v7_t, coll.channels, 80);
NCCL_ASSERT_AT(nccl_event_v7_t, coll.algorithm, 88);
NCCL_ASSERT_AT(nccl_event_v7_t, coll.protocol, 96);
NCCL_ASSERT_AT(nccl_event_v7_t, coll.parent_group, 104);
NCCL_ASSERT_AT(nccl_event_v7_t, coll.symmetric, 120);
NCCL_ASSERT_AT(nccl_event_v7_t, coll.user_tag, 128);
NCCL_ASSERT_AT(nccl_event_v7_t, p2p.function, 24);
NCCL_ASSERT_AT(nccl_event_v7_t, p2p.datatype, 40);
NCCL_ASSERT_AT(nccl_event_v7_t, p2p.count, 48);
NCCL_ASSERT_AT(nccl_event_v7_t, p2p.peer, 56);
NCCL_ASSERT_AT(nccl_event_v7_t, p2p.channels, 60);
NCCL_ASSERT_AT(nccl_event_v7_t, p2p.parent_group, 64);
NCCL_ASSERT_AT(nccl_event_v7_t, proxy_op.pid, 24);
NCCL_ASSERT_AT(nccl_event_v7_t, proxy_op.peer, 32);
NCCL_ASSERT_AT(nccl_event_v7_t, proxy_op.steps, 36);
NCCL_ASSERT_AT(nccl_event_v7_t, proxy_op.sends, 44);
NCCL_ASSERT_AT(nccl_event_v7_t, proxy_step.number, 24);
NCCL_ASSERT_AT(nccl_event_v7_t, net.id, 24);
NCCL_ASSERT_AT(nccl_event_v7_t, net.data, 32);
NCCL_ASSERT_AT(nccl_event_v7_t, kernel_ch.channel, 24);
NCCL_ASSERT_AT(nccl_event_v7_t, kernel_ch.start_gpu, 32);
NCCL_ASSERT_AT(nccl_event_v7_t, kernel_phase.phase, 25);
NCCL_ASSERT_AT(nccl_event_v7_t, kernel_phase.start_gpu, 40);
NCCL_ASSERT_AT(nccl_event_v7_t, ce_coll.function, 32);
NCCL_ASSERT_AT(nccl_event_v7_t, ce_coll.count, 56);
NCCL_ASSERT_AT(nccl_event_v7_t, ce_coll.datatype, 72);
NCCL_ASSERT_AT(nccl_event_v4_t, parent, 8);
NCCL_ASSERT_AT(nccl_event_v4_t, coll.function, 32);
NCCL_ASSERT_AT(nccl_event_v4_t, coll.channels, 80);
NCCL_ASSERT_AT(nccl_event_v4_t, coll.protocol, 96);
NCCL_ASSERT_AT(nccl_event_v4_t, p2p.function, 24);
NCCL_ASSERT_AT(nccl_event_v4_t, p2p.peer, 56);
NCCL_ASSERT_AT(nccl_event_v4_t, proxy_op.sends, 44);
NCCL_ASSERT_AT(nccl_event_v4_t, net.data, 32);
NCCL_ASSERT_AT(nccl_event_v4_t, kernel_ch.start_gpu, 32);
NCCL_ASSERT_AT(nccl_event_v3_t, coll.communicator_name, 24);
NCCL_ASSERT_AT(nccl_event_v3_t, coll.communicator_hash, 32);
NCCL_ASSERT_AT(nccl_event_v3_t, coll.sequence, 40);
NCCL_ASSERT_AT(nccl_event_v3_t, coll.function, 48);
NCCL_ASSERT_AT(nccl_event_v3_t, coll.count, 72);
NCCL_ASSERT_AT(nccl_event_v3_t, coll.datatype, 88);
NCCL_ASSERT_AT(nccl_event_v3_t, coll.channels_max, 96);
NCCL_ASSERT_AT(nccl_event_v3_t, coll.protocol, 112);
NCCL_ASSERT_AT(nccl_event_v3_t, p2p.function, 40);
NCCL_ASSERT_AT(nccl_event_v3_t, p2p.count, 64);
NCCL_ASSERT_AT(nccl_event_v3_t, p2p.peer, 72);
NCCL_ASSERT_AT(nccl_event_v3_t, kernel_ch.channel, 24);
NCCL_ASSERT_AT(nccl_event_state_t, kernel_ch.stop_gpu, 0);
NCCL_ASSERT_AT(nccl_event_state_t, proxy_step.bytes, 0);
NCCL_ASSERT_AT(nccl_net_ib_v1_t, queue_pair.device, 8);
NCCL_ASSERT_AT(nccl_net_ib_v1_t, queue_pair.bytes, 32);
NCCL_ASSERT_AT(nccl_net_socket_v1_t, socket.bytes, 16);
NCCL_ASSERT_AT(nccl_profiler_v5_t, init, 8);
NCCL_ASSERT_AT(nccl_profiler_v5_t, finalize, 40);

#endif
