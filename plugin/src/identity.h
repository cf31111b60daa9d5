/* SPDX-License-Identifier: Apache-2.0 */
/* Who this process is: pid and its namespace, start time, host, boot, the job's words. First init
 * only. */
#ifndef LOCKSTEP_IDENTITY_H
#define LOCKSTEP_IDENTITY_H

#include <stdint.h>

#include "../include/shm_layout.h"

typedef struct {
    uint32_t pid;
    uint32_t uid;
    uint64_t pid_namespace;       /* 0 = unknown */
    uint64_t process_start_ticks; /* 0 = unknown */
} identity_t;

identity_t identity_of_process(void);

/* Fills in everything of the header that says whose file it is. */
void identity_write(shm_header_t *header, const identity_t *identity);

#endif
