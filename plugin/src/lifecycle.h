/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The beginning and the end: the first init opens the plugin, each init and finalize a
 * communicator, unloading the library closes all. If it cannot be opened, the plugin stays off,
 * says why once, and the job goes on. Under one mutex, since NCCL may init communicators on several
 * threads at a time.
 */
#ifndef LOCKSTEP_LIFECYCLE_H
#define LOCKSTEP_LIFECYCLE_H

#include "../include/nccl_profiler_abi.h"
#include "communicator.h"

/* Returns the communicator's context, 0 if the plugin is off. `logger` may be NULL. */
uint64_t lifecycle_init(const communicator_identity_t *identity, nccl_logger_t logger);

void lifecycle_finalize(uint64_t context);

/* The control file was switched: tells readers. Any thread. */
void lifecycle_switch(bool off);

#endif
