/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What Lockstep costs an operation of each size, net of an empty plugin in the same run: one hot
 * thread plays AllReduce with the channels that go with the size. The detail is what the caller has
 * written into the control file of $LOCKSTEP_DIR before, and the phases of kernels if it has set
 * LOCKSTEP_KERNEL_PHASES=1; who reads the file meanwhile is the caller's affair, too. `lockstep bench overhead` runs it for every detail and reading interval.
 *
 *     bench_overhead SECONDS SIZE:CHANNELS...
 *
 * prints a line for each size: bytes, channels, and the median, first and third quartile in ns.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

enum {
    COLLECTIVES = 200, /* a round: shorter than a time slice */
    ROUNDS_MAX = 200000,
    SIZES_MAX = 32,
    PHASES = 3,
    PHASE_NANOS = 5000
};

enum {
    LOCKSTEP,
    EMPTY,
    SUBJECTS
};

typedef struct {
    uint64_t bytes;
    int channels;
    double *net_nanos;
    size_t rounds;
} size_row_t;

static subject_t subjects[SUBJECTS];
static bool phases_asked;

/* The three phases of each channel of a symmetric kernel: nine callbacks more a channel. */
static void play_phases(const subject_t *subject, const collective_t *collective, int channels) {
    static const char *const names[PHASES] = {"initial_sync", "compute", "final_sync"};
    for (int channel = 0; channel < channels; channel++) {
        for (int phase = 0; phase < PHASES; phase++) {
            uint64_t start = collective->start_gpu + (uint64_t)phase * PHASE_NANOS;
            nccl_event_v7_t event = {.type = NCCL_EVENT_KERNEL_PHASE,
                                     .parent = collective->channels[channel]};
            event.kernel_phase.channel = (uint8_t)channel;
            event.kernel_phase.phase = (uint8_t)phase;
            event.kernel_phase.name = names[phase];
            event.kernel_phase.start_gpu = start;
            void *handle = NULL;
            nccl_event_state_t state = {.kernel_ch.stop_gpu = start + PHASE_NANOS};
            subject->profiler->start_event(subject->context, &handle, &event);
            subject->profiler->record_event_state(handle, NCCL_STATE_KERNEL_PHASE_STOP, &state);
            subject->profiler->stop_event(handle);
        }
    }
}

static double round_nanos(subject_t *subject, const size_row_t *row) {
    uint64_t before = bench_nanos();
    for (int i = 0; i < COLLECTIVES; i++) {
        collective_t collective;
        collective_enqueue_bytes(subject, &collective, row->channels, row->bytes);
        collective_start_channels(subject, &collective, row->channels);
        if (phases_asked) {
            play_phases(subject, &collective, row->channels);
        }
        collective_stop_channels(subject, &collective, row->channels);
    }
    return (double)(bench_nanos() - before) / COLLECTIVES;
}

/* One round of each size in turn, so that a change of the machine's speed meets all of them. */
static void measure(size_row_t *rows, int count, uint64_t until) {
    while (bench_nanos() < until && rows[0].rounds < ROUNDS_MAX) {
        for (int i = 0; i < count; i++) {
            double with = round_nanos(&subjects[LOCKSTEP], &rows[i]);
            double without = round_nanos(&subjects[EMPTY], &rows[i]);
            rows[i].net_nanos[rows[i].rounds++] = with - without;
        }
    }
}

static int parse(int count, char **words, size_row_t *rows) {
    for (int i = 0; i < count; i++) {
        unsigned long long bytes;
        if (sscanf(words[i], "%llu:%d", &bytes, &rows[i].channels) != 2 || rows[i].channels < 1 ||
            rows[i].channels > BENCH_CHANNELS_MAX) {
            fprintf(stderr, "bench_overhead: '%s' is no SIZE:CHANNELS, channels 1 to %d\n", words[i],
                    BENCH_CHANNELS_MAX);
            return 2;
        }
        rows[i].bytes = bytes;
        rows[i].net_nanos = malloc(ROUNDS_MAX * sizeof *rows[i].net_nanos);
        if (rows[i].net_nanos == NULL) {
            fprintf(stderr, "bench_overhead: no memory\n");
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    int count = argc - 2;
    double seconds = argc > 1 ? atof(argv[1]) : 0;
    if (count < 1 || count > SIZES_MAX || seconds <= 0) {
        fprintf(stderr, "usage: bench_overhead SECONDS SIZE:CHANNELS... (1 to %d sizes)\n",
                SIZES_MAX);
        return 2;
    }
    static size_row_t rows[SIZES_MAX];
    int problem = parse(count, argv + 2, rows);
    if (problem != 0) {
        return problem;
    }
    phases_asked = bench_has_phases();
    subject_open(&subjects[LOCKSTEP], "lockstep", lockstep_library());
    subject_open(&subjects[EMPTY], "empty", empty_library());
    measure(rows, count, bench_nanos() + (uint64_t)(seconds * 1e9));
    for (int i = 0; i < count; i++) {
        printf("%llu %d %.1f %.1f %.1f\n", (unsigned long long)rows[i].bytes, rows[i].channels,
               quantile(rows[i].net_nanos, rows[i].rounds, 0.5),
               quantile(rows[i].net_nanos, rows[i].rounds, 0.25),
               quantile(rows[i].net_nanos, rows[i].rounds, 0.75));
        free(rows[i].net_nanos);
    }
    for (int i = 0; i < SUBJECTS; i++) {
        subject_close(&subjects[i]);
    }
    return 0;
}
