/* SPDX-License-Identifier: Apache-2.0 */
/* The words of descriptors and state arguments, as each version has them. See recorder.h. */
#include <stdio.h>
#include <unistd.h>

#include "../driver_abi_old.h"
#include "recorder.h"

#define STATE_PROXY_CTRL_LAST 18

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
            size_t trafficBytes;
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
    };
} driver_event_v2_t;

static void say_coll(uint64_t sequence, const char *function, size_t count, int root) {
    recorder_say(" seq=%llu func=%s count=%zu root=%d", (unsigned long long)sequence,
                 recorder_text(function), count, root);
}

#define SAY_COLL(coll, channels)                                                               \
    do {                                                                                       \
        say_coll((coll).seqNumber, (coll).func, (coll).count, (coll).root);                    \
        recorder_say(" send=%p recv=%p type=%s channels=%d warps=%d algo=%s proto=%s",         \
                     (coll).sendBuff, (coll).recvBuff, recorder_text((coll).datatype),         \
                     (channels), (coll).nWarps, recorder_text((coll).algo),                    \
                     recorder_text((coll).proto));                                             \
    } while (0)
#define SAY_P2P(p2p)                                                                           \
    recorder_say(" func=%s buff=%p type=%s count=%zu peer=%d", recorder_text((p2p).func),      \
                 (p2p).buff, recorder_text((p2p).datatype), (p2p).count, (p2p).peer)
#define SAY_NAMES(task)                                                                        \
    do {                                                                                       \
        if (recorder_settings.names) {                                                         \
            recorder_say(" name=%s hash=%llx", recorder_text((task).name),                     \
                         (unsigned long long)(task).commHash);                                 \
        }                                                                                      \
    } while (0)

static void say_proxy_op(const driver_proxy_op_t *op) {
    recorder_say(" %s channel=%d peer=%d steps=%d chunk=%d send=%d",
                 op->pid == getpid() ? "own" : "foreign", op->channelId, op->peer, op->nSteps,
                 op->chunkSize, op->isSend);
}

static void say_v2(const driver_event_v2_t *event) {
    switch (event->type) {
    case EVENT_COLL:
        SAY_NAMES(event->coll);
        SAY_COLL(event->coll, event->coll.nMaxChannels);
        recorder_say("%s", event->coll.trafficBytes ? " traffic" : "");
        break;
    case EVENT_P2P:
        SAY_NAMES(event->p2p);
        SAY_P2P(event->p2p);
        break;
    case EVENT_PROXY_OP:
        say_proxy_op(&event->proxyOp);
        break;
    case EVENT_PROXY_STEP:
        recorder_say(" step=%d", event->proxyStep.step);
        break;
    }
}

static void say_v3(const driver_event_v3_t *event) {
    switch (event->type) {
    case EVENT_COLL:
        SAY_NAMES(event->coll);
        SAY_COLL(event->coll, event->coll.nMaxChannels);
        break;
    case EVENT_P2P:
        SAY_NAMES(event->p2p);
        SAY_P2P(event->p2p);
        break;
    case EVENT_PROXY_OP:
        say_proxy_op(&event->proxyOp);
        break;
    case EVENT_PROXY_STEP:
        recorder_say(" step=%d", event->proxyStep.step);
        break;
    case EVENT_KERNEL_CH:
        recorder_say(" channel=%d", event->kernelCh.channelId);
        break;
    case EVENT_NET_PLUGIN:
        recorder_say(" id=%lld data=%p", (long long)event->netPlugin.id, event->netPlugin.data);
        break;
    }
}

/* What versions 4 to 7 have in common; version 4 knows no channels of Send and Recv. */
#define SAY_SINCE_V4(event)                                                                    \
    do {                                                                                       \
        switch ((event)->type) {                                                               \
        case EVENT_COLL:                                                                       \
            SAY_COLL((event)->coll, (event)->coll.nChannels);                                  \
            break;                                                                             \
        case EVENT_P2P:                                                                        \
            SAY_P2P((event)->p2p);                                                             \
            break;                                                                             \
        case EVENT_PROXY_OP:                                                                   \
            say_proxy_op(&(event)->proxyOp);                                                   \
            break;                                                                             \
        case EVENT_PROXY_STEP:                                                                 \
            recorder_say(" step=%d", (event)->proxyStep.step);                                 \
            break;                                                                             \
        case EVENT_KERNEL_CH:                                                                  \
            recorder_say(" channel=%d timer=%llu", (event)->kernelCh.channelId,                \
                         (unsigned long long)(event)->kernelCh.pTimer);                        \
            break;                                                                             \
        case EVENT_NET_PLUGIN:                                                                 \
            recorder_say(" id=%lld data=%p", (long long)(event)->netPlugin.id,                 \
                         (event)->netPlugin.data);                                             \
            break;                                                                             \
        }                                                                                      \
    } while (0)

static void say_v4(const driver_event_v4_t *event) {
    SAY_SINCE_V4(event);
}

static void say_v5(const driver_event_v5_t *event) {
    SAY_SINCE_V4(event);
    switch (event->type) {
    case EVENT_COLL:
        recorder_say_pointer("group", event->coll.parentGroup);
        break;
    case EVENT_P2P:
        recorder_say(" channels=%d", event->p2p.nChannels);
        recorder_say_pointer("group", event->p2p.parentGroup);
        break;
    case EVENT_GROUP_API:
        recorder_say(" captured=%d depth=%d", event->groupApi.graphCaptured,
                     event->groupApi.groupDepth);
        break;
    case EVENT_COLL_API:
        recorder_say(" func=%s count=%zu type=%s root=%d stream=%p captured=%d",
                     event->collApi.func, event->collApi.count, event->collApi.datatype,
                     event->collApi.root, event->collApi.stream, event->collApi.graphCaptured);
        break;
    case EVENT_P2P_API:
        recorder_say(" func=%s count=%zu type=%s stream=%p captured=%d", event->p2pApi.func,
                     event->p2pApi.count, event->p2pApi.datatype, event->p2pApi.stream,
                     event->p2pApi.graphCaptured);
        break;
    case EVENT_KERNEL_LAUNCH:
        recorder_say(" stream=%p", event->kernelLaunch.stream);
        break;
    }
}

/* Versions 6 and 7 start as version 5 does: see the ABI's own test. */
static void say_v6(const driver_event_v6_t *event) {
    say_v5((const driver_event_v5_t *)(const void *)event);
    if (event->type == EVENT_CE_COLL) {
        say_coll(event->ceColl.seqNumber, event->ceColl.func, event->ceColl.count,
                 event->ceColl.root);
        recorder_say(" type=%s strategy=%s stream=%p", event->ceColl.datatype,
                     event->ceColl.syncStrategy, event->ceColl.stream);
    } else if (event->type == EVENT_CE_SYNC) {
        recorder_say(" ranks=%d", event->ceCollSync.nRanks);
    } else if (event->type == EVENT_CE_BATCH) {
        recorder_say(" ops=%d bytes=%zu", event->ceCollBatch.numOps,
                     event->ceCollBatch.totalBytes);
    }
}

static void say_v7(const driver_event_v7_t *event) {
    say_v6((const driver_event_v6_t *)(const void *)event);
    if (event->type == EVENT_COLL) {
        recorder_say(" symmetric=%d tag=%llu", event->coll.isSymColl,
                     (unsigned long long)event->coll.userTag);
    } else if (event->type == EVENT_P2P) {
        recorder_say(" tag=%llu", (unsigned long long)event->p2p.userTag);
    } else if (event->type == EVENT_KERNEL_PHASE) {
        recorder_say(" channel=%d phase=%d %s timer=%llu", event->kernelPhase.channelId,
                     event->kernelPhase.phaseId, event->kernelPhase.phaseName,
                     (unsigned long long)event->kernelPhase.pTimer);
    }
}

void recorder_say_event(int api, const void *event) {
    switch (api) {
    case 2:
        say_v2(event);
        break;
    case 3:
        say_v3(event);
        break;
    case 4:
        say_v4(event);
        break;
    case 5:
        say_v5(event);
        break;
    case 6:
        say_v6(event);
        break;
    default:
        say_v7(event);
    }
}

void recorder_say_arguments(int api, int state, const void *arguments) {
    if (!arguments) {
        recorder_say(" arguments=none");
    } else if (state >= STATE_PROXY_CTRL_IDLE && state <= STATE_PROXY_CTRL_LAST) {
        recorder_say(" appended=%d", ((const driver_args_t *)arguments)->proxyCtrl.appendedProxyOps);
    } else if (api > 3 && state != STATE_PROXY_OP_IN_PROGRESS &&
               state < STATE_GROUP_START_API_STOP) {
        recorder_say(" word=%llx",
                     (unsigned long long)((const driver_args_t *)arguments)->kernelCh.pTimer);
    } else if (state == STATE_KERNEL_PHASE_STOP) {
        recorder_say(" timer=%llu",
                     (unsigned long long)((const driver_args_t *)arguments)->kernelCh.pTimer);
    } else {
        recorder_say(" arguments=there");
    }
}
