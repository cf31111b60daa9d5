/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The event descriptors of versions 3 to 6 of NCCL's profiler ABI, typed as driver_abi.h says.
 * Versions 5 and 6 are the same bytes but for the copy engine's events; 4 and 3 have a type of one
 * byte.
 */
#ifndef LOCKSTEP_TEST_DRIVER_ABI_OLD_H
#define LOCKSTEP_TEST_DRIVER_ABI_OLD_H

#include "driver_abi.h"

/* ---- version 6: copy-engine events, no tags, no kernel phases ---- */
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
        } collApi;
        struct {
            const char *func;
            size_t count;
            const char *datatype;
            void *stream;
            bool graphCaptured;
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
        } coll;
        struct {
            const char *func;
            void *buff;
            const char *datatype;
            size_t count;
            int peer;
            uint8_t nChannels;
            void *parentGroup;
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
    };
} driver_event_v6_t;

/* ---- version 5: as 6 without the copy engine; its largest member is coll ---- */
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
        } collApi;
        struct {
            const char *func;
            size_t count;
            const char *datatype;
            void *stream;
            bool graphCaptured;
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
        } coll;
        struct {
            const char *func;
            void *buff;
            const char *datatype;
            size_t count;
            int peer;
            uint8_t nChannels;
            void *parentGroup;
        } p2p;
        driver_proxy_op_t proxyOp;
        struct {
            int step;
        } proxyStep;
        driver_kernel_ch_t kernelCh;
        driver_net_t netPlugin;
    };
} driver_event_v5_t;

/* ---- version 4: one byte of type, the group is the parent ---- */
typedef struct {
    uint8_t type;
    void *parentObj;
    int rank;
    union {
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
        } coll;
        struct {
            const char *func;
            void *buff;
            const char *datatype;
            size_t count;
            int peer;
            uint8_t nChannels;
        } p2p;
        driver_proxy_op_t proxyOp;
        struct {
            int step;
        } proxyStep;
        driver_kernel_ch_t kernelCh;
        driver_net_t netPlugin;
    };
} driver_event_v4_t;

/* ---- version 3: name and hash come with each operation, no GPU stamps ---- */
typedef struct {
    uint8_t type;
    void *parentObj;
    int rank;
    union {
        struct {
            const char *name;
            uint64_t commHash;
            uint64_t seqNumber;
            const char *func;
            const void *sendBuff;
            void *recvBuff;
            size_t count;
            int root;
            const char *datatype;
            uint8_t nMaxChannels;
            uint8_t nWarps;
            const char *algo;
            const char *proto;
        } coll;
        struct {
            const char *name;
            uint64_t commHash;
            const char *func;
            void *buff;
            const char *datatype;
            size_t count;
            int peer;
        } p2p;
        driver_proxy_op_t proxyOp;
        struct {
            int step;
        } proxyStep;
        struct {
            uint8_t channelId;
        } kernelCh;
        driver_net_t netPlugin;
    };
} driver_event_v3_t;

_Static_assert(sizeof(driver_event_v7_t) == 136, "size of version 7's descriptor");
_Static_assert(sizeof(driver_event_v6_t) == 112, "size of version 6's descriptor");
_Static_assert(sizeof(driver_event_v5_t) == 112, "size of version 5's descriptor");
_Static_assert(sizeof(driver_event_v4_t) == 104, "size of version 4's descriptor");
_Static_assert(sizeof(driver_event_v3_t) == 120, "size of version 3's descriptor");

#endif
