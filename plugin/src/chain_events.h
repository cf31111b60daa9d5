/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The callbacks of an event with two plugins: each is made to Lockstep first, with its own handles,
 * and then to the chained plugin with its own, in its own version. What Lockstep answers is always
 * success; an error of the other's switches that one off and is not NCCL's to know. Any thread.
 */
#ifndef LOCKSTEP_CHAIN_EVENTS_H
#define LOCKSTEP_CHAIN_EVENTS_H

/* Puts these callbacks into the exported structs. Once, while the library is loaded. */
void chain_events_install(void);

#endif
