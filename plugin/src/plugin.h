/* SPDX-License-Identifier: Apache-2.0 */
/* What the adapters of the API versions share: plugin.c and plugin_old.c. */
#ifndef LOCKSTEP_PLUGIN_H
#define LOCKSTEP_PLUGIN_H

#include "../include/nccl_profiler_abi.h"
#include "communicator.h"

#define PLUGIN_EXPORT __attribute__((visibility("default")))

#define PLUGIN_NAME "Lockstep"

/* The exported structs: NCCL looks them up by name, newest first. Not const, because chain.c puts
 * its own callbacks into them before NCCL looks, if there is a plugin to chain. */
extern PLUGIN_EXPORT nccl_profiler_v3_t ncclProfiler_v3;
extern PLUGIN_EXPORT nccl_profiler_v4_t ncclProfiler_v4;
extern PLUGIN_EXPORT nccl_profiler_v5_t ncclProfiler_v5;
extern PLUGIN_EXPORT nccl_profiler_v5_t ncclProfiler_v6;
extern PLUGIN_EXPORT nccl_profiler_v5_t ncclProfiler_v7;

/* Gives the communicator a context and asks for the wanted events; for none if the plugin is off.
 */
nccl_result_t plugin_init(void **context, int *mask, int mask_wanted,
                          const communicator_identity_t *identity, nccl_logger_t logger);

/* What to ask for with a communicator's context, 0 if Lockstep has none; after lifecycle_init. */
int plugin_mask(uint64_t context, int mask_wanted, uint8_t api);

/* Any event but a kernel channel, in the form of version 7 whatever the version. */
nccl_result_t plugin_start_other(void *context, void **handle, const nccl_event_v7_t *event,
                                 uint8_t api);

nccl_result_t plugin_stop_event(void *handle);
nccl_result_t plugin_record_event_state(void *handle, int state, nccl_event_state_t *arguments);
nccl_result_t plugin_finalize(void *context);

#endif
