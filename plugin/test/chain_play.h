/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plugin behind ours: where the recording plugin of test/chained is, what it wrote down, and a
 * play with every kind of event that NCCL makes, in NCCL's order.
 */
#ifndef LOCKSTEP_TEST_CHAIN_PLAY_H
#define LOCKSTEP_TEST_CHAIN_PLAY_H

#include "nccl_driver.h"

/* The recording plugin that exports one version alone; 0: all of 2 to 7. Lies beside the program. */
const char *chain_recorder(int api);

/* From now on the recording plugin writes to a new file of that name in the test's directory. */
void chain_record_to(const char *name);

/* The file's text. Ends the program if there is none. */
char *chain_recorded(const char *name);

/* Whether two recordings are the same; prints the first lines that differ. */
bool chain_same(const char *actual, const char *expected);

/* How many lines of a recording begin so. */
int chain_lines(const char *recorded, const char *beginning);

/* Keeps the lines that NCCL's logger gets, as one text; give it to driver_t. */
void chain_logger(int level, unsigned long flags, const char *file, int line, const char *format,
                  ...) __attribute__((format(printf, 5, 6)));
const char *chain_logged(void);
/* How often a text is in what was logged. */
int chain_logged_times(const char *text);

/* Plays everything to one communicator; `other` is a pid that is not this process's, 0 for none. */
void chain_play(driver_comm_t *comm, pid_t other);

#endif
