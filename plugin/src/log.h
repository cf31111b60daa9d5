/* SPDX-License-Identifier: Apache-2.0 */
/* A line in NCCL's log. Its text may hold anything: it never serves as a format. */
#ifndef LOCKSTEP_LOG_H
#define LOCKSTEP_LOG_H

#include <stddef.h>

#include "../include/nccl_profiler_abi.h"

/* `logger` may be NULL: version 3 has none. */
static inline void log_say(nccl_logger_t logger, int level, const char *text) {
    if (logger != NULL) {
        logger(level, NCCL_SUBSYSTEM_INIT, "lockstep", 0, "%s", text);
    }
}

#endif
