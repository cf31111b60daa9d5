/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The directory of the shared-memory files: opened only if nobody else can put files there, cleaned
 * of what dead processes of this user left. First init only.
 */
#ifndef LOCKSTEP_SHM_DIRECTORY_H
#define LOCKSTEP_SHM_DIRECTORY_H

#include <stddef.h>

#include "identity.h"

enum {
    SHM_NAME_BYTES = 128
};

/* Opens `path`, or makes and opens /dev/shm/lockstep-<uid> where it is NULL. Returns a descriptor,
 * or -1 with what is wrong in `problem`, a text that says what to do. */
int shm_directory_open(const char *path, const char **problem);

/* Removes the files of dead processes of this user, and all but the last of earlier lives of this
 * one. Writes a name that no file of this process has, with and without the prefix of unfinished
 * files. */
void shm_directory_clean(int directory, const identity_t *self, char name[SHM_NAME_BYTES],
                         char temporary[SHM_NAME_BYTES]);

#endif
