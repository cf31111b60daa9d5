/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A profiler plugin of its own that writes down every callback, one line each, to $RECORDER_LOG. Its
 * handles and contexts are pointers to objects that it never frees; each pointer it is given is
 * looked up among them and never followed, and written as the object's number, or as what it is.
 *
 * It exports the versions whose bits are set in RECORDER_APIS. What it asks for and how it
 * misbehaves is said in the environment when it is loaded:
 *
 *   RECORDER_MASK       events to ask for; all if unset
 *   RECORDER_REFUSES    types to answer with a NULL handle
 *   RECORDER_FAILS      the callback that returns an error: init, startEvent, ...
 *   RECORDER_FAILS_AT   at which of its calls, from 1 (the first if unset)
 *   RECORDER_CONTEXT    "null": init succeeds with a NULL context
 *   RECORDER_CALLS      a library whose newest version it calls from its own init, with all it gets
 *   RECORDER_NAMES      "yes": writes version 3's name and hash too
 *   RECORDER_QUIET      "yes": writes only numbers of callbacks, at each finalize
 */
#ifndef LOCKSTEP_TEST_RECORDER_H
#define LOCKSTEP_TEST_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int mask;
    uint64_t refuses;
    const char *fails;
    int fails_at;
    bool null_context;
    const char *calls;
    bool names;
    bool quiet;
} recorder_settings_t;

extern recorder_settings_t recorder_settings;

/* Lines: the callback begins one under a lock, its words follow, and it ends with the answer. */
void recorder_begin(const char *callback);
void recorder_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
int recorder_end(void);

/* A new object's address. */
void *recorder_object(const char *kind);
/* " key=kind number", or the pointer itself. */
void recorder_say_pointer(const char *key, const void *pointer);
/* What a version's descriptor says beside type, parent and rank, and what its arguments say. */
void recorder_say_event(int api, const void *event);
void recorder_say_arguments(int api, int state, const void *arguments);
/* A text that may be NULL. */
const char *recorder_text(const char *text);

#endif
