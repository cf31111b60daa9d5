/* SPDX-License-Identifier: Apache-2.0 */
/* Making the file. See shm_file.h. */
#include "shm_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "shm_directory.h"

enum {
    FILE_BYTES_MAX = 4 << 20,
    SPARE_SPACE_DIVISOR = 4, /* at most a quarter of the free space: NCCL needs /dev/shm itself */
    RING_MIN = 512,
    SLOTS_MIN = 256,
    SERIES_MIN = 128,
    COMMUNICATORS_MIN = 16,
    CONNECTIONS_MIN = 64,
    SECTIONS = 12,
};

static const char no_space[] = "Lockstep is off: less than 2 MB free for its file; free /dev/shm "
                               "or set LOCKSTEP_DIR to another tmpfs";
static const char no_file[] =
    "Lockstep is off: it cannot make a file in its directory; check its rights";

typedef struct {
    uint32_t kind;
    uint32_t entry_bytes;
    uint32_t entries;
} section_plan_t;

static void plan_sections(section_plan_t plan[SECTIONS], const shm_capacity_t *capacity) {
    const section_plan_t sections[SECTIONS] = {
        {SHM_SECTION_COUNTERS, sizeof(uint64_t), capacity->counters},
        {SHM_SECTION_NAMES, sizeof(shm_name_t), capacity->names},
        {SHM_SECTION_COMMUNICATORS, sizeof(shm_communicator_t), capacity->communicators},
        {SHM_SECTION_SERIES_KEYS, sizeof(shm_series_key_t), capacity->series},
        {SHM_SECTION_SERIES_CELLS, sizeof(shm_series_cell_t), capacity->series},
        {SHM_SECTION_SLOTS, sizeof(shm_slot_t), capacity->slots},
        {SHM_SECTION_RING_HEAD, sizeof(shm_ring_head_t), 1},
        {SHM_SECTION_RING, sizeof(shm_record_t), capacity->ring},
        {SHM_SECTION_CHANNELS, sizeof(shm_channel_t), capacity->communicators * CHANNELS_MAX},
        {SHM_SECTION_PHASES, sizeof(shm_phases_t), capacity->phases},
        {SHM_SECTION_CONNECTION_KEYS, sizeof(shm_connection_key_t), capacity->connections},
        {SHM_SECTION_CONNECTION_CELLS, sizeof(shm_connection_cell_t), capacity->connections},
    };
    memcpy(plan, sections, sizeof sections);
}

static uint64_t planned_bytes(const shm_capacity_t *capacity) {
    section_plan_t plan[SECTIONS];
    plan_sections(plan, capacity);
    uint64_t bytes = SHM_HEADER_BYTES;
    for (int i = 0; i < SECTIONS; i++) {
        bytes += (uint64_t)plan[i].entry_bytes * plan[i].entries;
    }
    return bytes;
}

/* Halves what is missed least first; false if even the smallest tables are too large. */
static bool fit(shm_capacity_t *capacity, uint64_t limit) {
    *capacity = (shm_capacity_t){
        .counters = SHM_COUNTERS_MAX,
        .names = SHM_NAMES_MAX,
        .communicators = SHM_COMMUNICATORS_MAX,
        .series = SHM_SERIES_MAX,
        .slots = SHM_SLOTS_MAX,
        .ring = SHM_RING_MAX,
        .phases = SHM_PHASES_MAX,
        .connections = SHM_CONNECTIONS_MAX,
    };
    while (planned_bytes(capacity) > limit) {
        if (capacity->ring > RING_MIN) {
            capacity->ring /= 2;
        } else if (capacity->connections > CONNECTIONS_MIN) {
            capacity->connections /= 2;
        } else if (capacity->slots > SLOTS_MIN) {
            capacity->slots /= 2;
        } else if (capacity->communicators > COMMUNICATORS_MIN) {
            capacity->communicators /= 2;
        } else if (capacity->series > SERIES_MIN) {
            capacity->series /= 2;
            capacity->phases /= 2;
        } else {
            return false;
        }
    }
    return true;
}

/* The process's own limit counts too: writing beyond it would be a deadly signal. */
static uint64_t size_limit(int directory) {
    struct statvfs space;
    struct rlimit largest;
    if (fstatvfs(directory, &space) != 0 || getrlimit(RLIMIT_FSIZE, &largest) != 0) {
        return 0;
    }
    uint64_t spare = (uint64_t)space.f_bavail * space.f_frsize / SPARE_SPACE_DIVISOR;
    uint64_t limit = spare < FILE_BYTES_MAX ? spare : FILE_BYTES_MAX;
    return largest.rlim_cur < limit ? largest.rlim_cur : limit;
}

/* Not a trace is left of a file that could not be made whole. */
static int make_file(int directory, const char *name, uint64_t bytes) {
    unlinkat(directory, name, 0);
    int file = openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0640);
    if (file < 0) {
        return -1;
    }
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fchmod(file, 0640) != 0 || posix_fallocate(file, 0, (off_t)bytes) != 0 ||
        fcntl(file, F_SETLK, &lock) != 0) {
        unlinkat(directory, name, 0);
        close(file);
        return -1;
    }
    return file;
}

static void write_sections(unsigned char *mapping, const section_plan_t plan[SECTIONS]) {
    shm_header_t *header = (shm_header_t *)(void *)mapping;
    uint64_t offset = SHM_HEADER_BYTES;
    for (int i = 0; i < SECTIONS; i++) {
        header->sections[i] = (shm_section_t){
            .kind = plan[i].kind,
            .entry_bytes = plan[i].entry_bytes,
            .offset = offset,
            .capacity = plan[i].entries,
        };
        offset += (uint64_t)plan[i].entry_bytes * plan[i].entries;
    }
    header->section_count = SECTIONS;
}

static void point_into(shm_sections_t *sections, unsigned char *mapping) {
    sections->header = (shm_header_t *)(void *)mapping;
    void *at[SECTIONS];
    for (int i = 0; i < SECTIONS; i++) {
        at[i] = mapping + sections->header->sections[i].offset;
    }
    sections->counters = at[0];
    sections->names = at[1];
    sections->communicators = at[2];
    sections->series_keys = at[3];
    sections->series_cells = at[4];
    sections->slots = at[5];
    sections->ring_head = at[6];
    sections->ring = at[7];
    sections->channels = at[8];
    sections->phases = at[9];
    sections->connection_keys = at[10];
    sections->connection_cells = at[11];
}

static void fill_in(shm_header_t *header, const identity_t *identity, uint64_t bytes) {
    header->magic = SHM_MAGIC;
    header->header_bytes = SHM_HEADER_BYTES;
    header->file_bytes = bytes;
    header->section_entry_bytes = sizeof(shm_section_t);
    header->section_table_offset = SHM_SECTIONS_OFFSET;
    identity_write(header, identity);
}

static bool map_and_name(shm_file_t *file, shm_sections_t *sections, int directory,
                         const identity_t *identity, const char *temporary, const char *name) {
    /* Populated: its memory is allocated anyway, and no callback shall wait for a page. */
    file->mapping = mmap(NULL, file->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                         file->descriptor, 0);
    if (file->mapping == MAP_FAILED) {
        return false;
    }
    section_plan_t plan[SECTIONS];
    plan_sections(plan, &sections->capacity);
    write_sections(file->mapping, plan);
    point_into(sections, file->mapping);
    fill_in(sections->header, identity, file->bytes);
    if (renameat(directory, temporary, directory, name) != 0) {
        munmap(file->mapping, file->bytes);
        return false;
    }
    return true;
}

bool shm_file_create(shm_file_t *file, shm_sections_t *sections, int directory,
                     const identity_t *identity, const char **problem) {
    char name[SHM_NAME_BYTES];
    char temporary[SHM_NAME_BYTES];
    shm_directory_clean(directory, identity, name, temporary);
    if (!fit(&sections->capacity, size_limit(directory))) {
        *problem = no_space;
        return false;
    }
    file->bytes = planned_bytes(&sections->capacity);
    file->descriptor = make_file(directory, temporary, file->bytes);
    if (file->descriptor < 0) {
        *problem = no_file;
        return false;
    }
    if (!map_and_name(file, sections, directory, identity, temporary, name)) {
        unlinkat(directory, temporary, 0);
        close(file->descriptor);
        *problem = no_file;
        return false;
    }
    return true;
}

void shm_file_close(shm_file_t *file) {
    munmap(file->mapping, file->bytes);
    close(file->descriptor);
}
