/* SPDX-License-Identifier: Apache-2.0 */
/* Objects, lines and settings of the recording plugin. See recorder.h. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

#define OBJECTS_MAX (1 << 20)
#define CALLBACKS 5
#define ERROR 3

typedef struct {
    const char *kind;
} object_t;

static object_t objects[OBJECTS_MAX];
static int object_count;
static FILE *file;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *current;
static const char *const callbacks[CALLBACKS] = {"init", "startEvent", "stopEvent",
                                                 "recordEventState", "finalize"};
static int calls[CALLBACKS];
static int unknown_pointers;

recorder_settings_t recorder_settings;

static const char *given(const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value && value[0] ? value : otherwise;
}

__attribute__((constructor)) static void open_log(void) {
    recorder_settings = (recorder_settings_t){
        .mask = (int)strtol(given("RECORDER_MASK", "-1"), NULL, 0),
        .refuses = strtoull(given("RECORDER_REFUSES", "0"), NULL, 0),
        .fails = given("RECORDER_FAILS", ""),
        .fails_at = atoi(given("RECORDER_FAILS_AT", "1")),
        .null_context = !strcmp(given("RECORDER_CONTEXT", ""), "null"),
        .calls = given("RECORDER_CALLS", ""),
        .names = !strcmp(given("RECORDER_NAMES", ""), "yes"),
        .quiet = !strcmp(given("RECORDER_QUIET", ""), "yes"),
    };
    file = fopen(given("RECORDER_LOG", "/dev/null"), "ae");
    if (!file) {
        abort();
    }
}

__attribute__((destructor)) static void close_log(void) {
    fprintf(file, "unloaded\n");
    fclose(file);
}

static int index_of(const char *callback) {
    int index = 0;
    while (strcmp(callbacks[index], callback) != 0) {
        index++;
    }
    return index;
}

void recorder_begin(const char *callback) {
    pthread_mutex_lock(&lock);
    current = callback;
    calls[index_of(callback)]++;
    recorder_say("%s", callback);
}

void recorder_say(const char *format, ...) {
    if (recorder_settings.quiet) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
}

int recorder_end(void) {
    int index = index_of(current);
    bool fails =
        !strcmp(recorder_settings.fails, current) && calls[index] == recorder_settings.fails_at;
    if (!recorder_settings.quiet) {
        fprintf(file, fails ? " fails\n" : "\n");
    } else if (!strcmp(current, "finalize")) {
        for (int i = 0; i < CALLBACKS; i++) {
            fprintf(file, "%s %d\n", callbacks[i], calls[i]);
        }
        fprintf(file, "unknown pointers %d\n", unknown_pointers);
    }
    fflush(file);
    pthread_mutex_unlock(&lock);
    return fails ? ERROR : 0;
}

void *recorder_object(const char *kind) {
    if (object_count == OBJECTS_MAX) {
        abort();
    }
    objects[object_count].kind = kind;
    return &objects[object_count++];
}

void recorder_say_pointer(const char *key, const void *pointer) {
    uintptr_t distance = (uintptr_t)pointer - (uintptr_t)objects;
    if (!pointer) {
        recorder_say(" %s=none", key);
    } else if (distance < (uintptr_t)object_count * sizeof *objects &&
               distance % sizeof *objects == 0) {
        int number = (int)(distance / sizeof *objects);
        recorder_say(" %s=%s-%d", key, objects[number].kind, number);
    } else {
        unknown_pointers++;
        recorder_say(" %s=%p", key, pointer);
    }
}

const char *recorder_text(const char *text) {
    return text ? text : "(null)";
}
