/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the benchmarks share: two plugins in one process, Lockstep and an empty one, and NCCL's
 * callbacks for a collective in NCCL's order. Every figure is taken for both in turn, round by
 * round, because a shared machine drifts by more than what is measured.
 */
#ifndef LOCKSTEP_BENCH_H
#define LOCKSTEP_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../include/nccl_profiler_abi.h"

enum {
    BENCH_CHANNELS_MAX = 64
};

typedef struct {
    const char *name;
    const nccl_profiler_v5_t *profiler;
    void *context;
    uint64_t gpu_clock; /* where the next operation starts */
    uint64_t sequence;
} subject_t;

typedef struct {
    void *handle;
    void *channels[BENCH_CHANNELS_MAX];
    uint64_t start_gpu;
} collective_t;

/* Loads a plugin and opens a communicator of 8 ranks with it; ends the program if that fails. */
void subject_open(subject_t *subject, const char *name, const char *library);
void subject_close(subject_t *subject);

/* The paths in $LOCKSTEP_PLUGIN and $LOCKSTEP_EMPTY_PLUGIN. */
const char *lockstep_library(void);
const char *empty_library(void);

/* A private directory for Lockstep's file, exported as LOCKSTEP_DIR; removed at exit. */
const char *bench_directory(void);

/* The application thread's part: start and stop of a Coll. Two callbacks. */
void collective_enqueue(subject_t *subject, collective_t *collective, int channels);

/* The same with a size of its own. */
void collective_enqueue_bytes(subject_t *subject, collective_t *collective, int channels,
                              uint64_t bytes);

/* The progress thread's part, three callbacks a channel: all start, then all stop. */
void collective_start_channels(const subject_t *subject, collective_t *collective, int channels);
void collective_stop_channels(const subject_t *subject, collective_t *collective, int channels);

/* Whether LOCKSTEP_KERNEL_PHASES asks for the phases of kernels; then version 7 is used. */
bool bench_has_phases(void);

uint64_t bench_nanos(void);

/* Sorts and gives the value below which that share of the values lies. */
double quantile(double *values, size_t count, double share);

/* The machine, in one line. */
void bench_print_machine(void);

#endif
