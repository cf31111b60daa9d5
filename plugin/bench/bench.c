/* SPDX-License-Identifier: Apache-2.0 */
/* Loading plugins and playing NCCL. See bench.h. */
#include "bench.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum {
    OPERATION_BYTES = 4 << 20,
    DURATION_NANOS = 20000,
    GAP_NANOS = 1000,
    CHANNEL_LAG_NANOS = 3
};

static char directory[64];

static void give_up(const char *what, const char *why) {
    fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(1);
}

static void remove_directory(void) {
    DIR *entries = opendir(directory);
    const struct dirent *entry;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        unlinkat(dirfd(entries), entry->d_name, 0);
    }
    if (entries != NULL) {
        closedir(entries);
    }
    rmdir(directory);
}

const char *bench_directory(void) {
    if (directory[0] == '\0') {
        snprintf(directory, sizeof directory, "/dev/shm/lockstep-bench-XXXXXX");
        if (mkdtemp(directory) == NULL || setenv("LOCKSTEP_DIR", directory, 1) != 0) {
            give_up(directory, "cannot be made");
        }
        atexit(remove_directory);
    }
    return directory;
}

static const char *library_path(const char *variable) {
    const char *path = getenv(variable);
    if (path == NULL) {
        give_up(variable, "is not set; run make bench");
    }
    return path;
}

const char *lockstep_library(void) {
    return library_path("LOCKSTEP_PLUGIN");
}

const char *empty_library(void) {
    return library_path("LOCKSTEP_EMPTY_PLUGIN");
}

void subject_open(subject_t *subject, const char *name, const char *library) {
    void *loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (loaded == NULL) {
        give_up(library, dlerror());
    }
    *subject = (subject_t){.name = name, .gpu_clock = 1000};
    /* Versions 5 and 7 have the same functions; only 7 has kernel phases. */
    subject->profiler = bench_has_phases() ? dlsym(loaded, "ncclProfiler_v7") : NULL;
    if (subject->profiler == NULL) {
        subject->profiler = dlsym(loaded, "ncclProfiler_v5");
    }
    if (subject->profiler == NULL) {
        give_up(library, "has no ncclProfiler_v5");
    }
    int mask = 0;
    subject->profiler->init(&subject->context, 42, &mask, "bench", 2, 8, 0, NULL);
    if (mask == 0) {
        give_up(library, "is off");
    }
}

bool bench_has_phases(void) {
    const char *asked = getenv("LOCKSTEP_KERNEL_PHASES");
    return asked != NULL && strcmp(asked, "1") == 0;
}

void subject_close(subject_t *subject) {
    subject->profiler->finalize(subject->context);
}

void collective_enqueue(subject_t *subject, collective_t *collective, int channels) {
    collective_enqueue_bytes(subject, collective, channels, OPERATION_BYTES);
}

void collective_enqueue_bytes(subject_t *subject, collective_t *collective, int channels,
                              uint64_t bytes) {
    nccl_event_v7_t event = {.type = NCCL_EVENT_COLL};
    event.coll.sequence = subject->sequence++;
    event.coll.function = "AllReduce";
    event.coll.count = bytes;
    event.coll.datatype = "ncclInt8";
    event.coll.channels = (uint8_t)channels;
    event.coll.algorithm = "RING";
    event.coll.protocol = "SIMPLE";
    collective->start_gpu = subject->gpu_clock;
    subject->gpu_clock += DURATION_NANOS + GAP_NANOS;
    subject->profiler->start_event(subject->context, &collective->handle, &event);
    subject->profiler->stop_event(collective->handle);
}

void collective_start_channels(const subject_t *subject, collective_t *collective, int channels) {
    nccl_event_v7_t event = {.type = NCCL_EVENT_KERNEL_CH, .parent = collective->handle};
    for (int channel = 0; channel < channels; channel++) {
        event.kernel_ch.channel = (uint8_t)channel;
        event.kernel_ch.start_gpu = collective->start_gpu + (uint64_t)channel * CHANNEL_LAG_NANOS;
        subject->profiler->start_event(subject->context, &collective->channels[channel], &event);
    }
}

void collective_stop_channels(const subject_t *subject, collective_t *collective, int channels) {
    nccl_event_state_t state = {0};
    uint64_t stop_gpu = collective->start_gpu + DURATION_NANOS;
    for (int channel = 0; channel < channels; channel++) {
        void *handle = collective->channels[channel];
        state.kernel_ch.stop_gpu = stop_gpu - (uint64_t)channel * CHANNEL_LAG_NANOS;
        subject->profiler->record_event_state(handle, NCCL_STATE_KERNEL_CH_STOP, &state);
        subject->profiler->stop_event(handle);
    }
}

uint64_t bench_nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static int compare(const void *left, const void *right) {
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

double quantile(double *values, size_t count, double share) {
    qsort(values, count, sizeof *values, compare);
    size_t index = (size_t)(share * (double)(count - 1) + 0.5);
    return values[index];
}

void bench_print_machine(void) {
    char model[128] = "unknown processor";
    FILE *information = fopen("/proc/cpuinfo", "r");
    char line[256];
    while (information != NULL && fgets(line, sizeof line, information) != NULL) {
        if (sscanf(line, "model name : %127[^\n]", model) == 1) {
            break;
        }
    }
    if (information != NULL) {
        fclose(information);
    }
    struct utsname system;
    uname(&system);
    time_t now = time(NULL);
    char date[16];
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    printf("%s, %s, %ld cores, Linux %s\n", date, model, sysconf(_SC_NPROCESSORS_ONLN),
           system.release);
}
