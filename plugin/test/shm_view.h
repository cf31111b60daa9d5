/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a reader sees in a shared-memory file: a copy made with read(), never a mapping, of the
 * newest file in the test's directory. Sums series by function, finds communicators, slots and ring
 * records, and checks what must hold in every file at any moment. Trusts no size or index without a
 * check.
 */
#ifndef LOCKSTEP_TEST_SHM_VIEW_H
#define LOCKSTEP_TEST_SHM_VIEW_H

#include <stdbool.h>

#include "../include/shm_layout.h"

typedef struct {
    char path[512];
    int descriptor;
    size_t bytes;
    unsigned char *copy; /* the whole file */
    const shm_header_t *header;
} shm_view_t;

typedef struct {
    uint64_t calls;
    uint64_t bytes;
    uint64_t sum_nanos;
    uint64_t fused;
    uint64_t suspect;
    uint64_t untimed;
    uint64_t timed; /* sum of the buckets */
    uint64_t buckets[SHM_BUCKETS];
} shm_totals_t;

/* Opens the newest file of the test's directory that begins with the magic; false if there is none.
 */
bool shm_view_open(shm_view_t *view);
/* The same, but ends the program if there is none or it is malformed. */
void shm_view_require(shm_view_t *view);
/* Copies the file again. */
bool shm_view_refresh(shm_view_t *view);
void shm_view_close(shm_view_t *view);
/* Files in the test's directory that begin with the magic; all other entries beside. */
int shm_view_files(void);
int shm_view_entries(void);

/* A section's first entry in the copy and its capacity; NULL and 0 if absent. */
const void *shm_view_section(const shm_view_t *view, uint32_t kind, uint32_t *capacity);
uint64_t shm_view_counter(const shm_view_t *view, enum shm_counter counter);
/* Sum of all refusals (drops) without those that lose nothing: unknown datatypes and full name
 * tables. */
uint64_t shm_view_suspects(const shm_view_t *view);
const char *shm_view_name(const shm_view_t *view, unsigned index);

/* Sums over the series of a function (NULL: of all), of one kind (-1: of all), of one row (-1: of
 * all). */
shm_totals_t shm_view_sum(const shm_view_t *view, const char *function, int kind, int row);
/* The totals of a function over everything. */
shm_totals_t shm_view_totals(const shm_view_t *view, const char *function);
/* Series in use whose size class is the given one; -1 counts all. */
int shm_view_series(const shm_view_t *view, int size_class);
/* The bucket a duration belongs to, computed from the definition. */
unsigned shm_view_bucket(uint64_t nanos);

/* The n-th row (from 0) of that hash that is not free; NULL if there are fewer. */
const shm_communicator_t *shm_view_communicator(const shm_view_t *view, uint64_t hash, int nth);
int shm_view_row(const shm_view_t *view, const shm_communicator_t *communicator);

/* Operations enqueued and not done, and the n-th of them. */
int shm_view_in_flight(const shm_view_t *view);
const shm_slot_t *shm_view_slot_in_flight(const shm_view_t *view, int nth);

/* Record number n if it is whole and in the ring of this copy, else NULL. */
const shm_record_t *shm_view_record(const shm_view_t *view, uint64_t number);
uint64_t shm_view_ring_reserved(const shm_view_t *view);
uint64_t shm_view_ring_readable(const shm_view_t *view);

static inline unsigned shm_record_flags_of(const shm_record_t *record) {
    return (unsigned)(record->packed >> 56);
}
static inline unsigned shm_record_channels_of(const shm_record_t *record) {
    return (unsigned)(record->packed >> 48) & 0xff;
}

/* Checks what holds in every file: sizes, calls = buckets + suspect + untimed, stopped within
 * started. A writer may be at work; `quiet` adds the equalities that hold only when none is. */
void shm_view_check(const shm_view_t *view, bool quiet);

/* The same answers from a file opened, checked as quiet and closed for one question. */
shm_totals_t shm_now_totals(const char *function);
uint64_t shm_now_counter(enum shm_counter counter);
int shm_now_in_flight(void);

#endif
