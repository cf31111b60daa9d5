/* SPDX-License-Identifier: Apache-2.0 */
/* Reading the environment. See settings.h. */
#include "settings.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS_MAX = 18
};

/* False unless the text is digits alone, and few enough not to overflow. */
static bool parse(const char *text, uint64_t *value) {
    size_t length = strnlen(text, DIGITS_MAX + 1);
    if (length == 0 || length > DIGITS_MAX || strspn(text, "0123456789") != length) {
        return false;
    }
    *value = strtoull(text, NULL, 10);
    return true;
}

static enum connections connections_wanted(void) {
    const char *wanted = getenv("LOCKSTEP_CONNECTIONS");
    if (wanted != NULL && strcmp(wanted, "0") == 0) {
        return CONNECTIONS_NEVER;
    }
    return wanted != NULL && strcmp(wanted, "1") == 0 ? CONNECTIONS_ALWAYS
                                                      : CONNECTIONS_BETWEEN_NODES;
}

settings_t settings_read(void) {
    settings_t settings = {0};
    const char *disable = getenv("LOCKSTEP_DISABLE");
    settings.disabled = disable != NULL && strcmp(disable, "1") == 0;
    const char *phases = getenv("LOCKSTEP_KERNEL_PHASES");
    settings.kernel_phases = phases != NULL && strcmp(phases, "1") == 0;
    settings.connections = connections_wanted();
    const char *directory = getenv("LOCKSTEP_DIR");
    settings.directory = directory != NULL && directory[0] != '\0' ? directory : NULL;
    const char *floor = getenv("LOCKSTEP_SIZE_FLOOR");
    settings.floor_is_wrong =
        floor != NULL && floor[0] != '\0' && !parse(floor, &settings.size_floor_bytes);
    return settings;
}

int32_t settings_number(const char *name) {
    const char *text = getenv(name);
    uint64_t value = 0;
    return text != NULL && parse(text, &value) && value <= INT32_MAX ? (int32_t)value : -1;
}
