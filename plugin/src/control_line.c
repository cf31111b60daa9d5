/* SPDX-License-Identifier: Apache-2.0 */
/* The grammar of the control file's line. See control_line.h. */
#include "control_line.h"

#include <string.h>

enum {
    DIGITS_MAX = 18 /* cannot overflow */
};

/* Takes a text off the front. */
static bool take(const char **rest, const char *text) {
    size_t length = strlen(text);
    if (strncmp(*rest, text, length) != 0) {
        return false;
    }
    *rest += length;
    return true;
}

static bool take_number(const char **rest, uint64_t *value) {
    uint64_t number = 0;
    int digits = 0;
    for (; **rest >= '0' && **rest <= '9'; (*rest)++) {
        if (++digits > DIGITS_MAX) {
            return false;
        }
        number = number * 10 + (uint64_t)(**rest - '0');
    }
    *value = number;
    return digits > 0;
}

/* A share of one of a power of two, or none. */
static bool take_share(const char **rest, uint32_t *shift, uint32_t max, uint32_t none) {
    if (take(rest, "off")) {
        *shift = none;
        return true;
    }
    uint64_t share;
    if (!take(rest, "1/") || !take_number(rest, &share) || share == 0 ||
        (share & (share - 1)) != 0 || share > UINT64_C(1) << max) {
        return false;
    }
    *shift = (uint32_t)__builtin_ctzll(share);
    return true;
}

static bool take_rank(const char **rest, uint32_t *rank) {
    uint64_t number;
    if (!take_number(rest, &number) || number > INT32_MAX) {
        return false;
    }
    *rank = (uint32_t)number;
    return true;
}

/* "3" or "8-15". */
static bool take_range(const char **rest, rank_range_t *range) {
    if (!take_rank(rest, &range->first)) {
        return false;
    }
    range->last = range->first;
    return !take(rest, "-") || (take_rank(rest, &range->last) && range->last >= range->first);
}

static bool take_steps(const char **rest, control_line_t *settings) {
    if (!take_share(rest, &settings->step_shift, STEP_SHIFT_MAX, STEP_SHIFT_NONE)) {
        return false;
    }
    settings->step_range_count = 0;
    if (!take(rest, "@")) {
        return true;
    }
    do {
        if (settings->step_range_count == RANK_RANGES_MAX ||
            !take_range(rest, &settings->step_ranges[settings->step_range_count++])) {
            return false;
        }
    } while (take(rest, ","));
    return true;
}

static bool take_setting(const char **rest, control_line_t *settings) {
    if (take(rest, "floor=")) {
        return take_number(rest, &settings->size_floor_bytes);
    }
    if (take(rest, "ring=")) {
        return take_share(rest, &settings->ring_shift, RING_SHIFT_MAX, RING_SHIFT_NONE);
    }
    if (take(rest, "steps=")) {
        return take_steps(rest, settings);
    }
    return take(rest, "on");
}

bool control_line_read(const char *line, control_line_t *settings) {
    if (strncmp(line, "off", 3) == 0) {
        settings->off = true;
        return true;
    }
    control_line_t read = *settings;
    read.off = false;
    const char *rest = line;
    while (*rest != '\0') {
        if (!take_setting(&rest, &read) || (*rest != '\0' && !take(&rest, " "))) {
            return false;
        }
    }
    *settings = read;
    return true;
}
