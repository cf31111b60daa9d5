/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The slowest callbacks: P99.99 and P99.999 of ten million, each timed by itself, while another
 * process copies Lockstep's file ten times a second. Both plugins take turns every thousand
 * callbacks, so that what the machine does to one it does to the other; medians of nine trials. An
 * interrupt hits what runs: a callback that takes longer is hit more often, so what counts is how
 * often one is held up in each second spent inside callbacks.
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

enum {
    TRIALS = 9,
    CALLBACKS = 10 * 1000 * 1000,
    CHANNELS = 8,
    CALLBACKS_A_COLLECTIVE = 2 + 3 * CHANNELS,
    COLLECTIVES_A_TURN = 40,
    TICKS_MAX = 1 << 20, /* all that took longer is counted here */
    READER_GAP_NANOS = 100 * 1000 * 1000,
    STALL_NANOS = 10 * 1000, /* no callback takes that long by itself: an interrupt, or the host */
};

enum {
    LOCKSTEP,
    EMPTY,
    SUBJECTS
};

static subject_t subjects[SUBJECTS];
static uint32_t counts[SUBJECTS][TICKS_MAX + 1];

/* A clock that costs little beside a callback. */
static inline uint64_t ticks(void) {
#if defined(__x86_64__)
    return __rdtsc();
#else
    return bench_nanos();
#endif
}

static double ticks_a_nano(void) {
    uint64_t nanos = bench_nanos();
    uint64_t before = ticks();
    while (bench_nanos() - nanos < 50 * 1000 * 1000) {
    }
    return (double)(ticks() - before) / (double)(bench_nanos() - nanos);
}

static inline void count(uint32_t *histogram, uint64_t took) {
    histogram[took < TICKS_MAX ? took : TICKS_MAX]++;
}

#define TIMED(histogram, call)               \
    do {                                     \
        uint64_t before_ = ticks();          \
        call;                                \
        count(histogram, ticks() - before_); \
    } while (0)

/* One collective, each callback timed. */
static void play(subject_t *subject, uint32_t *histogram) {
    const nccl_profiler_v5_t *profiler = subject->profiler;
    collective_t collective;
    nccl_event_v7_t coll = {.type = NCCL_EVENT_COLL};
    coll.coll.sequence = subject->sequence++;
    coll.coll.function = "AllReduce";
    coll.coll.count = 1 << 20;
    coll.coll.datatype = "ncclFloat32";
    coll.coll.channels = CHANNELS;
    coll.coll.algorithm = "RING";
    coll.coll.protocol = "SIMPLE";
    TIMED(histogram, profiler->start_event(subject->context, &collective.handle, &coll));
    TIMED(histogram, profiler->stop_event(collective.handle));
    nccl_event_v7_t channel = {.type = NCCL_EVENT_KERNEL_CH, .parent = collective.handle};
    nccl_event_state_t state = {.kernel_ch = {subject->gpu_clock + 20000}};
    for (uint8_t i = 0; i < CHANNELS; i++) {
        channel.kernel_ch.channel = i;
        channel.kernel_ch.start_gpu = subject->gpu_clock + i;
        TIMED(histogram,
              profiler->start_event(subject->context, &collective.channels[i], &channel));
    }
    for (int i = 0; i < CHANNELS; i++) {
        TIMED(histogram, profiler->record_event_state(collective.channels[i],
                                                      NCCL_STATE_KERNEL_CH_STOP, &state));
        TIMED(histogram, profiler->stop_event(collective.channels[i]));
    }
    subject->gpu_clock += 21000;
}

static double nanos_at(const uint32_t *histogram, double share, double rate) {
    uint64_t total = 0;
    for (int i = 0; i <= TICKS_MAX; i++) {
        total += histogram[i];
    }
    uint64_t rank = (uint64_t)(share * (double)total);
    uint64_t seen = 0;
    int at = 0;
    while (at < TICKS_MAX && (seen += histogram[at]) <= rank) {
        at++;
    }
    return at / rate;
}

/* How many callbacks were held up, and how long all of them took together. */
typedef struct {
    uint64_t count;
    double seconds;
} stalls_t;

static void add_stalls(stalls_t *stalls, const uint32_t *histogram, double rate) {
    for (int i = 0; i <= TICKS_MAX; i++) {
        stalls->count += i > STALL_NANOS * rate ? histogram[i] : 0;
        stalls->seconds += histogram[i] * (i / rate) / 1e9;
    }
}

static void copy_files(const char *directory, char *buffer, size_t bytes) {
    DIR *entries = opendir(directory);
    const struct dirent *entry;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        int file = entry->d_name[0] == '.' ? -1 : openat(dirfd(entries), entry->d_name, O_RDONLY);
        while (file >= 0 && read(file, buffer, bytes) > 0) {
        }
        if (file >= 0) {
            close(file);
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
}

/* The other process. It must not be forked from one that has the plugin: that one's lock would seem
 * free. */
static pid_t start_reader(const char *directory) {
    pid_t reader = fork();
    if (reader != 0) {
        return reader;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    static char buffer[64 * 1024];
    for (;;) {
        copy_files(directory, buffer, sizeof buffer);
        nanosleep(&(struct timespec){.tv_nsec = READER_GAP_NANOS}, NULL);
    }
}

static void run_trial(void) {
    memset(counts, 0, sizeof counts);
    for (int done = 0; done < CALLBACKS; done += COLLECTIVES_A_TURN * CALLBACKS_A_COLLECTIVE) {
        for (int subject = 0; subject < SUBJECTS; subject++) {
            for (int i = 0; i < COLLECTIVES_A_TURN; i++) {
                play(&subjects[subject], counts[subject]);
            }
        }
    }
}

int main(void) {
    pid_t reader = start_reader(bench_directory());
    subject_open(&subjects[LOCKSTEP], "lockstep", lockstep_library());
    subject_open(&subjects[EMPTY], "empty", empty_library());
    static const double shares[] = {0.5, 0.99, 0.999, 0.9999, 0.99999};
    enum {
        SHARES = sizeof shares / sizeof shares[0]
    };
    static double nanos[SUBJECTS][SHARES][TRIALS];
    static double ratio[SHARES][TRIALS];
    static stalls_t stalls[SUBJECTS];
    double rate = ticks_a_nano();
    for (int trial = 0; trial < TRIALS; trial++) {
        run_trial();
        for (int i = 0; i < SUBJECTS; i++) {
            add_stalls(&stalls[i], counts[i], rate);
        }
        for (int k = 0; k < SHARES; k++) {
            for (int i = 0; i < SUBJECTS; i++) {
                nanos[i][k][trial] = nanos_at(counts[i], shares[k], rate);
            }
            ratio[k][trial] = nanos[LOCKSTEP][k][trial] / nanos[EMPTY][k][trial];
        }
    }
    bench_print_machine();
    printf(
        "one callback of %d, file read 10 times a second, medians of %d trials, timer included\n",
        CALLBACKS, TRIALS);
    for (int k = 0; k < SHARES; k++) {
        printf("P%-7g lockstep %8.0f ns, empty %8.0f ns, ratio %.2f\n", 100 * shares[k],
               quantile(nanos[LOCKSTEP][k], TRIALS, 0.5), quantile(nanos[EMPTY][k], TRIALS, 0.5),
               quantile(ratio[k], TRIALS, 0.5));
    }
    for (int i = 0; i < SUBJECTS; i++) {
        printf("above %d us: %llu of %s's in %.2f s inside callbacks, %.0f a second\n",
               STALL_NANOS / 1000, (unsigned long long)stalls[i].count, subjects[i].name,
               stalls[i].seconds, (double)stalls[i].count / stalls[i].seconds);
    }
    subject_close(&subjects[LOCKSTEP]);
    kill(reader, SIGKILL);
    waitpid(reader, NULL, 0);
    return 0;
}
