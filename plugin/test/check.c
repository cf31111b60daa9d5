/* SPDX-License-Identifier: Apache-2.0 */
/* Counts and prints failed checks; see check.h. Everything goes to stderr in one write a line. */
#include "check.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAILURES_SHOWN_MAX 30

static atomic_int failures;
static char context[128];

static void report(const char *file, int line, const char *text) {
    int count = atomic_fetch_add(&failures, 1);
    if (count < FAILURES_SHOWN_MAX) {
        const char *slash = strrchr(file, '/');
        fprintf(stderr, "%s:%d: %s%s%s\n", slash ? slash + 1 : file, line, context,
                context[0] ? ": " : "", text);
    }
}

bool check_true(bool holds, const char *text, const char *file, int line) {
    if (!holds) {
        report(file, line, text);
    }
    return holds;
}

bool check_equal(int64_t actual, int64_t expected, const char *actual_text,
                 const char *expected_text, const char *file, int line) {
    if (actual != expected) {
        char text[512];
        snprintf(text, sizeof text, "%s is %lld, not %lld (%s)", actual_text, (long long)actual,
                 (long long)expected, expected_text);
        report(file, line, text);
    }
    return actual == expected;
}

bool check_text(const char *actual, const char *expected, const char *actual_text, const char *file,
                int line) {
    bool same = strcmp(actual, expected) == 0;
    if (!same) {
        char text[1024];
        snprintf(text, sizeof text, "%s is \"%s\", not \"%s\"", actual_text, actual, expected);
        report(file, line, text);
    }
    return same;
}

void check_require(bool holds, const char *text, const char *file, int line) {
    if (!holds) {
        report(file, line, text);
        exit(1);
    }
}

void check_context(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context, sizeof context, format, arguments);
    va_end(arguments);
}

void check_forget(void) {
    atomic_store(&failures, 0);
}

int check_result(void) {
    return atomic_load(&failures) == 0 ? 0 : 1;
}

void skip(const char *reason) {
    fprintf(stderr, "skipped: %s\n", reason);
    exit(77);
}
