/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A profiler plugin that writes down every callback, one line each, for the tests of the player. The
 * descriptors are typed here a second time, as C structs, so that the compiler's offsets check those
 * which the player computes. Line: callback, thread, then what it was given.
 */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef void (*logger_t)(int level, unsigned long flags, const char *file, int line, const char *format, ...);

typedef struct {
    bool graphCaptured;
    int groupDepth;
} group_api_t;

typedef struct {
    const char *func;
    size_t count;
    const char *datatype;
    int root;
    void *stream;
    bool graphCaptured;
} coll_api_t;

typedef struct {
    const char *func;
    size_t count;
    const char *datatype;
    void *stream;
    bool graphCaptured;
} p2p_api_t;

typedef struct {
    uint64_t seqNumber;
    const char *func;
    void const *sendBuff;
    void *recvBuff;
    size_t count;
    int root;
    const char *datatype;
    uint8_t nChannels;
    uint8_t nWarps;
    const char *algo;
    const char *proto;
    void *parentGroup;
} coll_t;

typedef struct {
    const char *func;
    void *buff;
    const char *datatype;
    size_t count;
    int peer;
    uint8_t nChannels;
    void *parentGroup;
} p2p_t;

typedef struct {
    const char *name;
    uint64_t commHash;
    uint64_t seqNumber;
    const char *func;
    void const *sendBuff;
    void *recvBuff;
    size_t count;
    int root;
    const char *datatype;
    uint8_t nMaxChannels;
    uint8_t nWarps;
    const char *algo;
    const char *proto;
} coll_3_t;

typedef struct {
    const char *name;
    uint64_t commHash;
    const char *func;
    void *buff;
    const char *datatype;
    size_t count;
    int peer;
} p2p_3_t;

typedef struct {
    uint8_t channelId;
    uint64_t pTimer;
} kernel_ch_t;

typedef struct {
    uint64_t type;
    void *parentObj;
    int rank;
    union {
        group_api_t groupApi;
        coll_api_t collApi;
        p2p_api_t p2pApi;
        coll_t coll;
        p2p_t p2p;
        kernel_ch_t kernelCh;
    };
} event_t;

typedef struct {
    uint8_t type;
    void *parentObj;
    int rank;
    union {
        coll_3_t coll3;
        p2p_3_t p2p3;
        coll_t coll;
        p2p_t p2p;
        kernel_ch_t kernelCh;
    };
} event_old_t;

static FILE *out;
static int wanted = (1 << 1) | (1 << 2) | (1 << 6);
static uintptr_t next_handle = 1;

__attribute__((visibility("default"))) void recording_begin(const char *path, int mask) {
    out = fopen(path, "w");
    wanted = mask;
}

__attribute__((visibility("default"))) void recording_end(void) {
    fclose(out);
    out = NULL;
}

static void *handle(void) {
    return (void *)__atomic_fetch_add(&next_handle, 1, __ATOMIC_RELAXED);
}

static int init_any(int api, void **context, int *mask, uint64_t hash, const char *name, int nodes, int ranks,
                    int rank, logger_t log) {
    *context = handle();
    *mask = wanted;
    fprintf(out, "init %d context=%p api=%d hash=%016lx name=%s nodes=%d ranks=%d rank=%d\n", gettid(), *context, api,
            hash, name ? name : "NULL", nodes, ranks, rank);
    if (log) {
        log(3, 1, __FILE__, __LINE__, "%s", "recording 100 %");
    }
    return 0;
}

static void write_coll(const char *kind, void *parent, const coll_t *coll, void *group) {
    fprintf(out, " %s parent=%p group=%p func=%s seq=%lu count=%zu type=%s root=%d channels=%d warps=%d %s/%s", kind,
            parent, group, coll->func, coll->seqNumber, coll->count, coll->datatype, coll->root, coll->nChannels,
            coll->nWarps, coll->algo, coll->proto);
}

static void write_p2p(const char *kind, void *parent, const p2p_t *p2p, void *group) {
    fprintf(out, " %s parent=%p group=%p func=%s count=%zu type=%s peer=%d channels=%d", kind, parent, group, p2p->func,
            p2p->count, p2p->datatype, p2p->peer, p2p->nChannels);
}

static int start_event(void *context, void **result, event_t *event) {
    *result = handle();
    flockfile(out);
    fprintf(out, "start %d context=%p handle=%p rank=%d", gettid(), context, *result, event->rank);
    switch (event->type) {
    case 1 << 0: fprintf(out, " Group parent=%p", event->parentObj); break;
    case 1 << 1: write_coll("Coll", event->parentObj, &event->coll, event->coll.parentGroup); break;
    case 1 << 2: write_p2p("P2p", event->parentObj, &event->p2p, event->p2p.parentGroup); break;
    case 1 << 6:
        fprintf(out, " KernelCh parent=%p channel=%d gpu=%lu", event->parentObj, event->kernelCh.channelId,
                event->kernelCh.pTimer);
        break;
    case 1 << 8: fprintf(out, " GroupApi depth=%d", event->groupApi.groupDepth); break;
    case 1 << 9:
        fprintf(out, " CollApi parent=%p func=%s count=%zu type=%s root=%d", event->parentObj, event->collApi.func,
                event->collApi.count, event->collApi.datatype, event->collApi.root);
        break;
    case 1 << 10:
        fprintf(out, " P2pApi parent=%p func=%s count=%zu type=%s", event->parentObj, event->p2pApi.func,
                event->p2pApi.count, event->p2pApi.datatype);
        break;
    case 1 << 11: fprintf(out, " KernelLaunch parent=%p", event->parentObj); break;
    default: fprintf(out, " unexpected type=%lu", event->type);
    }
    fputc('\n', out);
    funlockfile(out);
    return 0;
}

static int start_event_old(void *context, void **result, event_old_t *event, bool named) {
    *result = handle();
    flockfile(out);
    fprintf(out, "start %d context=%p handle=%p rank=%d", gettid(), context, *result, event->rank);
    if (event->type == 1 << 0) {
        fprintf(out, " Group parent=%p", event->parentObj);
    } else if (event->type == 1 << 1 && named) {
        const coll_3_t *coll = &event->coll3;
        fprintf(out, " Coll parent=%p comm=%s/%016lx func=%s seq=%lu count=%zu type=%s channels=%d %s/%s",
                event->parentObj, coll->name ? coll->name : "NULL", coll->commHash, coll->func, coll->seqNumber,
                coll->count, coll->datatype, coll->nMaxChannels, coll->algo, coll->proto);
    } else if (event->type == 1 << 2 && named) {
        const p2p_3_t *p2p = &event->p2p3;
        fprintf(out, " P2p parent=%p comm=%s/%016lx func=%s count=%zu type=%s peer=%d", event->parentObj,
                p2p->name ? p2p->name : "NULL", p2p->commHash, p2p->func, p2p->count, p2p->datatype, p2p->peer);
    } else if (event->type == 1 << 1) {
        write_coll("Coll", event->parentObj, &event->coll, NULL);
    } else if (event->type == 1 << 2) {
        write_p2p("P2p", event->parentObj, &event->p2p, NULL);
    } else if (event->type == 1 << 6) {
        fprintf(out, " KernelCh parent=%p channel=%d gpu=%lu", event->parentObj, event->kernelCh.channelId,
                event->kernelCh.pTimer);
    } else {
        fprintf(out, " unexpected type=%d", event->type);
    }
    fputc('\n', out);
    funlockfile(out);
    return 0;
}

static int start_event_4(void *context, void **result, event_old_t *event) {
    return start_event_old(context, result, event, false);
}

static int start_event_3(void *context, void **result, event_old_t *event) {
    return start_event_old(context, result, event, true);
}

static int stop_event(void *event) {
    fprintf(out, "stop %d handle=%p\n", gettid(), event);
    return 0;
}

static int record_state(void *event, int state, uint64_t *arguments) {
    fprintf(out, "record %d handle=%p state=%d argument=%lu\n", gettid(), event, state,
            state == 22 && arguments ? *arguments : 0);
    return 0;
}

static int finalize(void *context) {
    fprintf(out, "finalize %d context=%p\n", gettid(), context);
    return 0;
}

#define INIT_NEW(api)                                                                                                  \
    static int init_##api(void **context, uint64_t hash, int *mask, const char *name, int nodes, int ranks, int rank,  \
                          logger_t log) {                                                                              \
        return init_any(api, context, mask, hash, name, nodes, ranks, rank, log);                                      \
    }
INIT_NEW(7)
INIT_NEW(6)
INIT_NEW(5)

static int init_4(void **context, int *mask, const char *name, uint64_t hash, int nodes, int ranks, int rank,
                  logger_t log) {
    return init_any(4, context, mask, hash, name, nodes, ranks, rank, log);
}

static int init_3(void **context, int *mask) {
    return init_any(3, context, mask, 0, NULL, 0, 0, 0, NULL);
}

typedef struct {
    const char *name;
    void *init;
    void *start;
    void *stop;
    void *record;
    void *finalize;
} profiler_t;

#define PROFILER(api, start_function)                                                                                  \
    __attribute__((visibility("default"))) profiler_t ncclProfiler_v##api = {                                          \
        "recording",        (void *)init_##api,   (void *)start_function,                                              \
        (void *)stop_event, (void *)record_state, (void *)finalize};
PROFILER(7, start_event)
PROFILER(6, start_event)
PROFILER(5, start_event)
PROFILER(4, start_event_4)
PROFILER(3, start_event_3)
