/* SPDX-License-Identifier: Apache-2.0 */
/* What a line of the control file says. Pure. */
#ifndef LOCKSTEP_CONTROL_LINE_H
#define LOCKSTEP_CONTROL_LINE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RING_SHIFT_MAX = 20,  /* one operation of about a million */
    RING_SHIFT_NONE = 64, /* no operation at all */
    STEP_SHIFT_MAX = 20,
    STEP_SHIFT_NONE = 64,
    RANK_RANGES_MAX = 8,
};

/* Ranks from `first` to `last`. */
typedef struct {
    uint32_t first;
    uint32_t last;
} rank_range_t;

typedef struct {
    bool off;
    uint64_t size_floor_bytes;
    uint32_t ring_shift; /* one operation of 2^ring_shift is kept in the ring */
    uint32_t step_shift; /* one step of 2^step_shift is timed */
    uint32_t step_range_count; /* 0 = that holds for all ranks */
    rank_range_t step_ranges[RANK_RANGES_MAX];
} control_line_t;

/* Changes what the line names and leaves the rest; false, and nothing is changed, for a line that
 * is not as the grammar says. A line that begins with "off" means off, whatever follows. */
bool control_line_read(const char *line, control_line_t *settings);

#endif
