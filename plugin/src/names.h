/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions, algorithms and protocols by number. NCCL passes the same literal each time, so a name
 * is looked up by its pointer and then verified by its text: a pointer alone may have been reused.
 * Any thread; a new name is added without a lock. Data types are verified the same way but not
 * published.
 */
#ifndef LOCKSTEP_NAMES_H
#define LOCKSTEP_NAMES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NAME_EMPTY = 0
};

/* Index in the names section. NULL is the empty name, and so is one that found no room. */
uint8_t name_index(const char *text);

/* The private copy of a name: "" for index 0. */
const char *name_text(uint8_t index);

/* Whether NCCL counts this function's elements per rank, while its size is that of all ranks. */
bool name_counts_per_rank(uint8_t function);

/* Bytes of one element; 0 = a type that this version does not know, or NULL. */
uint32_t datatype_bytes(const char *text);

#endif
