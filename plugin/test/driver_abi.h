/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NCCL's profiler ABI, versions 3 to 7, as the test driver sees it. It is typed from the published
 * facts (names, types and order of the fields), independently of the plugin's own header: that the
 * two agree is what test_agrees_with_the_abi_typed_a_second_time.c proves, and the sizes below are
 * facts of the System V ABI on 64-bit Linux. Here are the constants, version 7 (the form in which
 * the driver holds every event) and the exported structs; driver_abi_old.h has the descriptors of
 * versions 3 to 6.
 */
#ifndef LOCKSTEP_TEST_DRIVER_ABI_H
#define LOCKSTEP_TEST_DRIVER_ABI_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum driver_event_type {
    EVENT_GROUP = 1 << 0,
    EVENT_COLL = 1 << 1,
    EVENT_P2P = 1 << 2,
    EVENT_PROXY_OP = 1 << 3,
    EVENT_PROXY_STEP = 1 << 4,
    EVENT_PROXY_CTRL = 1 << 5,
    EVENT_KERNEL_CH = 1 << 6,
    EVENT_NET_PLUGIN = 1 << 7,
    EVENT_GROUP_API = 1 << 8,
    EVENT_COLL_API = 1 << 9,
    EVENT_P2P_API = 1 << 10,
    EVENT_KERNEL_LAUNCH = 1 << 11,
    EVENT_CE_COLL = 1 << 12,
    EVENT_CE_SYNC = 1 << 13,
    EVENT_CE_BATCH = 1 << 14,
    EVENT_KERNEL_PHASE = 1 << 15,
};

enum driver_event_state {
    STATE_PROXY_STEP_SEND_GPU_WAIT = 8,
    STATE_PROXY_STEP_SEND_WAIT = 9,
    STATE_PROXY_STEP_RECV_WAIT = 10,
    STATE_PROXY_STEP_RECV_FLUSH_WAIT = 11,
    STATE_PROXY_STEP_RECV_GPU_WAIT = 12,
    STATE_PROXY_CTRL_IDLE = 13,
    STATE_PROXY_CTRL_ACTIVE = 14,
    STATE_PROXY_CTRL_APPEND = 17,
    STATE_PROXY_OP_IN_PROGRESS = 19,
    STATE_PROXY_STEP_SEND_PEER_WAIT = 20,
    STATE_NET_PLUGIN_UPDATE = 21,
    STATE_KERNEL_CH_STOP = 22,
    STATE_GROUP_START_API_STOP = 23,
    STATE_GROUP_END_API_START = 24,
    STATE_KERNEL_PHASE_STOP = 31,
};

typedef int driver_result_t; /* an enum of int size; 0 is success */
typedef void (*driver_logger_t)(int level, unsigned long flags, const char *file, int line,
                                const char *format, ...);

/* Parts that every version has unchanged. */
typedef struct {
    pid_t pid;
    uint8_t channelId;
    int peer;
    int nSteps;
    int chunkSize;
    int isSend;
} driver_proxy_op_t;

typedef struct {
    uint8_t channelId;
    uint64_t pTimer;
} driver_kernel_ch_t;

typedef struct {
    int64_t id;
    void *data;
} driver_net_t;

/* What netPlugin.data points to in the plugins' version 1; netPlugin.id is the type << 16 | 1. */
enum driver_net_type {
    NET_IB = 1,
    NET_SOCKET = 2,
};

typedef struct {
    uint8_t type; /* 1: a queue pair */
    union {
        struct {
            int device;
            uint64_t wr_id;
            int opcode;
            int qpNum;
            size_t length;
        } qp;
    };
} driver_net_ib_t;

typedef struct {
    uint8_t type; /* 1: a socket */
    union {
        struct {
            int fd;
            int op;
            size_t length;
        } sock;
    };
} driver_net_socket_t;

/* ---- version 7: the neutral form in which the driver holds every event ---- */
typedef struct {
    uint64_t type;
    void *parentObj;
    int rank;
    union {
        struct {
            bool graphCaptured;
            int groupDepth;
        } groupApi;
        struct {
            const char *func;
            size_t count;
            const char *datatype;
            int root;
            void *stream;
            bool graphCaptured;
            uint64_t userTag;
        } collApi;
        struct {
            const char *func;
            size_t count;
            const char *datatype;
            void *stream;
            bool graphCaptured;
            uint64_t userTag;
        } p2pApi;
        struct {
            void *stream;
        } kernelLaunch;
        struct {
            uint64_t seqNumber;
            const char *func;
            const void *sendBuff;
            void *recvBuff;
            size_t count;
            int root;
            const char *datatype;
            uint8_t nChannels;
            uint8_t nWarps;
            const char *algo;
            const char *proto;
            void *parentGroup;
            const char *kernelVariant;
            bool isSymColl;
            uint64_t userTag;
        } coll;
        struct {
            const char *func;
            void *buff;
            const char *datatype;
            size_t count;
            int peer;
            uint8_t nChannels;
            void *parentGroup;
            uint64_t userTag;
        } p2p;
        driver_proxy_op_t proxyOp;
        struct {
            int step;
        } proxyStep;
        driver_kernel_ch_t kernelCh;
        driver_net_t netPlugin;
        struct {
            uint64_t seqNumber;
            const char *func;
            const void *sendBuff;
            void *recvBuff;
            size_t count;
            int root;
            const char *datatype;
            const char *syncStrategy;
            bool intraBatchSync;
            uint32_t batchSize;
            uint32_t numBatches;
            uint32_t ceSeqNum;
            void *stream;
            uint64_t userTag;
        } ceColl;
        struct {
            bool isComplete;
            int nRanks;
        } ceCollSync;
        struct {
            int numOps;
            size_t totalBytes;
            bool useIntraSync;
        } ceCollBatch;
        struct {
            uint8_t channelId;
            uint8_t phaseId;
            const char *phaseName;
            uint64_t pTimer;
        } kernelPhase;
    };
} driver_event_v7_t;

/* ---- state arguments: versions 4 to 7 are one union of words ---- */
typedef union {
    struct {
        size_t transSize;
    } proxyStep;
    struct {
        int appendedProxyOps;
    } proxyCtrl;
    struct {
        void *data;
    } netPlugin;
    struct {
        uint64_t pTimer;
    } kernelCh;
} driver_args_t;

typedef union {
    struct {
        size_t transSize;
        int steps;
    } proxyOp;
    struct {
        int appendedProxyOps;
    } proxyCtrl;
} driver_args_v3_t;

/* ---- the exported structs; events travel as void pointers here, one struct serves versions 5 to 7
 * ---- */
typedef struct {
    const char *name;
    driver_result_t (*init)(void **context, uint64_t commId, int *mask, const char *commName,
                            int nNodes, int nRanks, int rank, driver_logger_t logger);
    driver_result_t (*startEvent)(void *context, void **handle, void *event);
    driver_result_t (*stopEvent)(void *handle);
    driver_result_t (*recordEventState)(void *handle, int state, void *args);
    driver_result_t (*finalize)(void *context);
} driver_profiler_t;

typedef struct {
    const char *name;
    driver_result_t (*init)(void **context, int *mask, const char *commName, uint64_t commHash,
                            int nNodes, int nRanks, int rank, driver_logger_t logger);
    driver_result_t (*startEvent)(void *context, void **handle, void *event);
    driver_result_t (*stopEvent)(void *handle);
    driver_result_t (*recordEventState)(void *handle, int state, void *args);
    driver_result_t (*finalize)(void *context);
} driver_profiler_v4_t;

typedef struct {
    const char *name;
    driver_result_t (*init)(void **context, int *mask);
    driver_result_t (*startEvent)(void *context, void **handle, void *event);
    driver_result_t (*stopEvent)(void *handle);
    driver_result_t (*recordEventState)(void *handle, int state, void *args);
    driver_result_t (*finalize)(void *context);
} driver_profiler_v3_t;

_Static_assert(sizeof(driver_args_t) == 8 && sizeof(driver_args_v3_t) == 16,
               "sizes of the state arguments");

#endif
