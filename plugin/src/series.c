/* SPDX-License-Identifier: Apache-2.0 */
/* The series table: open addressing over private keys, mirrored in the file. See series.h. */
#include "series.h"

#include <string.h>

#define KEY_REMOVED                                                              \
    UINT64_C(1) /* was in use: a search goes on behind it, an insertion takes it \
                 */

enum {
    OVERFLOW_SERIES_MAX = 48, /* of the table, kept for the overflow series of each function */
};

/* What the file shows, where nobody else can write. */
static _Atomic uint64_t keys[SHM_SERIES_MAX];
static _Atomic uint64_t series_in_use;

static void publish(uint32_t index, uint64_t key, uint32_t owner_serial) {
    shm_series_key_t *published = &plugin.shm.series_keys[index];
    word_set(&published->owner_serial, owner_serial);
    word_publish(&published->key, key); /* Pairs with the acquire load of a key in readers. */
}

/* Finds a key or puts it at the first place free on its way; NO_SERIES if there is none. */
static uint16_t find_or_add(uint64_t key, uint32_t owner_serial, uint64_t limit) {
    uint32_t mask = plugin.shm.capacity.series - 1;
    for (int attempt = 0; attempt < 4; attempt++) {
        uint32_t free_index = NO_SERIES;
        for (uint32_t step = 0; step <= mask; step++) {
            uint32_t index = (series_hash(key) + step) & mask;
            uint64_t found = word_get(&keys[index]);
            if (found == key) {
                return (uint16_t)index;
            }
            if (found <= KEY_REMOVED && free_index == NO_SERIES) {
                free_index = index;
            }
            if (found == 0) {
                break;
            }
        }
        if (free_index == NO_SERIES || word_get(&series_in_use) >= limit) {
            return NO_SERIES;
        }
        uint64_t expected = word_get(&keys[free_index]);
        if (expected <= KEY_REMOVED &&
            atomic_compare_exchange_strong_explicit(&keys[free_index], &expected, key,
                                                    memory_order_acq_rel, memory_order_relaxed)) {
            word_add_shared(&series_in_use, 1);
            publish(free_index, key, owner_serial);
            return (uint16_t)free_index;
        }
        /* Another thread took the place, perhaps for this very key: look again. */
    }
    return NO_SERIES;
}

static uint16_t find_overflow(series_name_t name) {
    series_name_t other = {
        .function = name.function, .size_class = SHM_SIZE_CLASS_OTHER, .kind = name.kind};
    return find_or_add(series_key(other), plugin.communicators[0].serial, plugin.shm.capacity.series);
}

/* What the cache keeps of a series: its index and marks, or NO_SERIES. */
static uint16_t find_to_cache(communicator_t *communicator, series_name_t name) {
    uint64_t limit = plugin.shm.capacity.series - OVERFLOW_SERIES_MAX;
    uint16_t index = find_or_add(series_key(name), communicator->serial, limit);
    if (index == NO_SERIES) {
        index = find_overflow(name);
        return index == NO_SERIES ? NO_SERIES : index | SERIES_SHARED | SERIES_IS_OVERFLOW;
    }
    bool by_channel_thread = name.kind == SHM_KIND_KERNEL || name.kind == SHM_KIND_CPU_TIMED;
    return by_channel_thread && name.row != 0 ? index : index | SERIES_SHARED;
}

uint16_t series_find_slowly(communicator_t *communicator, series_name_t name) {
    _Atomic uint64_t *cached = series_cached(communicator, name);
    uint64_t word = word_get(cached);
    if ((word & ~UINT64_C(0xffff)) != series_tag(name)) {
        word = series_tag(name) | find_to_cache(communicator, name);
        word_set(cached, word);
    }
    uint16_t series = (uint16_t)word;
    if (series_overflows(series)) {
        plugin_count(SHM_DROP_SERIES_TABLE_FULL);
        return series == NO_SERIES ? NO_SERIES : (uint16_t)(series & ~SERIES_IS_OVERFLOW);
    }
    return series;
}

void series_add_untimed(uint16_t series, uint64_t bytes) {
    if (series == NO_SERIES) {
        return; /* counted as SHM_DROP_SERIES_TABLE_FULL when it was looked for */
    }
    shm_series_cell_t *cell = series_cell(series);
    word_add_shared(&cell->calls, 1);
    word_add_shared(&cell->bytes, bytes);
    word_add_shared(&cell->untimed, 1);
}

static void clear_cell(shm_series_cell_t *cell) {
    word_set(&cell->calls, 0);
    word_set(&cell->bytes, 0);
    word_set(&cell->sum_nanos, 0);
    word_set(&cell->fused, 0);
    word_set(&cell->suspect, 0);
    word_set(&cell->untimed, 0);
    for (uint32_t bucket = 0; bucket < SHM_BUCKETS; bucket++) {
        word_set(&cell->buckets[bucket], 0);
    }
}

void series_remove_row(uint16_t row) {
    for (uint32_t index = 0; index < plugin.shm.capacity.series; index++) {
        uint64_t key = word_get(&keys[index]);
        if ((key & SERIES_KEY_IN_USE) == 0 || (key & 0xffff) != row) {
            continue;
        }
        word_set(&plugin.shm.series_keys[index].key, 0);
        words_release_fence(); /* Pairs with the reader's second look at the key. */
        clear_cell(&plugin.shm.series_cells[index]);
        word_publish(&keys[index], KEY_REMOVED); /* Pairs with the claim in find_or_add. */
        atomic_fetch_sub_explicit(&series_in_use, 1, memory_order_relaxed);
    }
}
