/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a callback costs, net of an empty plugin: a hot loop on one thread, the same on two threads
 * as NCCL runs it (application and progress), each kind of callback by itself, and paced at 500
 * operations a second, when the caches are cold. Medians over rounds that alternate between both
 * plugins. `bench_callbacks one kinds two paced` names the parts; without a name all are run.
 */
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bench.h"

enum {
    ROUNDS = 801,
    COLLECTIVES = 500, /* a round: shorter than a time slice */
    QUEUE = 64,        /* collectives between the two threads */
    PACED_OPERATIONS = 1500,
    PACED_GAP_NANOS =
        1000 * 1000, /* between operations of alternating plugins: 500 a second each */
};

enum {
    LOCKSTEP,
    EMPTY,
    SUBJECTS
};

static subject_t subjects[SUBJECTS];

static void play(subject_t *subject, int channels) {
    collective_t collective;
    collective_enqueue(subject, &collective, channels);
    collective_start_channels(subject, &collective, channels);
    collective_stop_channels(subject, &collective, channels);
}

static double hot_round(subject_t *subject, int channels) {
    uint64_t before = bench_nanos();
    for (int i = 0; i < COLLECTIVES; i++) {
        play(subject, channels);
    }
    return (double)(bench_nanos() - before) / COLLECTIVES;
}

static void one_thread(int channels) {
    static double nanos[SUBJECTS][ROUNDS];
    static double net[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < SUBJECTS; i++) {
            nanos[i][round] = hot_round(&subjects[i], channels);
        }
        net[round] = nanos[LOCKSTEP][round] - nanos[EMPTY][round];
    }
    double median = quantile(net, ROUNDS, 0.5);
    printf("one thread, %2d channels:  %6.1f ns a collective (lockstep %6.1f, empty %6.1f), "
           "quartiles %.1f to %.1f\n",
           channels, median, quantile(nanos[LOCKSTEP], ROUNDS, 0.5),
           quantile(nanos[EMPTY], ROUNDS, 0.5), quantile(net, ROUNDS, 0.25),
           quantile(net, ROUNDS, 0.75));
}

/* The progress thread of two: takes collectives from a queue and plays their channels. */
typedef struct {
    subject_t *subject;
    int channels;
    collective_t queue[QUEUE];
    alignas(64) _Atomic uint64_t enqueued;
    alignas(64) _Atomic uint64_t done;
    double busy_nanos;
} progress_t;

static void *progress(void *argument) {
    progress_t *self = argument;
    uint64_t busy = 0;
    for (uint64_t next = 0; next < COLLECTIVES; next++) {
        while (atomic_load_explicit(&self->enqueued, memory_order_acquire) <= next) {
        }
        collective_t *collective = &self->queue[next % QUEUE];
        uint64_t before = bench_nanos();
        collective_start_channels(self->subject, collective, self->channels);
        collective_stop_channels(self->subject, collective, self->channels);
        busy += bench_nanos() - before;
        atomic_store_explicit(&self->done, next + 1, memory_order_release);
    }
    self->busy_nanos = (double)busy / COLLECTIVES;
    return NULL;
}

/* Busy time of both threads for one collective: queueing and waiting are left out. */
static void two_thread_round(subject_t *subject, int channels, double *application, double *other) {
    static progress_t shared;
    shared.subject = subject;
    shared.channels = channels;
    atomic_store(&shared.enqueued, 0);
    atomic_store(&shared.done, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, progress, &shared);
    uint64_t busy = 0;
    for (uint64_t next = 0; next < COLLECTIVES; next++) {
        while (atomic_load_explicit(&shared.done, memory_order_acquire) + QUEUE <= next) {
        }
        uint64_t before = bench_nanos();
        collective_enqueue(subject, &shared.queue[next % QUEUE], channels);
        busy += bench_nanos() - before;
        atomic_store_explicit(&shared.enqueued, next + 1, memory_order_release);
    }
    pthread_join(thread, NULL);
    *application = (double)busy / COLLECTIVES;
    *other = shared.busy_nanos;
}

static void two_threads(int channels) {
    static double application[SUBJECTS][ROUNDS];
    static double other[SUBJECTS][ROUNDS];
    static double net_application[ROUNDS];
    static double net_other[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < SUBJECTS; i++) {
            two_thread_round(&subjects[i], channels, &application[i][round], &other[i][round]);
        }
        net_application[round] = application[LOCKSTEP][round] - application[EMPTY][round];
        net_other[round] = other[LOCKSTEP][round] - other[EMPTY][round];
    }
    printf("two threads, %2d channels: %6.1f ns on the application's (quartiles %.1f to %.1f), "
           "%6.1f ns on the progress thread (%.1f to %.1f)\n",
           channels, quantile(net_application, ROUNDS, 0.5),
           quantile(net_application, ROUNDS, 0.25), quantile(net_application, ROUNDS, 0.75),
           quantile(net_other, ROUNDS, 0.5), quantile(net_other, ROUNDS, 0.25),
           quantile(net_other, ROUNDS, 0.75));
}

enum {
    ENQUEUE,
    START_CHANNELS,
    STOP_CHANNELS,
    PARTS
};
static const char *const part_names[PARTS] = {"coll start and stop", "kernel channel starts",
                                              "kernel channel records and stops"};

/* One operation in three timed parts. */
static void play_parts(subject_t *subject, int channels, double part[PARTS]) {
    collective_t collective;
    uint64_t at[PARTS + 1];
    at[0] = bench_nanos();
    collective_enqueue(subject, &collective, channels);
    at[1] = bench_nanos();
    collective_start_channels(subject, &collective, channels);
    at[2] = bench_nanos();
    collective_stop_channels(subject, &collective, channels);
    at[3] = bench_nanos();
    for (int i = 0; i < PARTS; i++) {
        part[i] = (double)(at[i + 1] - at[i]);
    }
}

static void by_kind(int channels) {
    static double nanos[PARTS][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        double sums[SUBJECTS][PARTS] = {{0}};
        for (int i = 0; i < COLLECTIVES; i++) {
            for (int subject = 0; subject < SUBJECTS; subject++) {
                double part[PARTS];
                play_parts(&subjects[subject], channels, part);
                for (int k = 0; k < PARTS; k++) {
                    sums[subject][k] += part[k];
                }
            }
        }
        for (int k = 0; k < PARTS; k++) {
            nanos[k][round] = (sums[LOCKSTEP][k] - sums[EMPTY][k]) / COLLECTIVES;
        }
    }
    const int callbacks[PARTS] = {2, channels, 2 * channels};
    for (int k = 0; k < PARTS; k++) {
        double median = quantile(nanos[k], ROUNDS, 0.5);
        printf("  %-34s %6.1f ns, %5.2f a callback\n", part_names[k], median,
               median / callbacks[k]);
    }
}

static void paced(int channels) {
    static double nanos[SUBJECTS][PARTS][PACED_OPERATIONS];
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (int operation = 0; operation < PACED_OPERATIONS; operation++) {
        for (int i = 0; i < SUBJECTS; i++) {
            next.tv_nsec += PACED_GAP_NANOS;
            next.tv_sec += next.tv_nsec / 1000000000;
            next.tv_nsec %= 1000000000;
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
            double part[PARTS];
            play_parts(&subjects[i], channels, part);
            for (int k = 0; k < PARTS; k++) {
                nanos[i][k][operation] = part[k];
            }
        }
    }
    printf("paced at 500 operations a second, %d channels, lockstep (empty):\n", channels);
    for (int k = 0; k < PARTS; k++) {
        double *lockstep = nanos[LOCKSTEP][k];
        double *empty = nanos[EMPTY][k];
        printf("  %-34s p50 %6.0f (%.0f), p99 %6.0f (%.0f) ns\n", part_names[k],
               quantile(lockstep, PACED_OPERATIONS, 0.5), quantile(empty, PACED_OPERATIONS, 0.5),
               quantile(lockstep, PACED_OPERATIONS, 0.99), quantile(empty, PACED_OPERATIONS, 0.99));
    }
}

/* Whether a part of the benchmark is wanted: all are, unless the command line names some. */
static bool wants(int count, char **names, const char *part) {
    bool wanted = count < 2;
    for (int i = 1; i < count; i++) {
        wanted = wanted || strcmp(names[i], part) == 0;
    }
    return wanted;
}

int main(int count, char **names) {
    bench_directory();
    subject_open(&subjects[LOCKSTEP], "lockstep", lockstep_library());
    subject_open(&subjects[EMPTY], "empty", empty_library());
    bench_print_machine();
    printf("ns net of an empty plugin in the same run, medians of %d rounds of %d collectives\n",
           ROUNDS, COLLECTIVES);
    static const int channels[] = {1, 8, 32};
    for (int i = 0; i < 3 && wants(count, names, "one"); i++) {
        one_thread(channels[i]);
    }
    if (wants(count, names, "kinds")) {
        printf("by kind, 8 channels:\n");
        by_kind(8);
    }
    for (int i = 0; i < 3 && wants(count, names, "two"); i++) {
        two_threads(channels[i]);
    }
    if (wants(count, names, "paced")) {
        paced(8);
    }
    for (int i = 0; i < SUBJECTS; i++) {
        subject_close(&subjects[i]);
    }
    return 0;
}
