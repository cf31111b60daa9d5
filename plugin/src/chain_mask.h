/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who asked for which events. NCCL has one mask for the process: Lockstep's or the chained plugin's.
 * Each of the two then gets the events that NCCL would make under its own mask alone. The chained
 * plugin has a mask word of its own, in which it may change its mind at any time, from any thread.
 */
#ifndef LOCKSTEP_CHAIN_MASK_H
#define LOCKSTEP_CHAIN_MASK_H

#include <stdbool.h>
#include <stdint.h>

/* Whether NCCL makes events of a type for a plugin with this mask. */
bool chain_mask_wants(uint32_t mask, uint64_t type);

/* Whether a version has events of a type at all. */
bool chain_type_is_known(uint64_t type, int api);

/* What Lockstep asked for, 0 if it is off, and where NCCL keeps its mask. Each init. */
void chain_mask_begin(int *nccl_mask, int ours);

/* The word to give to the chained plugin's init. It is NCCL's own while Lockstep is off, for then
 * nobody else could notice that the plugin changed it. */
int *chain_mask_to_give(void);

/* After its init: takes away the events that its version has not, as NCCL's shim does. */
void chain_mask_end(int api);

/* What they ask for at present, together and each. */
int chain_mask_of_both(void);
uint32_t chain_mask_ours(void);
uint32_t chain_mask_theirs(void);

/* Tells NCCL when the chained plugin has changed its mask since the last call; two loads if not. */
void chain_mask_refresh(void);

/* The chained plugin is off: NCCL's mask is Lockstep's again. */
void chain_mask_drop(void);

/* The last communicator is gone, and soon NCCL's mask. */
void chain_mask_forget(void);

#endif
