/* SPDX-License-Identifier: Apache-2.0 */
/* Starting operations and finding them a slot. See operation.h. */
#include "operation.h"

#include "api_calls.h"
#include "communicator.h"
#include "control.h"
#include "handle.h"
#include "monotonic.h"
#include "names.h"
#include "payload.h"
#include "series.h"

enum {
    SLOT_PROBES_MAX = 32, /* looked at before the window grows */
    NO_SLOT = -1,
};

/* Takes a free slot among the next few of the window in use. */
static int32_t claim_in_window(communicator_t *communicator, uint32_t window, uint32_t probes) {
    uint32_t mask = window - 1;
    uint32_t cursor = word_get(&communicator->cursor);
    for (uint32_t probe = 0; probe < probes; probe++) {
        uint32_t slot = (cursor + probe) & mask;
        _Atomic uint32_t *live = &plugin.operations[slot].live;
        /* Pairs with the release of `live` by the channel thread. */
        if (LIKELY(word_get(live) == GENERATION_FREE &&
                   word_claim(live, GENERATION_FREE, GENERATION_CLAIMED))) {
            word_set(&communicator->cursor, slot + 1);
            return (int32_t)slot;
        }
    }
    return NO_SLOT;
}

/* Whether nothing can be expected of a slot any more: no channel started, and its communicator has
 * finished later operations. Looks at the published words, for the private ones may be changing. */
static bool is_abandoned(const shm_slot_t *slot) {
    uint32_t row = word_get(&slot->communicator_row) & (plugin.shm.capacity.communicators - 1);
    return row != COMMUNICATOR_OTHER && word_get(&slot->started_channels) == 0 &&
           word_get(&slot->ordinal) < word_get(&plugin.shm.communicators[row].last_done_ordinal);
}

void operation_give_up(operation_t *operation, uint32_t slot, uint32_t generation) {
    plugin_count(SHM_DROP_NEVER_STARTED);
    communicator_t *owner = &plugin.communicators[operation->communicator];
    if (!operation->counted) {
        series_name_t name = {
            .row = owner->row,
            .function = (uint8_t)(operation->packed >> 16),
            .algorithm = (uint8_t)(operation->packed >> 24),
            .protocol = (uint8_t)(operation->packed >> 32),
            .size_class = (uint8_t)(operation->packed >> 40),
            .kind = SHM_KIND_CALL_ONLY,
        };
        operation_count_untimed(owner, name, operation->bytes);
    }
    /* Pairs with the acquire load of done_generation in readers. */
    word_publish(&plugin.shm.slots[slot].done_generation, generation);
}

/* Takes a slot from an operation that never started, and counts that operation's call. Should its
 * first channel start at this very moment, the next operation in the slot gets a stray channel: it
 * is then settled later and counted as suspect, which is the worst that can happen. */
static int32_t reclaim(communicator_t *communicator) {
    uint32_t cursor = word_get(&communicator->cursor);
    for (uint32_t probe = 0; probe < SLOT_PROBES_MAX; probe++) {
        uint32_t slot = (cursor + probe) & plugin.slot_mask;
        operation_t *operation = &plugin.operations[slot];
        uint32_t live = word_get_acquire(&operation->live); /* Pairs with publish_slot. */
        if (live < GENERATION_TOP || !is_abandoned(&plugin.shm.slots[slot]) ||
            !word_claim(&operation->live, live, GENERATION_CLAIMED)) {
            continue;
        }
        operation_give_up(operation, slot, live);
        word_set(&communicator->cursor, slot + 1);
        return (int32_t)slot;
    }
    word_set(&communicator->cursor, cursor + SLOT_PROBES_MAX);
    return NO_SLOT;
}

/* The window of slots in use starts small and doubles when it is crowded: slots stay in the cache,
 * and readers copy no more than was used. */
static int32_t claim_slot(communicator_t *communicator) {
    for (;;) {
        uint32_t window = word_get(&plugin.slot_window);
        int32_t slot = claim_in_window(communicator, window, SLOT_PROBES_MAX);
        if (LIKELY(slot != NO_SLOT)) {
            return slot;
        }
        if (window > plugin.slot_mask) {
            slot = reclaim(communicator);
            return slot != NO_SLOT ? slot : claim_in_window(communicator, window, window);
        }
        if (word_claim(&plugin.slot_window, window, window * 2)) {
            word_raise(&plugin.shm.header->slots_used, window * 2);
            word_set(&communicator->cursor, window);
        }
    }
}

static void publish_slot(uint32_t index, uint32_t generation, const operation_request_t *request,
                         const operation_t *operation, series_name_t name) {
    shm_slot_t *slot = &plugin.shm.slots[index];
    word_set(&slot->owner_serial, plugin.shm.communicators[name.row].serial);
    word_set(&slot->ordinal, operation->ordinal);
    word_set(&slot->sequence, operation->sequence);
    word_set(&slot->bytes, operation->bytes);
    word_set(&slot->enqueued_monotonic_nanos, operation->enqueued_monotonic_nanos);
    word_set(&slot->series, operation->series == NO_SERIES
                                ? UINT32_MAX
                                : operation->series & ~(uint32_t)SERIES_SHARED);
    word_set(&slot->peer, request->peer);
    word_set(&slot->group, operation->group);
    word_set(&slot->communicator_row, name.row);
    word_set(&slot->function, name.function);
    word_set(&slot->algorithm, name.algorithm);
    word_set(&slot->protocol, name.protocol);
    word_set(&slot->reported_channels,
             operation->expected_channels == CHANNELS_UNKNOWN ? 0 : operation->expected_channels);
    word_set(&slot->kind, name.kind);
    word_set(&slot->size_class, name.size_class);
    /* Pairs with the acquire load of generation in readers. */
    word_publish(&slot->generation, generation);
}

void operation_count_untimed(communicator_t *communicator, series_name_t name, uint64_t bytes) {
    series_add_untimed(series_find(communicator, name), bytes);
    word_add_shared(&communicator_published(communicator)->calls_without_channels, 1);
}

/* The next number over all functions: what orders a communicator's operations. */
static uint64_t take_ordinal(communicator_t *communicator, uint64_t now) {
    shm_communicator_t *published = communicator_published(communicator);
    control_look_in_time(now);
    word_set(&published->last_enqueue_monotonic_nanos, now);
    return word_add_shared(&published->operations_enqueued, 1);
}

static uint64_t start_without_slot(communicator_t *communicator, const operation_request_t *request,
                                   series_name_t name, uint64_t bytes) {
    take_ordinal(communicator, monotonic_nanos());
    if (api_call_take_child(communicator, request->parent) != API_CALL_COUNTED) {
        operation_count_untimed(communicator, name, bytes);
    }
    return handle_refused(request->handle_kind);
}

static uint64_t start_refused(communicator_t *communicator, const operation_request_t *request,
                              series_name_t name, uint64_t bytes) {
    plugin_count(SHM_DROP_SLOT_TABLE_FULL);
    name.kind = SHM_KIND_CALL_ONLY;
    return start_without_slot(communicator, request, name, bytes);
}

static inline uint8_t plausible_channels(uint8_t channels) {
    return channels >= 1 && channels <= CHANNELS_MAX ? channels : CHANNELS_UNKNOWN;
}

uint64_t operation_start(communicator_t *communicator, uint32_t context_serial,
                         const operation_request_t *request) {
    series_name_t name = {
        .row = communicator->row,
        .function = name_index(request->function),
        .algorithm = name_index(request->algorithm),
        .protocol = name_index(request->protocol),
        .kind = request->kind,
    };
    uint64_t bytes;
    if (UNLIKELY(!payload_bytes(communicator, name.function, request->count, request->datatype,
                                &bytes))) {
        plugin_count(SHM_DROP_UNKNOWN_DATATYPE);
    }
    name.size_class = size_class_of(bytes);
    if (UNLIKELY(bytes < word_get(&plugin.size_floor_bytes))) {
        plugin_count(SHM_DROP_BELOW_SIZE_FLOOR);
        name.kind = SHM_KIND_CALL_ONLY;
        return start_without_slot(communicator, request, name, bytes);
    }
    if (UNLIKELY(request->never_has_channels)) {
        return start_without_slot(communicator, request, name, bytes);
    }
    int32_t claimed = claim_slot(communicator);
    if (UNLIKELY(claimed == NO_SLOT)) {
        return start_refused(communicator, request, name, bytes);
    }
    uint32_t slot = (uint32_t)claimed;
    operation_t *operation = &plugin.operations[slot];
    word_set(&operation->context_serial, context_serial);
    operation->expected_channels = plausible_channels(request->channels);
    operation->kind = name.kind;
    operation->counted = api_call_take_child(communicator, request->parent) == API_CALL_COUNTED;
    operation->shared = communicator_is_shared(communicator);
    operation->communicator = (uint16_t)communicator_index(communicator);
    operation->series = series_find(communicator, name);
    operation->group = handle_group_number(request->group);
    operation->sequence = request->sequence;
    operation->bytes = bytes;
    operation->enqueued_monotonic_nanos = monotonic_nanos();
    operation->ordinal = take_ordinal(communicator, operation->enqueued_monotonic_nanos);
    operation->packed = series_packed(name);
    uint32_t generation = generation_after(word_get(&plugin.shm.slots[slot].generation));
    publish_slot(slot, generation, request, operation, name);
    /* Pairs with the acquire load in channel_is_of. */
    word_publish(&operation->live, generation);
    return handle_make(generation, slot, request->handle_kind);
}
