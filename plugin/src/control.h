/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The control file: `control` beside the shared-memory files, one page of text that is only read
 * here. It begins with "off" to switch the plugin off; anything else leaves it on. It is mapped
 * once, so it must be edited in place: a file cut short would make the job fault, which is why a
 * short one, or one that a stranger could cut, is not mapped at all.
 */
#ifndef LOCKSTEP_CONTROL_H
#define LOCKSTEP_CONTROL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "words.h"

/* The first word of the control file in that directory, or of a page that always says "on". */
const _Atomic uint32_t *control_open(int directory);

void control_close(const _Atomic uint32_t *word);

static inline bool control_is_off(const _Atomic uint32_t *word) {
    return (word_get(word) & 0xffffff) == ('o' | 'f' << 8 | 'f' << 16);
}

#endif
