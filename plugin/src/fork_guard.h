/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A word that a forked child finds zeroed, so that it leaves its parent's file alone: the kernel
 * wipes the page on fork. Reading it costs a load; getpid() would cost a system call in each
 * callback.
 */
#ifndef LOCKSTEP_FORK_GUARD_H
#define LOCKSTEP_FORK_GUARD_H

#include <stdatomic.h>
#include <stdint.h>

/* A word that is 1 here and 0 in every child; NULL if this kernel cannot do that. */
_Atomic uint32_t *fork_guard_open(void);

void fork_guard_close(_Atomic uint32_t *word);

#endif
