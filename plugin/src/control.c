/* SPDX-License-Identifier: Apache-2.0 */
/* Mapping and reading the control file. See control.h. */
#include "control.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "control_line.h"
#include "lifecycle.h"
#include "monotonic.h"
#include "proxy.h"

enum {
    CONTROL_BYTES = 4096,
    LINE_WORDS = CONTROL_LINE_MAX / sizeof(uint64_t),
};

typedef union {
    uint64_t words[LINE_WORDS + 1]; /* the last one is 0 */
    char text[CONTROL_LINE_MAX + sizeof(uint64_t)];
} line_t;

static const _Atomic uint64_t always_empty[LINE_WORDS];

/* Of whoever looks: one thread at a time. */
static _Atomic uint32_t looking;
static line_t refused; /* the line that could not be read when it was last looked at */
static bool was_counted;

static bool is_trusted(int file) {
    struct stat status;
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
           status.st_size >= CONTROL_BYTES && (status.st_uid == geteuid() || status.st_uid == 0) &&
           (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

const _Atomic uint64_t *control_open(int directory) {
    int file = openat(directory, "control", O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        return always_empty;
    }
    void *page =
        is_trusted(file) ? mmap(NULL, CONTROL_BYTES, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
    close(file);
    return page == MAP_FAILED ? always_empty : page;
}

void control_close(const _Atomic uint64_t *words) {
    if (words != always_empty) {
        munmap((void *)(uintptr_t)words, CONTROL_BYTES);
    }
}

/* Copies the line without its end and pads it with zeros, so that equal lines have equal words.
 * Returns what the copy's first eight bytes were. One that ends too late gets a mark at its end. */
static uint64_t copy_line(line_t *line) {
    for (int i = 0; i < LINE_WORDS; i++) {
        line->words[i] = word_get(&plugin.control[i]);
    }
    line->words[LINE_WORDS] = 0;
    uint64_t first = line->words[0];
    size_t length = strcspn(line->text, "\n");
    if (length < CONTROL_LINE_MAX) {
        memset(line->text + length, 0, CONTROL_LINE_MAX - length);
    } else {
        line->text[CONTROL_LINE_MAX - 1] = '?';
    }
    return first;
}

/* A line that is being written may look like anything: it is counted when it has stayed. */
static void refuse(const line_t *line) {
    bool is_same = memcmp(&refused, line, sizeof refused) == 0;
    if (is_same && !was_counted) {
        plugin_count(SHM_DROP_CONTROL_UNREADABLE);
    }
    was_counted = is_same;
    refused = *line;
}

/* Whether this process has one of the ranks, as its environment numbers them. */
static bool has_named_rank(const control_line_t *settings) {
    int32_t rank = plugin.shm.header->environment_world_rank;
    for (uint32_t i = 0; i < settings->step_range_count; i++) {
        const rank_range_t *range = &settings->step_ranges[i];
        if (rank >= 0 && (uint32_t)rank >= range->first && (uint32_t)rank <= range->last) {
            return true;
        }
    }
    return settings->step_range_count == 0;
}

static void obey_about_steps(const control_line_t *settings) {
    uint32_t shift = has_named_rank(settings) ? settings->step_shift : STEP_SHIFT_AT_START;
    bool none = shift == STEP_SHIFT_NONE;
    word_set(&plugin.step_mask, none ? STEP_MASK_NONE : (UINT32_C(1) << shift) - 1);
    word_set(&plugin.shm.header->step_shift, shift);
}

static void obey(const control_line_t *settings) {
    lifecycle_switch(settings->off);
    if (settings->off) {
        return; /* what is under way ends as it began */
    }
    word_set(&plugin.size_floor_bytes, settings->size_floor_bytes);
    word_set(&plugin.ring_shift, settings->ring_shift);
    word_set(&plugin.shm.header->size_floor_bytes, settings->size_floor_bytes);
    word_set(&plugin.shm.header->ring_shift, settings->ring_shift);
    obey_about_steps(settings);
}

void control_look(void) {
    if (!plugin_is_awake() || !word_claim(&looking, 0, 1)) {
        return;
    }
    word_set(&plugin.control_due_nanos, monotonic_nanos_coarse() + CONTROL_LOOK_NANOS);
    line_t line;
    word_set(&plugin.control_seen, copy_line(&line));
    control_line_t settings = {.size_floor_bytes = plugin.size_floor_at_start,
                               .step_shift = STEP_SHIFT_AT_START};
    if (control_line_read(line.text, &settings)) {
        obey(&settings);
        memset(&refused, 0, sizeof refused);
        was_counted = false;
    } else {
        refuse(&line);
    }
    word_publish(&looking, 0); /* Pairs with the claim of the next look. */
}
