/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operation series: counters and the duration histogram of one (communicator, function, algorithm,
 * protocol, size class, kind). Found by enqueuing threads, through a small cache in the
 * communicator's row. Written by the communicator's channel thread, except what is shared: row 0,
 * the overflow series and the kinds that have no channels, which any thread may add to.
 */
#ifndef LOCKSTEP_SERIES_H
#define LOCKSTEP_SERIES_H

#include <stdbool.h>
#include <stdint.h>

#include "state.h"

typedef struct {
    uint16_t row;
    uint8_t function;
    uint8_t algorithm;
    uint8_t protocol;
    uint8_t size_class;
    uint8_t kind;
} series_name_t;

enum {
    SERIES_IS_OVERFLOW = 0x4000, /* beside a cached index: the series is an overflow series */
};
_Static_assert(SHM_SERIES_MAX < SERIES_IS_OVERFLOW, "an index leaves room for both marks");

#define SERIES_KEY_IN_USE (UINT64_C(1) << 63)

/* The low 48 bits of a series' key and of a ring record's packed word. */
static inline uint64_t series_packed(series_name_t name) {
    return (uint64_t)name.size_class << 40 | (uint64_t)name.protocol << 32 |
           (uint64_t)name.algorithm << 24 | (uint64_t)name.function << 16 | name.row;
}

static inline uint64_t series_key(series_name_t name) {
    return SERIES_KEY_IN_USE | (uint64_t)name.kind << 48 | series_packed(name);
}

static inline uint32_t series_hash(uint64_t key) {
    return (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 40);
}

/* Where a communicator remembers the series, if it does: its tag, with the index and marks in the
 * place of the row, which is the communicator's own. */
static inline _Atomic uint64_t *series_cached(communicator_t *communicator, series_name_t name) {
    return &communicator->series_cache[series_hash(series_key(name)) & (SERIES_CACHE_ENTRIES - 1)];
}

static inline uint64_t series_tag(series_name_t name) {
    return series_key(name) & ~UINT64_C(0xffff);
}

/* True of NO_SERIES too. */
static inline bool series_overflows(uint16_t series) {
    return (series & SERIES_IS_OVERFLOW) != 0;
}

/* The same as series_find, for every case. */
OUT_OF_LINE uint16_t series_find_slowly(communicator_t *communicator, series_name_t name);

/* The series, made if need be: its index, marked SERIES_SHARED if any thread may add to it;
 * NO_SERIES if not even an overflow series is left. */
static inline uint16_t series_find(communicator_t *communicator, series_name_t name) {
    uint64_t word = word_get(series_cached(communicator, name));
    bool is_cached =
        (word & ~UINT64_C(0xffff)) == series_tag(name) && !series_overflows((uint16_t)word);
    return LIKELY(is_cached) ? (uint16_t)word : series_find_slowly(communicator, name);
}

/* Adds calls that have no duration; from any thread. */
void series_add_untimed(uint16_t series, uint64_t bytes);

static inline shm_series_cell_t *series_cell(uint16_t series) {
    return &plugin.shm.series_cells[series & ~SERIES_SHARED];
}

/* Removes all series of a row before the row is given to another communicator. Init only. */
void series_remove_row(uint16_t row);

/* The class of sizes up to 2^class bytes. */
static inline uint8_t size_class_of(uint64_t bytes) {
    return bytes <= 1 ? 0 : (uint8_t)(64 - __builtin_clzll(bytes - 1));
}

#endif
