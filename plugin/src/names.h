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
#include <stddef.h>
#include <stdint.h>

#include "../include/shm_layout.h"
#include "known_text.h"
#include "words.h"

enum {
    NAME_EMPTY = 0,
    DATATYPES = 19,
    POINTERS_CACHED = 256, /* a power of two */
};

typedef struct {
    _Atomic uint32_t state; /* READY once the rest can be read */
    bool counts_per_rank;
    uint64_t hash; /* FNV-1a of its bytes: the same in every process */
    known_text_t text;
} name_entry_t;

typedef struct {
    known_text_t text;
    uint32_t bytes;
} datatype_t;

/* Of names.c, for the functions below alone. By pointer: pointer << 8 | index; user-space pointers
 * have at most 56 bits. */
extern name_entry_t name_entries[SHM_NAMES_MAX];
extern const datatype_t datatypes[DATATYPES];
extern _Atomic uint64_t names_by_pointer[POINTERS_CACHED];
extern _Atomic uint64_t datatypes_by_pointer[POINTERS_CACHED];

static inline uint32_t pointer_hash(const char *text) {
    uint64_t value = (uint64_t)(uintptr_t)text;
    return (uint32_t)((value * UINT64_C(0x9e3779b97f4a7c15)) >> 56) & (POINTERS_CACHED - 1);
}

OUT_OF_LINE uint8_t name_index_slowly(const char *text);
OUT_OF_LINE uint32_t datatype_bytes_slowly(const char *text);

/* Index in the names section. NULL is the empty name, and so is one that found no room. */
static inline uint8_t name_index(const char *text) {
    /* Pairs with the release in name_index_slowly: the text is there. */
    uint64_t word = word_get_acquire(&names_by_pointer[pointer_hash(text)]);
    uint8_t index = (uint8_t)word;
    bool is_cached = index != NAME_EMPTY && word >> 8 == (uint64_t)(uintptr_t)text;
    return LIKELY(is_cached && known_text_is(&name_entries[index].text, text))
               ? index
               : name_index_slowly(text);
}

/* The private copy of a name: "" for index 0. */
static inline const char *name_text(uint8_t index) {
    return name_entries[index].text.bytes;
}

/* The same in every process, as the index is not. */
static inline uint64_t name_hash(uint8_t index) {
    return name_entries[index].hash;
}

/* Whether NCCL counts this function's elements per rank, while its size is that of all ranks. */
static inline bool name_counts_per_rank(uint8_t function) {
    return name_entries[function].counts_per_rank;
}

/* Bytes of one element; 0 = a type that this version does not know, or NULL. */
static inline uint32_t datatype_bytes(const char *text) {
    uint64_t word = word_get(&datatypes_by_pointer[pointer_hash(text)]);
    uint32_t index = (uint32_t)(word & 0xff);
    bool is_cached = text != NULL && word >> 8 == (uint64_t)(uintptr_t)text && index < DATATYPES;
    return LIKELY(is_cached && known_text_is(&datatypes[index].text, text))
               ? datatypes[index].bytes
               : datatype_bytes_slowly(text);
}

#endif
