/* SPDX-License-Identifier: Apache-2.0 */
/* The callbacks of the recording plugin, in each version. See recorder.h. */
#include <dlfcn.h>

#include "../driver_abi_old.h"
#include "recorder.h"


#define EXPORT __attribute__((visibility("default")))

static int *mask_given;

/* For tests, which change it while the plugin is at work. */
EXPORT void recorder_set_mask(int mask) {
    __atomic_store_n(mask_given, mask, __ATOMIC_RELAXED);
}

static void begin_start(const void *context, uint64_t type, const void *parent, int rank) {
    recorder_begin("startEvent");
    recorder_say_pointer("context", context);
    recorder_say(" kind=%llu rank=%d", (unsigned long long)type, rank);
    recorder_say_pointer("parent", parent);
}

static int end_start(void **handle, uint64_t type) {
    *handle = recorder_settings.refuses & type ? NULL : recorder_object("event");
    recorder_say_pointer("handle", *handle);
    return recorder_end();
}

static int stop_event(void *handle) {
    recorder_begin("stopEvent");
    recorder_say_pointer("handle", handle);
    return recorder_end();
}

static int record_event_state(void *handle, int state, const void *arguments, int api) {
    recorder_begin("recordEventState");
    recorder_say_pointer("handle", handle);
    recorder_say(" state=%d", state);
    recorder_say_arguments(api, state, arguments);
    return recorder_end();
}

static int finalize(void *context) {
    recorder_begin("finalize");
    recorder_say_pointer("context", context);
    return recorder_end();
}

/* A plugin that passes on what it gets, to whoever loaded it. */
static void call_back(void) {
    void *library = recorder_settings.calls[0] ? dlopen(recorder_settings.calls, RTLD_NOW) : NULL;
    const driver_profiler_t *profiler = library ? dlsym(library, "ncclProfiler_v7") : NULL;
    void *context = NULL;
    int mask = 0;
    if (profiler) {
        int result = profiler->init(&context, 1, &mask, "back", 1, 1, 0, NULL);
        recorder_say(" answer=%d context=%s mask=%d", result, context ? "some" : "none", mask);
        dlclose(library);
    }
}

static int init(void **context, int *mask, int api) {
    recorder_say(" v%d", api);
    call_back();
    *context = recorder_settings.null_context ? NULL : recorder_object("context");
    mask_given = mask;
    recorder_set_mask(recorder_settings.mask);
    recorder_say_pointer("context", *context);
    return recorder_end();
}

#define CALLBACKS(api, event_t)                                                      \
    static int start_event_v##api(void *context, void **handle, void *descriptor) {  \
        const event_t *event = descriptor;                                           \
        begin_start(context, event->type, event->parentObj, event->rank);            \
        recorder_say_event(api, event);                                              \
        return end_start(handle, event->type);                                       \
    }                                                                                \
    static int record_event_state_v##api(void *handle, int state, void *arguments) { \
        return record_event_state(handle, state, arguments, api);                    \
    }
#define EXPORTED(api, profiler_t)                                                    \
    EXPORT const profiler_t ncclProfiler_v##api = {                                  \
        "Recorder", init_v##api, start_event_v##api,                                 \
        stop_event, record_event_state_v##api, finalize}
#define INIT_SAYING_ALL(api, parameters)                                             \
    static int init_v##api parameters {                                              \
        recorder_begin("init");                                                      \
        recorder_say(" name=%s hash=%llx nodes=%d ranks=%d rank=%d %s",              \
                     recorder_text(name), (unsigned long long)hash, nodes, ranks,    \
                     rank, logger ? "logger" : "");                                  \
        return init(context, mask, api);                                             \
    }
#define NEWER(api)                                                                   \
    CALLBACKS(api, driver_event_v##api##_t)                                          \
    INIT_SAYING_ALL(api, (void **context, uint64_t hash, int *mask, const char *name, \
                          int nodes, int ranks, int rank, driver_logger_t logger))   \
    EXPORTED(api, driver_profiler_t)
#define OLDER(api)                                                                   \
    CALLBACKS(api, driver_event_v3_t) /* 2 begins like 3 */                          \
    static int init_v##api(void **context, int *mask) {                              \
        recorder_begin("init");                                                      \
        return init(context, mask, api);                                             \
    }                                                                                \
    EXPORTED(api, driver_profiler_v3_t)

#if RECORDER_APIS & 1 << 7
NEWER(7);
#endif
#if RECORDER_APIS & 1 << 6
NEWER(6);
#endif
#if RECORDER_APIS & 1 << 5
NEWER(5);
#endif
#if RECORDER_APIS & 1 << 4
CALLBACKS(4, driver_event_v4_t)
INIT_SAYING_ALL(4, (void **context, int *mask, const char *name, uint64_t hash, int nodes,
                    int ranks, int rank, driver_logger_t logger))
EXPORTED(4, driver_profiler_v4_t);
#endif
#if RECORDER_APIS & 1 << 3
OLDER(3);
#endif
#if RECORDER_APIS & 1 << 2
OLDER(2);
#endif
