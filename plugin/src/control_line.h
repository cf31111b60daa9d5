/* SPDX-License-Identifier: Apache-2.0 */
/* What a line of the control file says. Pure. */
#ifndef LOCKSTEP_CONTROL_LINE_H
#define LOCKSTEP_CONTROL_LINE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RING_SHIFT_MAX = 20,  /* one operation of about a million */
    RING_SHIFT_NONE = 64, /* no operation at all */
};

typedef struct {
    bool off;
    uint64_t size_floor_bytes;
    uint32_t ring_shift; /* one operation of 2^ring_shift is kept in the ring */
} control_line_t;

/* Changes what the line names and leaves the rest; false, and nothing is changed, for a line that
 * is not as the grammar says. A line that begins with "off" means off, whatever follows. */
bool control_line_read(const char *line, control_line_t *settings);

#endif
