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

static bool take_ring(const char **rest, uint32_t *shift) {
    if (take(rest, "off")) {
        *shift = RING_SHIFT_NONE;
        return true;
    }
    uint64_t share;
    if (!take(rest, "1/") || !take_number(rest, &share) || share == 0 ||
        (share & (share - 1)) != 0 || share > UINT64_C(1) << RING_SHIFT_MAX) {
        return false;
    }
    *shift = (uint32_t)__builtin_ctzll(share);
    return true;
}

static bool take_setting(const char **rest, control_line_t *settings) {
    if (take(rest, "floor=")) {
        return take_number(rest, &settings->size_floor_bytes);
    }
    if (take(rest, "ring=")) {
        return take_ring(rest, &settings->ring_shift);
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
