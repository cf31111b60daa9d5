/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The control file: `control` beside the shared-memory files, a page of text that is only read here
 * and whose first line says what is recorded. docs/shared-memory.md has its grammar. It is mapped
 * once, so it must be edited in place: a file cut short would make the job fault, which is why a
 * short one, or one that a stranger could cut, is not mapped at all.
 *
 * A callback compares the line's first eight bytes with those that it saw last; the line is read
 * again when they differ, and a few times a second, because what comes behind them may have changed.
 * Any thread; one at a time reads the line.
 */
#ifndef LOCKSTEP_CONTROL_H
#define LOCKSTEP_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "state.h"

enum {
    CONTROL_LOOK_NANOS = 250 * 1000 * 1000,
    CONTROL_LINE_MAX = 256, /* bytes; a longer line is one that cannot be read */
};

/* The words of the control file in that directory, or of a page that is empty. */
const _Atomic uint64_t *control_open(int directory);

void control_close(const _Atomic uint64_t *words);

/* Reads the line again and does what it says. */
OUT_OF_LINE void control_look(void);

/* Whether new operations are to be left out. */
static inline bool control_is_off(void) {
    if (UNLIKELY(word_get(plugin.control) != word_get(&plugin.control_seen))) {
        control_look();
    }
    return word_get(&plugin.switched_off) != 0;
}

/* With the time that a callback has read anyway. */
static inline void control_look_in_time(uint64_t now) {
    if (UNLIKELY(now >= word_get(&plugin.control_due_nanos))) {
        control_look();
    }
}

#endif
