/* SPDX-License-Identifier: Apache-2.0 */
/* Sums over series, slots and the ring of a copied file, and its invariants; see shm_view.h. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "shm_view.h"

#define ROW_OF(key) ((int)((key)&0xffff))
#define FUNCTION_OF(key) ((unsigned)((key) >> 16) & 0xff)
#define SIZE_CLASS_OF(key) ((int)((key) >> 40) & 0xff)
#define KIND_OF(key) ((int)((key) >> 48) & 0xf)
#define IN_USE(key) ((key) >> 63 != 0)

static void add_cell(shm_totals_t *totals, const shm_series_cell_t *cell) {
    totals->calls += cell->calls;
    totals->bytes += cell->bytes;
    totals->sum_nanos += cell->sum_nanos;
    totals->fused += cell->fused;
    totals->suspect += cell->suspect;
    totals->untimed += cell->untimed;
    for (unsigned i = 0; i < SHM_BUCKETS; i++) {
        totals->buckets[i] += cell->buckets[i];
        totals->timed += cell->buckets[i];
    }
}

shm_totals_t shm_view_sum(const shm_view_t *view, const char *function, int kind, int row) {
    shm_totals_t totals = {0};
    uint32_t keys_capacity;
    uint32_t cells_capacity;
    const shm_series_key_t *keys = shm_view_section(view, SHM_SECTION_SERIES_KEYS, &keys_capacity);
    const shm_series_cell_t *cells =
        shm_view_section(view, SHM_SECTION_SERIES_CELLS, &cells_capacity);
    CHECK_EQUAL(keys_capacity, cells_capacity);
    for (uint32_t i = 0; i < keys_capacity; i++) {
        uint64_t key = keys[i].key;
        if (IN_USE(key) && (kind < 0 || KIND_OF(key) == kind) && (row < 0 || ROW_OF(key) == row) &&
            (!function || !strcmp(function, shm_view_name(view, FUNCTION_OF(key))))) {
            add_cell(&totals, &cells[i]);
        }
    }
    return totals;
}

shm_totals_t shm_view_totals(const shm_view_t *view, const char *function) {
    return shm_view_sum(view, function, -1, -1);
}

int shm_view_series(const shm_view_t *view, int size_class) {
    uint32_t capacity;
    const shm_series_key_t *keys = shm_view_section(view, SHM_SECTION_SERIES_KEYS, &capacity);
    int count = 0;
    for (uint32_t i = 0; i < capacity; i++) {
        count +=
            IN_USE(keys[i].key) && (size_class < 0 || SIZE_CLASS_OF(keys[i].key) == size_class);
    }
    return count;
}

unsigned shm_view_bucket(uint64_t nanos) {
    for (unsigned i = 0; i + 1 < SHM_BUCKETS; i++) {
        long double seconds =
            exp2l(((long double)i - SHM_BUCKET_INDEX_OFFSET) / (1 << SHM_BUCKET_SCHEMA));
        if ((long double)nanos <= seconds * 1e9L) {
            return i;
        }
    }
    return SHM_BUCKETS - 1;
}

const shm_slot_t *shm_view_slot_in_flight(const shm_view_t *view, int nth) {
    uint32_t capacity;
    const shm_slot_t *slots = shm_view_section(view, SHM_SECTION_SLOTS, &capacity);
    for (uint32_t i = 0; i < capacity; i++) {
        if (slots[i].generation != 0 && slots[i].generation != slots[i].done_generation &&
            nth-- == 0) {
            return &slots[i];
        }
    }
    return NULL;
}

int shm_view_in_flight(const shm_view_t *view) {
    int count = 0;
    while (shm_view_slot_in_flight(view, count)) {
        count++;
    }
    return count;
}

uint64_t shm_view_ring_reserved(const shm_view_t *view) {
    uint32_t capacity;
    const shm_ring_head_t *head = shm_view_section(view, SHM_SECTION_RING_HEAD, &capacity);
    return head ? head->reserved : 0;
}

const shm_record_t *shm_view_record(const shm_view_t *view, uint64_t number) {
    uint32_t capacity;
    const shm_record_t *ring = shm_view_section(view, SHM_SECTION_RING, &capacity);
    if (!ring || number == 0 || capacity == 0) {
        return NULL;
    }
    const shm_record_t *record = &ring[(number - 1) % capacity];
    return record->number == number ? record : NULL;
}

uint64_t shm_view_ring_readable(const shm_view_t *view) {
    uint32_t capacity;
    shm_view_section(view, SHM_SECTION_RING, &capacity);
    uint64_t reserved = shm_view_ring_reserved(view);
    uint64_t first = reserved > capacity ? reserved - capacity + 1 : 1;
    uint64_t readable = 0;
    for (uint64_t number = first; number <= reserved; number++) {
        readable += shm_view_record(view, number) != NULL;
    }
    return readable;
}

static void check_header(const shm_view_t *view) {
    const shm_header_t *header = view->header;
    CHECK(header->magic == SHM_MAGIC);
    CHECK_EQUAL(header->version, SHM_VERSION);
    CHECK_EQUAL(header->header_bytes, SHM_HEADER_BYTES);
    CHECK_EQUAL(header->section_entry_bytes, sizeof(shm_section_t));
    CHECK_EQUAL(header->section_table_offset, SHM_SECTIONS_OFFSET);
    CHECK(header->file_bytes == view->bytes);
    CHECK(header->section_count <= SHM_SECTIONS_MAX);
    CHECK(header->environment_bytes <= SHM_ENVIRONMENT_BYTES);
    CHECK(header->process_state <= SHM_PROCESS_SWITCHED_OFF);
    uint64_t end = SHM_HEADER_BYTES;
    for (uint32_t i = 0; i < header->section_count;
         i++) { /* sections lie in order and do not overlap */
        CHECK(header->sections[i].offset >= end);
        end = header->sections[i].offset +
              (uint64_t)header->sections[i].capacity * header->sections[i].entry_bytes;
        CHECK(end <= view->bytes);
    }
}

static void check_series(const shm_view_t *view, bool quiet) {
    uint32_t capacity;
    const shm_series_key_t *keys = shm_view_section(view, SHM_SECTION_SERIES_KEYS, &capacity);
    const shm_series_cell_t *cells = shm_view_section(view, SHM_SECTION_SERIES_CELLS, &capacity);
    for (uint32_t i = 0; quiet && i < capacity; i++) {
        shm_totals_t totals = {0};
        add_cell(&totals, &cells[i]);
        CHECK(totals.calls == totals.timed + totals.suspect + totals.untimed);
        CHECK(totals.fused <= totals.timed);
        CHECK(IN_USE(keys[i].key) || totals.calls == 0);
    }
}

static void check_slots(const shm_view_t *view, bool quiet) {
    uint32_t capacity;
    const shm_slot_t *slots = shm_view_section(view, SHM_SECTION_SLOTS, &capacity);
    for (uint32_t i = 0; i < capacity; i++) {
        CHECK(slots[i].done_generation <= slots[i].generation || !quiet);
        CHECK(!quiet || (slots[i].stopped_channels & ~slots[i].started_channels) == 0);
    }
    CHECK(view->header->slots_used <= capacity);
}

static void check_communicators(const shm_view_t *view, bool quiet) {
    uint32_t capacity;
    const shm_communicator_t *rows = shm_view_section(view, SHM_SECTION_COMMUNICATORS, &capacity);
    for (uint32_t i = 0; i < capacity; i++) {
        CHECK(rows[i].state <= SHM_COMMUNICATOR_CLOSED);
        CHECK(memchr(rows[i].name, '\0', sizeof rows[i].name) != NULL);
        CHECK(memchr(rows[i].pci_bus_id, '\0', sizeof rows[i].pci_bus_id) != NULL);
        CHECK(!quiet || rows[i].operations_done <= rows[i].operations_enqueued);
        for (uint32_t j = 0; rows[i].state != SHM_COMMUNICATOR_FREE && j < i; j++) {
            CHECK(rows[j].state == SHM_COMMUNICATOR_FREE || rows[j].serial != rows[i].serial);
        }
    }
}

void shm_view_check(const shm_view_t *view, bool quiet) {
    check_header(view);
    check_series(view, quiet);
    check_slots(view, quiet);
    check_communicators(view, quiet);
    uint32_t capacity;
    const shm_record_t *ring = shm_view_section(view, SHM_SECTION_RING, &capacity);
    uint64_t reserved = shm_view_ring_reserved(view);
    for (uint32_t i = 0; quiet && i < capacity; i++) {
        CHECK(ring[i].number <= reserved);
        CHECK(ring[i].number == 0 || (ring[i].number - 1) % capacity == i);
    }
}

shm_totals_t shm_now_totals(const char *function) {
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    shm_totals_t totals = shm_view_totals(&view, function);
    shm_view_close(&view);
    return totals;
}

uint64_t shm_now_counter(enum shm_counter counter) {
    shm_view_t view;
    shm_view_require(&view);
    uint64_t value = shm_view_counter(&view, counter);
    shm_view_close(&view);
    return value;
}

int shm_now_in_flight(void) {
    shm_view_t view;
    shm_view_require(&view);
    int count = shm_view_in_flight(&view);
    shm_view_close(&view);
    return count;
}
