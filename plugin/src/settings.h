/* SPDX-License-Identifier: Apache-2.0 */
/* The plugin's own configuration, read from the environment once, at the first init. */
#ifndef LOCKSTEP_SETTINGS_H
#define LOCKSTEP_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

enum connections {
    CONNECTIONS_BETWEEN_NODES, /* followed once there is a communicator that spans nodes */
    CONNECTIONS_ALWAYS,
    CONNECTIONS_NEVER,
};

typedef struct {
    bool disabled;             /* LOCKSTEP_DISABLE=1 */
    const char *directory;     /* LOCKSTEP_DIR; NULL = /dev/shm/lockstep-<uid> */
    uint64_t size_floor_bytes; /* LOCKSTEP_SIZE_FLOOR; 0 = record operations of every size */
    bool kernel_phases;        /* LOCKSTEP_KERNEL_PHASES=1: ask API v7 for them */
    enum connections connections; /* LOCKSTEP_CONNECTIONS: 1, 0, or anything else for the default */
    bool floor_is_wrong;       /* it was no number, and 0 is used */
} settings_t;

settings_t settings_read(void);

/* A whole number of at most 2^31 - 1 from the environment; -1 if absent or anything else. */
int32_t settings_number(const char *name);

#endif
