/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a test program says when something is not so. A failed check prints its place and both
 * values and the program goes on; check_result() is what main returns: 0, or 1 after a failure. A
 * test that cannot run here ends by skip(), which is exit code 77. Checks may be made from any
 * thread.
 */
#ifndef LOCKSTEP_TEST_CHECK_H
#define LOCKSTEP_TEST_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#define CHECK(condition) check_true((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(actual, expected) \
    check_equal((int64_t)(actual), (int64_t)(expected), #actual, #expected, __FILE__, __LINE__)
#define CHECK_TEXT(actual, expected) check_text((actual), (expected), #actual, __FILE__, __LINE__)
/* Like CHECK, but nothing after it makes sense: ends the program. */
#define REQUIRE(condition) check_require((condition), #condition, __FILE__, __LINE__)

bool check_true(bool holds, const char *text, const char *file, int line);
bool check_equal(int64_t actual, int64_t expected, const char *actual_text,
                 const char *expected_text, const char *file, int line);
bool check_text(const char *actual, const char *expected, const char *actual_text, const char *file,
                int line);
void check_require(bool holds, const char *text, const char *file, int line);

/* A word that failures of this process print from now on, such as the ABI version under test. */
void check_context(const char *format, ...) __attribute__((format(printf, 1, 2)));

int check_result(void);
/* For a forked child: its parent's failures are not its own. */
void check_forget(void);
_Noreturn void skip(const char *reason);

#endif
