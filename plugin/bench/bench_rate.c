/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A million operations a second for five seconds: all of them must be in the histograms, and what
 * the ring lost must be known exactly. Reads the file as any reader does and fails if a single one
 * is missing.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../include/shm_layout.h"
#include "bench.h"

enum {
    OPERATIONS_A_SECOND = 1000 * 1000,
    SECONDS = 5,
    CHANNELS = 1,
    OPERATIONS_A_TURN = 500,
};
#define TURN_NANOS (UINT64_C(1000000000) * OPERATIONS_A_TURN / OPERATIONS_A_SECOND)

static char *read_file(const char *directory) {
    DIR *entries = opendir(directory);
    const struct dirent *entry;
    int file = -1;
    while (entries != NULL && file < 0 && (entry = readdir(entries)) != NULL) {
        file = strstr(entry->d_name, ".lockstep") != NULL
                   ? openat(dirfd(entries), entry->d_name, O_RDONLY)
                   : -1;
    }
    shm_header_t header;
    if (file < 0 || pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header) {
        fprintf(stderr, "bench_rate: no file in %s\n", directory);
        exit(1);
    }
    char *copy = malloc(header.file_bytes);
    if (copy == NULL || pread(file, copy, header.file_bytes, 0) != (ssize_t)header.file_bytes) {
        fprintf(stderr, "bench_rate: the file is shorter than it says\n");
        exit(1);
    }
    close(file);
    closedir(entries);
    return copy;
}

static const void *section(const char *file, uint32_t kind, uint32_t *capacity) {
    const shm_header_t *header = (const void *)file;
    for (uint32_t i = 0; i < header->section_count; i++) {
        if (header->sections[i].kind == kind) {
            *capacity = header->sections[i].capacity;
            return file + header->sections[i].offset;
        }
    }
    return NULL;
}

static uint64_t operations_in_histograms(const char *file) {
    uint32_t capacity = 0;
    const shm_series_cell_t *cells = section(file, SHM_SECTION_SERIES_CELLS, &capacity);
    uint64_t operations = 0;
    for (uint32_t i = 0; i < capacity; i++) {
        for (uint32_t bucket = 0; bucket < SHM_BUCKETS; bucket++) {
            operations += cells[i].buckets[bucket];
        }
    }
    return operations;
}

static uint64_t records_in_ring(const char *file, uint64_t *reserved) {
    uint32_t capacity = 0;
    const shm_ring_head_t *head = section(file, SHM_SECTION_RING_HEAD, &capacity);
    const shm_record_t *ring = section(file, SHM_SECTION_RING, &capacity);
    *reserved = head->reserved;
    uint64_t records = 0;
    for (uint32_t i = 0; i < capacity; i++) {
        uint64_t number = ring[i].number;
        records += number != 0 && number + capacity > *reserved && number <= *reserved;
    }
    return records;
}

int main(void) {
    subject_t subject;
    const char *directory = bench_directory();
    subject_open(&subject, "lockstep", lockstep_library());
    uint64_t start = bench_nanos();
    uint64_t busy = 0;
    uint64_t turns = (uint64_t)SECONDS * OPERATIONS_A_SECOND / OPERATIONS_A_TURN;
    for (uint64_t turn = 0; turn < turns; turn++) {
        while (bench_nanos() - start < turn * TURN_NANOS) {
        }
        uint64_t before = bench_nanos();
        for (int i = 0; i < OPERATIONS_A_TURN; i++) {
            collective_t collective;
            collective_enqueue(&subject, &collective, CHANNELS);
            collective_start_channels(&subject, &collective, CHANNELS);
            collective_stop_channels(&subject, &collective, CHANNELS);
        }
        busy += bench_nanos() - before;
    }
    double seconds = (double)(bench_nanos() - start) / 1e9;
    uint64_t played = turns * OPERATIONS_A_TURN;
    char *file = read_file(directory);
    uint64_t counted = operations_in_histograms(file);
    uint64_t reserved;
    uint64_t readable = records_in_ring(file, &reserved);
    bench_print_machine();
    printf("%llu operations in %.2f s (%.0f a second, %.1f %% of a core): %llu in the histograms; "
           "ring: %llu written, %llu readable, %llu lost\n",
           (unsigned long long)played, seconds, (double)played / seconds,
           100.0 * (double)busy / 1e9 / seconds, (unsigned long long)counted,
           (unsigned long long)reserved, (unsigned long long)readable,
           (unsigned long long)(reserved - readable));
    free(file);
    subject_close(&subject);
    return counted == played && reserved == played ? 0 : 1;
}
