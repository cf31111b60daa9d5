/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All state of the plugin: one struct, allocated and mapped at the first init and never given back,
 * because NCCL may still call while or after the last communicator goes. Private memory holds what
 * may steer the code (indices, generations, masks under way); the shared file holds copies for
 * readers.
 *
 * Threads: "enqueuing" is whoever starts Group, Coll and P2p events (the application's thread, or
 * CUDA's callback thread for graph replays: two may meet); "channel" is whoever sends a
 * communicator's kernel channel events (one at a time for a communicator, in every NCCL
 * since 2.26).
 */
#ifndef LOCKSTEP_STATE_H
#define LOCKSTEP_STATE_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#include "../include/shm_layout.h"
#include "busy_time.h"
#include "words.h"

#define LOCKSTEP_VERSION "0.1.0"

enum {
    CHANNELS_MAX = SHM_CHANNELS_PER_COMMUNICATOR,
    CHANNELS_UNKNOWN = 255, /* expected_channels of an operation that is never done by count */
    SERIES_CACHE_ENTRIES = 16,
    STAMP_HISTORY_ENTRIES = 16,
    HASH_HISTORY_ENTRIES = 1024,
    NO_SERIES = UINT16_MAX,
    SERIES_SHARED = 0x8000, /* beside a series' index: any thread may add to it */
};

/* An operation from enqueue to done, beside its slot in the file. */
typedef struct {
    /* Line 0: the enqueuing thread, published by `live`. */
    alignas(64) _Atomic uint32_t live; /* its generation while in flight; 0 free; 1 being claimed */
    _Atomic uint32_t context_serial;   /* of its communicator; finalize looks at everybody's */
    uint8_t expected_channels;         /* 1..64, or CHANNELS_UNKNOWN */
    uint8_t kind;
    bool counted;          /* its call was counted already, as call-only: see api_calls.h */
    bool shared;           /* its communicator has no row of its own */
    uint16_t communicator; /* index of its communicator */
    uint16_t series;       /* index, perhaps with SERIES_SHARED */
    uint64_t group;        /* number of its Group event; 0 = none */
    uint64_t ordinal;
    uint64_t sequence;
    uint64_t bytes;
    uint64_t enqueued_monotonic_nanos;
    uint64_t packed; /* the ring record's word, without channels used and flags */
    /* Line 1: the channel thread, zero between operations. */
    alignas(64) uint64_t awaits_stamp; /* bit per channel that started and has no stop stamp yet */
    uint64_t may_start; /* while it is its communicator's only started one: bit per other channel */
    uint32_t older, newer; /* neighbours among the communicator's started operations; slot + 1 */
    bool missing_stamp;
    bool stop_before_start;
    uint64_t superseder; /* ordinal of the later operation seen on its channels; 0 = none */
    alignas(64) struct {
        _Atomic uint64_t start_gpu;
        _Atomic uint64_t stop_gpu;
    } stamps[CHANNELS_MAX]; /* kept until the slot's next operation starts on the channel */
} operation_t;

/* What a finished operation left, to judge later ones by. */
typedef struct {
    uint64_t start_gpu;
    uint64_t stop_gpu;
    uint64_t group;
    uint64_t ordinal;
    uint64_t channels;
    uint32_t slot; /* whose stamps are the operation's own while its generation lasts */
    uint32_t generation;
    uint16_t series;
    bool fused; /* already counted as sharing its stamps */
} stamp_past_t;

/* Whether the communicator's GPU clock follows the host's: see host_clock.h. */
typedef struct {
    int64_t offset_min; /* host minus GPU clock can be no less, by enqueue times */
    int64_t offset_max; /* and no more, by completion times */
    uint64_t since_nanos;
    uint64_t updated_nanos;
    uint64_t span_wanted_nanos; /* before any conclusion; longer after each contradiction */
    uint32_t operations;
    uint32_t contradicted; /* in a row */
} host_clock_t;

/* A communicator, beside its row in the file. Those beyond the file's rows share row 0. */
typedef struct {
    /* Line 0: written by init and finalize. */
    alignas(64) _Atomic uint64_t context; /* what NCCL holds; 0 = no live communicator */
    uint32_t serial;
    int32_t comm_rank;
    int32_t nranks;
    uint16_t row;   /* in the file */
    uint16_t index; /* in plugin.communicators */
    uint8_t profiler_api;
    uint64_t hash; /* the same on all ranks */
    uint64_t closed_monotonic_nanos;
    _Atomic uint32_t unnamed; /* API v3: identity comes with the first operation */
    /* Lines 1 to 3: enqueuing threads. */
    alignas(64) _Atomic uint64_t groups; /* number of the last Group event */
    _Atomic uint32_t cursor;             /* where the next slot is looked for */
    _Atomic uint32_t asynchronous;       /* Coll events come after the stop of their GroupApi */
    _Atomic uint32_t broadcast_unreported;
    _Atomic uint64_t series_cache[SERIES_CACHE_ENTRIES]; /* key without row << 16 | index */
    /* Proxy thread. */
    alignas(64) _Atomic uint32_t proxy_cursor; /* where the next place for a proxy operation is sought */
    /* From here on: the channel thread. */
    alignas(64) uint64_t busy_channels; /* bit per channel with one of several started operations */
    uint64_t latest_stop_gpu;
    uint32_t oldest, newest; /* started operations; slot + 1 */
    uint32_t stamp_history_next;
    host_clock_t host_clock;
    busy_time_t busy_time;
    stamp_past_t stamp_history[STAMP_HISTORY_ENTRIES];
} communicator_t;

/* What NCCL hands over when an operation starts, the same for each API version. */
typedef struct {
    const char *function;
    const char *algorithm;
    const char *protocol;
    const char *datatype;
    uint64_t count;
    uint64_t sequence;
    uint64_t parent;
    uint64_t group; /* handle of the Group event */
    int32_t peer;   /* -1 = a collective */
    int32_t rank;
    uint32_t handle_kind;
    uint8_t channels;
    uint8_t kind;
    bool never_has_channels; /* counted at once, as `kind` */
    uint8_t profiler_api;
} operation_request_t;

typedef struct {
    uint32_t counters;
    uint32_t names;
    uint32_t communicators;
    uint32_t series;
    uint32_t slots;
    uint32_t ring;
    uint32_t phases;
    uint32_t connections;
} shm_capacity_t;

/* The mapped file, one pointer a section. */
typedef struct {
    shm_header_t *header;
    _Atomic uint64_t *counters;
    shm_name_t *names;
    shm_communicator_t *communicators;
    shm_series_key_t *series_keys;
    shm_series_cell_t *series_cells;
    shm_slot_t *slots;
    shm_ring_head_t *ring_head;
    shm_record_t *ring;
    shm_channel_t *channels;
    shm_phases_t *phases;
    shm_connection_key_t *connection_keys;
    shm_connection_cell_t *connection_cells;
    shm_capacity_t capacity;
} shm_sections_t;

typedef struct plugin {
    /* Read in callbacks, written at init. Both tables are wiped when the process forks, so that a
     * child finds no operation and no communicator there; before init they are empty. */
    const _Atomic uint32_t *_Atomic awake; /* word of a page wiped on fork; 0 = do nothing */
    const _Atomic uint64_t *control; /* the control file's page */
    shm_sections_t shm;
    operation_t *operations;
    communicator_t *communicators;
    uint64_t *phase_starts; /* of each slot's channels; NULL unless phases are wanted */
    struct proxy_operation *proxies; /* see proxy.h */
    uint32_t proxy_mask;
    uint32_t slot_mask;
    uint32_t communicator_mask;
    int32_t process_id;
    uint64_t size_floor_at_start;
    /* As the control file says: see control.h. */
    _Atomic uint64_t control_seen; /* the page's first eight bytes when it was last read */
    _Atomic uint64_t control_due_nanos; /* when it is to be read again */
    _Atomic uint64_t size_floor_bytes;
    _Atomic uint32_t ring_shift;
    _Atomic uint32_t switched_off;
    _Atomic uint32_t step_mask; /* which steps are timed: see proxy.h */
    _Atomic uint32_t connections_asked; /* for proxy and network events; stays so once it is so */
    /* Grows with use. */
    _Atomic uint32_t slot_window; /* slots in use so far: a power of two */
    _Atomic uint32_t proxy_window;
    /* Init and finalize only, under the mutex of lifecycle.c. */
    uint32_t last_serial;
    uint32_t live_communicators;
} plugin_t;

extern plugin_t plugin;

static inline bool plugin_is_awake(void) {
    /* Pairs with start in lifecycle.c: whoever finds the plugin awake finds all of it. */
    return LIKELY(word_get(word_get_acquire(&plugin.awake)) != 0);
}

static inline void plugin_count(enum shm_counter counter) {
    if (plugin_is_awake()) {
        word_add_shared(&plugin.shm.counters[counter], 1);
    }
}

#endif
