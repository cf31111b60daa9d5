/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shared-memory file: sized by what the file system can spare, allocated before it is mapped,
 * locked and filled in under a temporary name, and complete when it gets its own. First init and
 * unload only.
 */
#ifndef LOCKSTEP_SHM_FILE_H
#define LOCKSTEP_SHM_FILE_H

#include <stddef.h>

#include "identity.h"
#include "state.h"

typedef struct {
    int descriptor; /* stays open: closing it drops the lock that says this process lives */
    void *mapping;
    size_t bytes;
} shm_file_t;

/* Makes the file and points `sections` into it. False, with a text that says what to do, if it
 * cannot. */
bool shm_file_create(shm_file_t *file, shm_sections_t *sections, int directory,
                     const identity_t *identity, const char **problem);

void shm_file_close(shm_file_t *file);

#endif
