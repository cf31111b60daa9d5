/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The place a test runs in: a directory of its own as LOCKSTEP_DIR, an environment without the
 * scheduler's words, children to try things in, conditions to wait for, and random numbers from a
 * printed seed. Nothing here sleeps: waiting is polling with a deadline.
 */
#ifndef LOCKSTEP_TEST_SANDBOX_H
#define LOCKSTEP_TEST_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* Makes the directory on first use and sets LOCKSTEP_DIR to it; removed when the maker exits. */
const char *sandbox_directory(void);
/* Another empty directory, from now on LOCKSTEP_DIR. */
const char *sandbox_fresh(void);
/* "<sandbox>/<name>" in one of a few static buffers. */
const char *sandbox_path(const char *name);

/* Runs body in a forked child and gives its wait status; the child ends with body's value. */
int sandbox_child(int (*body)(void *), void *argument);
/* The same for each ABI version from first to 7, each in a fresh directory; failures count here. */
void sandbox_each_version(int first, int (*body)(int version));
/* True if the child ended by itself with 0. */
bool sandbox_passed(int status);

/* Polls until done(argument), at most this long; says whether it came true. */
bool sandbox_until(bool (*done)(void *), void *argument, int timeout_ms);
uint64_t sandbox_monotonic_nanos(void);

/* From $LOCKSTEP_TEST_SEED or the clock; printed on first use. */
uint64_t sandbox_seed(void);
uint64_t sandbox_random(uint64_t *state);

/* How many descriptors this process has open, its resident set, and whether a file of that name
 * exists. */
int sandbox_open_descriptors(void);
size_t sandbox_virtual_bytes(void);
size_t sandbox_resident_bytes(void);
bool sandbox_exists(const char *path);

#endif
