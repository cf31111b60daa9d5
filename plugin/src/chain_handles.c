/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of pairs. See chain_handles.h. */
#include "chain_handles.h"

#include <stdalign.h>
#include <stddef.h>
#include <sys/mman.h>

#include "state.h"

enum {
    PROBES_FOR_FREE_MAX = 32,
    PROBES_MAX = 256, /* the operations of a large group lie side by side */
    PASSING_WINDOW_FIRST = 256, /* few are under way at a time: they stay in the cache */
    ENTRY_BITS = 6,
    CONTEXT_TAG_CHAINED = 0x4c43 /* "LC" */
};

typedef struct {
    alignas(32) _Atomic uint32_t generation; /* GENERATION_FREE, _CLAIMED, or with its top bit */
    _Atomic uint32_t mask;
    _Atomic uint64_t ours;
    _Atomic(void *) theirs;
    _Atomic bool foreign;
} entry_t;

/* Entries of one lifetime, taken in turn within a window of those in use. A ticket is used once,
 * and two thousand million pass before an entry has the same generation again. */
typedef struct {
    alignas(64) _Atomic uint64_t tickets;
    _Atomic uint32_t window; /* a power of two; grows to all entries when it is crowded */
    uint32_t first;
    uint32_t entries;
} arena_t;

static arena_t arenas[CHAIN_LIFETIMES] = {
    [CHAIN_KEPT] = {.first = 0, .entries = CHAIN_KEPT_MAX, .window = CHAIN_KEPT_MAX},
    [CHAIN_LASTING] = {.first = CHAIN_KEPT_MAX,
                       .entries = CHAIN_LASTING_MAX,
                       .window = CHAIN_LASTING_MAX},
    [CHAIN_PASSING] = {.first = CHAIN_KEPT_MAX + CHAIN_LASTING_MAX,
                       .entries = CHAIN_PASSING_MAX,
                       .window = PASSING_WINDOW_FIRST},
};

enum {
    ENTRIES = CHAIN_KEPT_MAX + CHAIN_LASTING_MAX + CHAIN_PASSING_MAX
};

typedef struct {
    _Atomic uint32_t mine; /* 0 in a forked child */
    chain_communicator_t communicators[CHAIN_COMMUNICATORS_MAX];
    entry_t entries[ENTRIES];
} tables_t;

static tables_t *_Atomic tables;
static uint32_t last_serial;
static uint32_t next_communicator;

static tables_t *open_tables(void) {
    tables_t *mine =
        mmap(NULL, sizeof(tables_t), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mine == MAP_FAILED) {
        return NULL;
    }
    if (madvise(mine, sizeof(tables_t), MADV_WIPEONFORK) != 0) {
        munmap(mine, sizeof(tables_t));
        return NULL;
    }
    word_set(&mine->mine, 1);
    return mine;
}

static tables_t *tables_seen(void) {
    return word_get_acquire(&tables); /* Pairs with chain_handles_open. */
}

bool chain_handles_open(void) {
    if (tables_seen() == NULL) {
        word_publish(&tables, open_tables()); /* Pairs with tables_seen. */
    }
    return tables_seen() != NULL;
}

bool chain_handles_are_inherited(void) {
    tables_t *mine = tables_seen();
    return mine != NULL && word_get(&mine->mine) == 0;
}

/* NCCL unloads the library: nobody calls any more. Threads that outlive a process's end may, and
 * then communicators are left. */
__attribute__((destructor)) static void close_tables(void) {
    tables_t *mine = tables_seen();
    for (uint32_t i = 0; mine != NULL && i < CHAIN_COMMUNICATORS_MAX; i++) {
        if (word_get(&mine->communicators[i].context) != 0) {
            return;
        }
    }
    word_set(&tables, NULL);
    if (mine != NULL) {
        munmap(mine, sizeof(tables_t));
    }
}

static uint64_t fill(uint32_t index, uint32_t generation, const chain_pair_t *pair) {
    entry_t *entry = &tables_seen()->entries[index];
    words_release_fence(); /* Pairs with the second look in chain_handle_find. */
    word_set(&entry->ours, pair->ours);
    word_set(&entry->theirs, pair->theirs);
    word_set(&entry->mask, pair->mask);
    word_set(&entry->foreign, pair->foreign);
    word_publish(&entry->generation, generation); /* Pairs with chain_handle_find. */
    return (uint64_t)generation << 32 | (uint64_t)index << ENTRY_BITS | HANDLE_CHAINED;
}

/* Whether Lockstep still waits for an operation's end: its channels are yet to come. */
static bool is_in_flight(uint64_t ours) {
    const operation_t *operation = &plugin.operations[handle_slot(ours) & plugin.slot_mask];
    return handle_is_operation(ours) && handle_generation(ours) >= GENERATION_TOP &&
           word_get(&operation->live) == handle_generation(ours);
}

/* Tries the next few entries, free ones only or whichever. What is taken from a passing event is an
 * event that its plugin will not see the end of. */
static uint64_t make_in(arena_t *arena, bool only_free, bool counts, const chain_pair_t *pair) {
    uint32_t mask = word_get(&arena->window) - 1;
    int probes = only_free ? PROBES_FOR_FREE_MAX : PROBES_MAX;
    for (int probe = 0; probe < probes; probe++) {
        uint64_t ticket = word_add_shared(&arena->tickets, 1);
        uint32_t index = arena->first + ((uint32_t)ticket & mask);
        entry_t *entry = &tables_seen()->entries[index];
        uint32_t seen = word_get(&entry->generation);
        bool is_taken =
            seen != GENERATION_FREE && (only_free || is_in_flight(word_get(&entry->ours)));
        if (seen == GENERATION_CLAIMED || is_taken ||
            !word_claim(&entry->generation, seen, GENERATION_CLAIMED)) {
            continue;
        }
        if (counts && seen != GENERATION_FREE) {
            plugin_count(SHM_DROP_CHAINED_EVENT);
        }
        return fill(index, (uint32_t)ticket | GENERATION_TOP, pair);
    }
    return 0;
}

static uint64_t make_passing(const chain_pair_t *pair) {
    arena_t *arena = &arenas[CHAIN_PASSING];
    for (;;) {
        uint32_t window = word_get(&arena->window);
        uint64_t made = make_in(arena, true, false, pair);
        if (made != 0) {
            return made;
        }
        if (window == arena->entries) {
            return make_in(arena, false, true, pair);
        }
        word_claim(&arena->window, window, window * 2);
    }
}

uint64_t chain_handle_make(enum chain_lifetime lifetime, const chain_pair_t *pair) {
    arena_t *arena = &arenas[lifetime];
    if (lifetime == CHAIN_KEPT) {
        bool full = word_get(&arena->tickets) >= CHAIN_KEPT_MAX;
        uint64_t kept = full ? 0 : make_in(arena, true, false, pair);
        return kept != 0 ? kept : make_in(&arenas[CHAIN_LASTING], false, false, pair);
    }
    return lifetime == CHAIN_PASSING ? make_passing(pair) : make_in(arena, false, false, pair);
}

static entry_t *entry_of(const void *handle) {
    uint32_t index = (uint32_t)handle_from(handle) >> ENTRY_BITS;
    tables_t *mine = tables_seen();
    return mine != NULL && index < ENTRIES ? &mine->entries[index] : NULL;
}

chain_pair_t chain_handle_find(const void *handle) {
    if (!chain_handle_is(handle)) {
        return (chain_pair_t){.ours = handle_from(handle)};
    }
    entry_t *entry = entry_of(handle);
    uint32_t generation = handle_generation(handle_from(handle));
    /* Pairs with fill. */
    if (entry != NULL && word_get_acquire(&entry->generation) == generation) {
        chain_pair_t pair = {
            .ours = word_get(&entry->ours),
            .theirs = word_get(&entry->theirs),
            .mask = word_get(&entry->mask),
            .foreign = word_get(&entry->foreign),
            .known = true,
        };
        atomic_thread_fence(memory_order_acquire); /* Pairs with the release fence in fill. */
        if (word_get(&entry->generation) == generation) {
            return pair;
        }
    }
    plugin_count(SHM_DROP_CHAINED_EVENT);
    return (chain_pair_t){0};
}

void chain_handle_release(const void *handle) {
    entry_t *entry = entry_of(handle);
    const arena_t *passing = &arenas[CHAIN_PASSING];
    if (entry != NULL && entry >= &tables_seen()->entries[passing->first]) {
        uint32_t generation = handle_generation(handle_from(handle));
        word_claim(&entry->generation, generation, GENERATION_FREE);
    }
}

chain_communicator_t *chain_communicator_take(void) {
    for (uint32_t i = 0; i < CHAIN_COMMUNICATORS_MAX; i++) {
        uint32_t index = next_communicator++ % CHAIN_COMMUNICATORS_MAX;
        chain_communicator_t *communicator = &tables_seen()->communicators[index];
        if (!communicator->taken) {
            communicator->ours = 0;
            communicator->theirs = NULL;
            communicator->passes = false;
            communicator->serial = ++last_serial;
            communicator->taken = true;
            return communicator;
        }
    }
    return NULL;
}

void chain_communicator_give_back(chain_communicator_t *communicator) {
    word_set(&communicator->context, 0);
    communicator->taken = false;
}

uint64_t chain_communicator_publish(chain_communicator_t *communicator) {
    uint64_t index = (uint64_t)(communicator - tables_seen()->communicators);
    uint64_t context =
        (uint64_t)communicator->serial << 32 | index << 16 | (uint64_t)CONTEXT_TAG_CHAINED;
    word_publish(&communicator->context, context); /* Pairs with chain_communicator_of. */
    return context;
}

chain_communicator_t *chain_communicator_of(const void *context) {
    uint64_t wanted = handle_from(context);
    tables_t *mine = tables_seen();
    if (mine == NULL || (wanted & 0xffff) != CONTEXT_TAG_CHAINED ||
        context_index(wanted) >= CHAIN_COMMUNICATORS_MAX) {
        return NULL;
    }
    chain_communicator_t *communicator = &mine->communicators[context_index(wanted)];
    return word_get_acquire(&communicator->context) == wanted ? communicator : NULL;
}
