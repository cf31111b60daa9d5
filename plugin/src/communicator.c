/* SPDX-License-Identifier: Apache-2.0 */
/* Giving rows and taking them back. Init and finalize, under lifecycle.c's mutex. See
 * communicator.h. */
#include "communicator.h"

#include <string.h>

#include "connections.h"
#include "device.h"
#include "monotonic.h"
#include "phases.h"
#include "series.h"

#define QUARANTINE_NANOS (UINT64_C(60) * 1000 * 1000 * 1000)
#define NAME_OF_OTHER "other"

enum {
    CURSOR_STRIDE = 16
}; /* communicators look for slots at different places */

/* How often a hash and rank came before: without a bound on communicators, the last 1,024 kinds. */
static struct {
    uint64_t key;
    uint32_t count;
} hash_history[HASH_HISTORY_ENTRIES];
static uint32_t hash_history_next;

static uint32_t hash_ordinal(uint64_t hash, int32_t comm_rank) {
    uint64_t key = hash ^ (uint64_t)(uint32_t)comm_rank * UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t i = 0; i < HASH_HISTORY_ENTRIES; i++) {
        if (hash_history[i].count != 0 && hash_history[i].key == key) {
            return hash_history[i].count++;
        }
    }
    uint32_t next = hash_history_next++ % HASH_HISTORY_ENTRIES;
    hash_history[next].key = key;
    hash_history[next].count = 1;
    return 0;
}

/* Copies printable text and cuts it: names come from the job and go to logs and labels. */
static void copy_text(char *to, size_t bytes, const char *text) {
    size_t length = 0;
    for (; text != NULL && text[length] != '\0' && length + 1 < bytes; length++) {
        unsigned char byte = (unsigned char)text[length];
        to[length] = byte < ' ' || byte == 0x7f ? '?' : (char)byte;
    }
    memset(to + length, 0, bytes - length);
}

static void write_identity(shm_communicator_t *row, uint32_t serial,
                           const communicator_identity_t *identity) {
    row->serial = serial;
    row->hash = identity->hash;
    row->nranks = identity->nranks;
    row->nnodes = identity->nnodes;
    row->comm_rank = identity->comm_rank;
    row->created_monotonic_nanos = monotonic_nanos();
    row->profiler_api = identity->profiler_api;
    copy_text(row->name, sizeof row->name, identity->name);
    word_set(&row->closed_monotonic_nanos, 0);
}

static void clear_counters(shm_communicator_t *row) {
    word_set(&row->operations_enqueued, 0);
    word_set(&row->calls_without_channels, 0);
    word_set(&row->last_enqueue_monotonic_nanos, 0);
    word_set(&row->operations_done, 0);
    word_set(&row->busy_nanos, 0);
    word_set(&row->busy_until_gpu, 0);
    word_set(&row->callbacks, 0);
    word_set(&row->last_done_monotonic_nanos, 0);
    word_set(&row->last_done_ordinal, 0);
    word_set(&row->operations_settled, 0);
}

static void clear_channels(uint32_t index) {
    shm_channel_t *rows = &plugin.shm.channels[index * CHANNELS_MAX];
    for (uint32_t channel = 0; channel < CHANNELS_MAX; channel++) {
        word_set(&rows[channel].operations, 0);
        word_set(&rows[channel].start_lag_nanos, 0);
        word_set(&rows[channel].stop_lag_nanos, 0);
        word_set(&rows[channel].busy_nanos, 0);
    }
}

void communicator_table_open(void) {
    static const communicator_identity_t other = {
        .name = NAME_OF_OTHER, .nranks = -1, .nnodes = -1, .comm_rank = -1};
    shm_communicator_t *row = &plugin.shm.communicators[COMMUNICATOR_OTHER];
    write_identity(row, ++plugin.last_serial, &other);
    row->cuda_device = -1;
    plugin.communicators[COMMUNICATOR_OTHER].serial = row->serial;
    plugin.communicators[COMMUNICATOR_OTHER].nranks = -1;
    plugin.communicators[COMMUNICATOR_OTHER].comm_rank = -1;
    /* Pairs with the acquire load of state in readers. */
    word_publish(&row->state, SHM_COMMUNICATOR_LIVE);
}

/* A free place: one with a row whose last communicator ended so long ago that no reader holds it
 * any more, or else one that shares row 0 and need not wait; 0 if there is none. */
static uint32_t find_place(uint64_t now) {
    for (uint32_t index = 1; index <= plugin.communicator_mask; index++) {
        const communicator_t *communicator = &plugin.communicators[index];
        bool rests = index < plugin.shm.capacity.communicators &&
                     communicator->closed_monotonic_nanos != 0 &&
                     now - communicator->closed_monotonic_nanos < QUARANTINE_NANOS;
        if (word_get(&communicator->context) == 0 && !rests) {
            return index;
        }
    }
    return COMMUNICATOR_OTHER;
}

/* Takes a row from the communicator that had it and writes the next one's identity. */
static void prepare_row(uint32_t index, uint32_t serial, const communicator_identity_t *identity) {
    shm_communicator_t *row = &plugin.shm.communicators[index];
    word_set(&row->state, SHM_COMMUNICATOR_FREE);
    words_release_fence(); /* Pairs with the reader's second look at state and serial. */
    series_remove_row((uint16_t)index);
    phases_remove_row((uint16_t)index);
    connections_remove_row((uint16_t)index);
    clear_channels(index);
    clear_counters(row);
    write_identity(row, serial, identity);
    row->hash_ordinal = hash_ordinal(identity->hash, identity->comm_rank);
    device_identify(row);
    if (identity->profiler_api > 3) { /* version 3 names itself later */
        /* Pairs with the acquire load of state in readers. */
        word_publish(&row->state, SHM_COMMUNICATOR_LIVE);
    }
}

uint64_t communicator_open(const communicator_identity_t *identity) {
    uint32_t index = find_place(monotonic_nanos());
    bool has_row = index != COMMUNICATOR_OTHER && index < plugin.shm.capacity.communicators;
    uint32_t serial = ++plugin.last_serial;
    if (has_row) {
        prepare_row(index, serial, identity);
    } else {
        plugin_count(SHM_DROP_COMMUNICATOR_TABLE_FULL);
    }
    if (index == COMMUNICATOR_OTHER) {
        return 0;
    }
    communicator_t *communicator = &plugin.communicators[index];
    memset(communicator, 0, sizeof *communicator);
    communicator->serial = serial;
    communicator->comm_rank = identity->comm_rank;
    communicator->nranks = identity->nranks;
    communicator->hash = identity->hash;
    communicator->row = (uint16_t)(has_row ? index : COMMUNICATOR_OTHER);
    communicator->index = (uint16_t)index;
    communicator->profiler_api = identity->profiler_api;
    word_set(&communicator->unnamed, has_row && identity->profiler_api < 4);
    word_set(&communicator->cursor, index * CURSOR_STRIDE);
    uint64_t context = context_make(index, serial);
    word_publish(&communicator->context,
                 context); /* Pairs with NCCL handing it to other threads. */
    return context;
}

void communicator_close(uint64_t context) {
    communicator_t *communicator = communicator_of(context);
    if (communicator == NULL) {
        return;
    }
    communicator->closed_monotonic_nanos = monotonic_nanos();
    word_set(&communicator->context, 0);
    if (communicator_is_shared(communicator) || word_get(&communicator->unnamed) != 0) {
        return; /* readers know nothing of it */
    }
    shm_communicator_t *row = communicator_published(communicator);
    word_set(&row->closed_monotonic_nanos, communicator->closed_monotonic_nanos);
    /* Pairs with the acquire load of state in readers. */
    word_publish(&row->state, SHM_COMMUNICATOR_CLOSED);
}

void communicator_name_late(communicator_t *communicator, const char *name, uint64_t hash) {
    if (LIKELY(word_get(&communicator->unnamed) == 0) ||
        !word_claim(&communicator->unnamed, 1, 0)) {
        return;
    }
    shm_communicator_t *row = communicator_published(communicator);
    communicator->hash = hash;
    row->hash = hash;
    copy_text(row->name, sizeof row->name, name);
    /* Pairs with the acquire load of state in readers. */
    word_publish(&row->state, SHM_COMMUNICATOR_LIVE);
}
