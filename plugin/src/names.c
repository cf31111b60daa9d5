/* SPDX-License-Identifier: Apache-2.0 */
/* The name table: a private copy to compare with, and the published one. See names.h. */
#include "names.h"

#include <stddef.h>
#include <string.h>

#include "state.h"

enum {
    CLAIM_SPINS_MAX = 1000, /* some microseconds, for the copy of 56 bytes by another thread */
};

/* What `state` says. */
enum {
    ENTRY_FREE = 0,
    ENTRY_CLAIMED = 1,
    ENTRY_READY = 2
};

name_entry_t name_entries[SHM_NAMES_MAX] = {{.state = ENTRY_READY}};
_Atomic uint64_t names_by_pointer[POINTERS_CACHED];
_Atomic uint64_t datatypes_by_pointer[POINTERS_CACHED];

#define DATATYPE(name, size) \
    { KNOWN_TEXT(name), (size) }
const datatype_t datatypes[DATATYPES] = {
    DATATYPE("", 0),
    DATATYPE("ncclInt8", 1),
    DATATYPE("ncclChar", 1),
    DATATYPE("ncclUint8", 1),
    DATATYPE("Unknown", 1), /* what NCCL calls ncclUint8 */
    DATATYPE("ncclInt32", 4),
    DATATYPE("ncclInt", 4),
    DATATYPE("ncclUint32", 4),
    DATATYPE("ncclInt64", 8),
    DATATYPE("ncclUint64", 8),
    DATATYPE("ncclFloat16", 2),
    DATATYPE("ncclHalf", 2),
    DATATYPE("ncclFloat32", 4),
    DATATYPE("ncclFloat", 4),
    DATATYPE("ncclFloat64", 8),
    DATATYPE("ncclDouble", 8),
    DATATYPE("ncclBfloat16", 2),
    DATATYPE("ncclFloat8e4m3", 1),
    DATATYPE("ncclFloat8e5m2", 1),
};

static const char *const per_rank_functions[] = {
    "AllGather", "ReduceScatter", "AlltoAll", "Gather", "Scatter",
};

static uint64_t pointer_word(const char *text, uint32_t index) {
    return (uint64_t)(uintptr_t)text << 8 | index;
}

static bool is_per_rank(const char *text) {
    for (size_t i = 0; i < sizeof per_rank_functions / sizeof per_rank_functions[0]; i++) {
        if (strcmp(text, per_rank_functions[i]) == 0) {
            return true;
        }
    }
    return false;
}

static uint64_t hash_of(const char *text) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static void publish(uint32_t index, const char *text, size_t length) {
    name_entry_t *entry = &name_entries[index];
    known_text_set(&entry->text, text, length);
    entry->counts_per_rank = is_per_rank(entry->text.bytes);
    entry->hash = hash_of(entry->text.bytes);
    shm_name_t *published = &plugin.shm.names[index];
    memcpy(published->text, entry->text.bytes, length + 1);
    /* Pairs with the acquire load of a name's length in readers. */
    word_publish(&published->length, (uint32_t)length);
    /* Pairs with the acquire load in entry_is_ready. */
    word_publish(&entry->state, ENTRY_READY);
}

static bool entry_is_ready(name_entry_t *entry) {
    for (int spin = 0; spin < CLAIM_SPINS_MAX; spin++) {
        if (word_get_acquire(&entry->state) == ENTRY_READY) { /* Pairs with publish. */
            return true;
        }
    }
    return false;
}

/* Finds or adds a name by its text. Entries are only ever added, at the first free place. */
static uint8_t find_or_add(const char *text) {
    size_t length = strnlen(text, KNOWN_TEXT_BYTES - 1);
    for (uint32_t index = 1; index < plugin.shm.capacity.names; index++) {
        name_entry_t *entry = &name_entries[index];
        if (word_get(&entry->state) == ENTRY_FREE &&
            word_claim(&entry->state, ENTRY_FREE, ENTRY_CLAIMED)) {
            publish(index, text, length);
            return (uint8_t)index;
        }
        if (entry_is_ready(entry) && entry->text.length == length &&
            memcmp(entry->text.bytes, text, length) == 0) {
            return (uint8_t)index;
        }
    }
    plugin_count(SHM_DROP_NAME_TABLE_FULL);
    return NAME_EMPTY;
}

uint8_t name_index_slowly(const char *text) {
    if (text == NULL || text[0] == '\0') {
        return NAME_EMPTY;
    }
    uint8_t index = find_or_add(text);
    if (index != NAME_EMPTY) {
        /* Pairs with the acquire load in name_index: the text is there. */
        word_publish(&names_by_pointer[pointer_hash(text)], pointer_word(text, index));
    }
    return index;
}

static uint32_t datatype_index(const char *text) {
    for (uint32_t index = 1; index < DATATYPES; index++) {
        if (strcmp(text, datatypes[index].text.bytes) == 0) {
            return index;
        }
    }
    return 0;
}

uint32_t datatype_bytes_slowly(const char *text) {
    if (text == NULL) {
        return 0;
    }
    uint32_t index = datatype_index(text);
    word_set(&datatypes_by_pointer[pointer_hash(text)], pointer_word(text, index));
    return datatypes[index].bytes;
}
