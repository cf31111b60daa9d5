/* SPDX-License-Identifier: Apache-2.0 */
/* The connection table: open addressing over private keys, mirrored in the file. See
 * connections.h. */
#include "connections.h"

#define KEY_IN_USE (UINT64_C(1) << 63)
#define KEY_SENDS (UINT64_C(1) << 62)
#define KEY_FOREIGN (UINT64_C(1) << 61)
#define KEY_OTHER (UINT64_C(1) << 60)
#define KEY_REMOVED UINT64_C(1) /* was in use: a search goes on behind it */

enum {
    OTHERS = 2, /* entries for what finds no room, one a direction: the table's last ones */
    ATTEMPTS_MAX = 4,
};

static const uint32_t no_entry = UINT32_MAX;

/* What the file shows, where nobody else can write. */
static _Atomic uint64_t keys[SHM_CONNECTIONS_MAX];

static uint64_t key_of(const connection_name_t *name) {
    return KEY_IN_USE | (name->sends ? KEY_SENDS : 0) | (name->foreign ? KEY_FOREIGN : 0) |
           (uint64_t)name->channel << 48 | (uint64_t)(uint32_t)name->peer << 16 | name->row;
}

/* Makes an entry the key's, unless another thread is faster; true if it is the key's now. */
static bool claim(uint32_t index, uint64_t found, uint64_t key) {
    if (!atomic_compare_exchange_strong_explicit(&keys[index], &found, key, memory_order_acq_rel,
                                                 memory_order_relaxed)) {
        return found == key;
    }
    shm_connection_key_t *published = &plugin.shm.connection_keys[index];
    word_set(&published->owner_serial, plugin.shm.communicators[key & 0xffff].serial);
    word_publish(&published->key, key); /* Pairs with the acquire load of a key in readers. */
    return true;
}

/* Finds an entry or takes the first place free on its way. */
static uint32_t find_or_add(uint64_t key) {
    uint32_t places = plugin.shm.capacity.connections - OTHERS;
    uint32_t first = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) % places;
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        uint32_t free_index = no_entry;
        uint64_t free_key = 0;
        for (uint32_t step = 0; step < places; step++) {
            uint32_t index = first + step < places ? first + step : first + step - places;
            uint64_t found = word_get(&keys[index]);
            if (found == key) {
                return index;
            }
            if (found <= KEY_REMOVED && free_index == no_entry) {
                free_index = index;
                free_key = found;
            }
            if (found == 0) {
                break;
            }
        }
        if (free_index == no_entry) {
            return no_entry;
        }
        if (claim(free_index, free_key, key)) {
            return free_index;
        }
        /* Another thread took the place, perhaps for this very key: look again. */
    }
    return no_entry;
}

/* For what finds no room: everybody's, so it may be claimed by whoever is first. */
static uint32_t find_other(connection_name_t *name) {
    *name = (connection_name_t){.sends = name->sends};
    uint32_t index = plugin.shm.capacity.connections - OTHERS + (name->sends ? 1 : 0);
    if (word_get(&keys[index]) == 0) {
        claim(index, 0, KEY_OTHER | key_of(name));
    }
    plugin_count(SHM_DROP_CONNECTION_TABLE_FULL);
    return index;
}

uint32_t connection_find(connection_name_t *name) {
    uint32_t index = find_or_add(key_of(name));
    return index == no_entry ? find_other(name) : index;
}

static void clear_cell(shm_connection_cell_t *cell) {
    word_set(&cell->operations, 0);
    word_set(&cell->operations_done, 0);
    word_set(&cell->outstanding_steps, 0);
    word_set(&cell->waiting, 0);
    word_set(&cell->steps, 0);
    word_set(&cell->bytes, 0);
    word_set(&cell->timed_steps, 0);
    for (uint32_t state = 0; state < SHM_STEP_STATES; state++) {
        word_set(&cell->nanos[state], 0);
    }
    word_set(&cell->restarts, 0);
    word_set(&cell->net_events, 0);
    word_set(&cell->net_bytes, 0);
    word_set(&cell->transports, 0);
    word_set(&cell->devices, 0);
    word_set(&cell->last_step_monotonic_nanos, 0);
    for (uint32_t bucket = 0; bucket < SHM_TRANSFER_BUCKETS; bucket++) {
        word_set(&cell->buckets[bucket], 0);
    }
}

void connections_remove_row(uint16_t row) {
    for (uint32_t index = 0; index < plugin.shm.capacity.connections; index++) {
        uint64_t key = word_get(&keys[index]);
        if ((key & KEY_IN_USE) == 0 || (key & 0xffff) != row) {
            continue;
        }
        word_set(&plugin.shm.connection_keys[index].key, 0);
        words_release_fence(); /* Pairs with the reader's second look at the key. */
        clear_cell(&plugin.shm.connection_cells[index]);
        word_publish(&keys[index], KEY_REMOVED); /* Pairs with the claim in find_or_add. */
    }
}
