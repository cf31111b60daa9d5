/* SPDX-License-Identifier: Apache-2.0 */
/* Finding and copying a shared-memory file, and its plain lookups; see shm_view.h. */
#include "shm_view.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "sandbox.h"

#define FILE_BYTES_MAX (64u << 20)

static bool begins_with_magic(const char *path) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) {
        return false;
    }
    uint64_t magic = 0;
    ssize_t got = read(descriptor, &magic, sizeof magic);
    close(descriptor);
    return got == (ssize_t)sizeof magic && magic == SHM_MAGIC;
}

/* Files of one process end in the number of its life, which tells better than a time that the
 * kernel writes when it likes. 0 if they are of different processes. */
static int compare_lives(const char *left, const char *right) {
    const char *left_life = strrchr(left, '-');
    const char *right_life = strrchr(right, '-');
    if (!left_life || !right_life || left_life - left != right_life - right ||
        strncmp(left, right, (size_t)(left_life - left)) != 0) {
        return 0;
    }
    return atoi(left_life + 1) - atoi(right_life + 1);
}

/* Walks the directory: gives the number of files with the magic, the newest one's path, and the
 * number of entries. */
static int walk(char newest[512], int *entries) {
    DIR *directory = opendir(sandbox_directory());
    int files = 0;
    struct timespec latest = {0, 0};
    *entries = 0;
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        struct stat status;
        const char *path = sandbox_path(entry->d_name);
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) {
            continue;
        }
        ++*entries;
        if (lstat(path, &status) != 0 || !S_ISREG(status.st_mode) || !begins_with_magic(path)) {
            continue;
        }
        bool later =
            status.st_ctim.tv_sec > latest.tv_sec ||
            (status.st_ctim.tv_sec == latest.tv_sec && status.st_ctim.tv_nsec >= latest.tv_nsec);
        int order = files == 0 ? 0 : compare_lives(path, newest);
        if (files++ == 0 || order > 0 || (order == 0 && later)) {
            latest = status.st_ctim;
            snprintf(newest, 512, "%s", path);
        }
    }
    if (directory) {
        closedir(directory);
    }
    return files;
}

int shm_view_files(void) {
    char newest[512];
    int entries;
    return walk(newest, &entries);
}

int shm_view_entries(void) {
    char newest[512];
    int entries;
    walk(newest, &entries);
    return entries;
}

bool shm_view_refresh(shm_view_t *view) {
    size_t at = 0;
    while (at < view->bytes) {
        ssize_t got = pread(view->descriptor, view->copy + at, view->bytes - at, (off_t)at);
        if (got <= 0) {
            return false;
        }
        at += (size_t)got;
    }
    return true;
}

bool shm_view_open(shm_view_t *view) {
    int entries;
    *view = (shm_view_t){.descriptor = -1};
    if (walk(view->path, &entries) == 0) {
        return false;
    }
    view->descriptor = open(view->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    struct stat status;
    if (view->descriptor < 0 || fstat(view->descriptor, &status) != 0 ||
        status.st_size < (off_t)SHM_HEADER_BYTES || status.st_size > (off_t)FILE_BYTES_MAX) {
        return false;
    }
    view->bytes = (size_t)status.st_size;
    view->copy = aligned_alloc(64, (view->bytes + 63) / 64 * 64);
    view->header = (const shm_header_t *)view->copy;
    return view->copy && shm_view_refresh(view) && view->header->version == SHM_VERSION;
}

void shm_view_require(shm_view_t *view) {
    REQUIRE(shm_view_open(view));
}

void shm_view_close(shm_view_t *view) {
    if (view->descriptor >= 0) {
        close(view->descriptor);
    }
    free(view->copy);
    *view = (shm_view_t){.descriptor = -1};
}

static size_t entry_bytes(uint32_t kind) {
    static const size_t bytes[] = {
        [SHM_SECTION_COUNTERS] = 8,
        [SHM_SECTION_NAMES] = sizeof(shm_name_t),
        [SHM_SECTION_COMMUNICATORS] = sizeof(shm_communicator_t),
        [SHM_SECTION_SERIES_KEYS] = sizeof(shm_series_key_t),
        [SHM_SECTION_SERIES_CELLS] = sizeof(shm_series_cell_t),
        [SHM_SECTION_SLOTS] = sizeof(shm_slot_t),
        [SHM_SECTION_RING_HEAD] = sizeof(shm_ring_head_t),
        [SHM_SECTION_RING] = sizeof(shm_record_t),
        [SHM_SECTION_CHANNELS] = sizeof(shm_channel_t),
        [SHM_SECTION_PHASES] = sizeof(shm_phases_t),
        [SHM_SECTION_CONNECTION_KEYS] = sizeof(shm_connection_key_t),
        [SHM_SECTION_CONNECTION_CELLS] = sizeof(shm_connection_cell_t),
    };
    return kind < sizeof bytes / sizeof bytes[0] ? bytes[kind] : 0;
}

const void *shm_view_section(const shm_view_t *view, uint32_t kind, uint32_t *capacity) {
    *capacity = 0;
    for (uint32_t i = 0; i < view->header->section_count && i < SHM_SECTIONS_MAX; i++) {
        const shm_section_t *section = &view->header->sections[i];
        if (section->kind != kind) {
            continue;
        }
        bool fits = section->entry_bytes == entry_bytes(kind) && section->offset % 8 == 0 &&
                    section->offset <= view->bytes &&
                    section->capacity <= (view->bytes - section->offset) / section->entry_bytes;
        if (!CHECK(fits)) {
            return NULL;
        }
        *capacity = section->capacity;
        return view->copy + section->offset;
    }
    return NULL;
}

uint64_t shm_view_counter(const shm_view_t *view, enum shm_counter counter) {
    uint32_t capacity;
    const uint64_t *counters = shm_view_section(view, SHM_SECTION_COUNTERS, &capacity);
    return counters && (uint32_t)counter < capacity ? counters[counter] : 0;
}

uint64_t shm_view_suspects(const shm_view_t *view) {
    uint64_t sum = 0;
    for (int i = SHM_SUSPECT_STOP_BEFORE_START; i <= SHM_SUSPECT_MISSING_STAMP; i++) {
        sum += shm_view_counter(view, (enum shm_counter)i);
    }
    return sum;
}

const char *shm_view_name(const shm_view_t *view, unsigned index) {
    uint32_t capacity;
    const shm_name_t *names = shm_view_section(view, SHM_SECTION_NAMES, &capacity);
    if (!names || index >= capacity || names[index].length == 0) {
        return "";
    }
    CHECK(names[index].length < sizeof names[index].text &&
          names[index].text[names[index].length] == '\0');
    return names[index].text;
}

const shm_communicator_t *shm_view_communicator(const shm_view_t *view, uint64_t hash, int nth) {
    uint32_t capacity;
    const shm_communicator_t *rows = shm_view_section(view, SHM_SECTION_COMMUNICATORS, &capacity);
    for (uint32_t row = 1; row < capacity; row++) {
        if (rows[row].state != SHM_COMMUNICATOR_FREE && rows[row].hash == hash && nth-- == 0) {
            return &rows[row];
        }
    }
    return NULL;
}

int shm_view_row(const shm_view_t *view, const shm_communicator_t *communicator) {
    uint32_t capacity;
    return (int)(communicator - (const shm_communicator_t *)shm_view_section(
                                    view, SHM_SECTION_COMMUNICATORS, &capacity));
}
