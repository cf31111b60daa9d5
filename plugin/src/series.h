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

/* The series, made if need be: its index, marked SERIES_SHARED if any thread may add to it;
 * NO_SERIES if not even an overflow series is left. */
uint16_t series_find(communicator_t *communicator, series_name_t name);

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
