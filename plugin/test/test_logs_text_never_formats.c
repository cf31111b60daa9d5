/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NCCL's logger takes a format: the plugin only ever passes "%s" and one text, so that a '%' in a
 * name or a path stays a '%'. It writes no control characters and not more than a few lines.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define LINES_MAX 20

static int lines;

static void log_line(int level, unsigned long flags, const char *file, int line, const char *format,
                     ...) {
    (void)flags;
    (void)line;
    lines++;
    CHECK(level >= 0 && level <= 6);
    CHECK(file != NULL);
    if (!CHECK(format && strcmp(format, "%s") == 0)) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    const char *text = va_arg(arguments, const char *);
    va_end(arguments);
    CHECK(text && strlen(text) > 0 && strlen(text) < 1024);
    for (const char *at = text; *at; at++) {
        CHECK(!iscntrl((unsigned char)*at));
    }
}

static void live(int version, const char *directory) {
    setenv("LOCKSTEP_DIR", directory, 1);
    driver_t driver = {.logger = log_line};
    driver_open(&driver, version);
    for (int i = 0; i < 50; i++) {
        driver_comm_t comm = {.name = "%s%n%d\n\033[31m", .hash = 1, .nranks = 2};
        CHECK_EQUAL(driver_init(&driver, &comm), 0);
        driver_operation_t operation = driver_all_reduce(100, 1);
        operation.function = "%n%s%s%s";
        driver_run(&comm, &operation, 1000);
        CHECK_EQUAL(driver_finalize(&comm), 0);
    }
    driver_close(&driver);
}

static int body(int version) {
    char missing[600];
    live(version, sandbox_directory());
    CHECK(lines <= LINES_MAX);
    lines = 0;
    snprintf(missing, sizeof missing, "%s/%%s%%n/not/there", sandbox_directory());
    live(version, missing);
    CHECK(lines >= 1 &&
          lines <= LINES_MAX); /* the reason for giving up is said, and not 50 times */
    lines = 0;
    setenv("LOCKSTEP_SIZE_FLOOR", "%n%s rubbish", 1);
    live(version, sandbox_directory());
    CHECK(lines <= LINES_MAX);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
