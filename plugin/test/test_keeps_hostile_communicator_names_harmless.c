/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A communicator's name is the user's: 500 bytes long, with control characters, quotes and formats,
 * empty, or ending at a page without access. It is stored cut, ended by NUL and without control
 * characters, and never kept by pointer. Function names get the same treatment.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

/* The name at the end of a page, the NUL in its last byte; nothing behind may be read. */
static char *at_page_end(const char *name) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(pages != MAP_FAILED && mprotect(pages + page, page, PROT_NONE) == 0);
    return memcpy(pages + page - strlen(name) - 1, name, strlen(name) + 1);
}

static void check_name(uint64_t hash, const char *given) {
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    const shm_communicator_t *row = shm_view_communicator(&view, hash, 0);
    REQUIRE(row != NULL);
    size_t length = strnlen(row->name, sizeof row->name);
    size_t kept = strlen(given) < sizeof row->name ? strlen(given) : sizeof row->name - 1;
    CHECK_EQUAL(length, kept);
    for (size_t i = 0; i < length; i++) {
        bool control = iscntrl((unsigned char)given[i]) != 0;
        CHECK(control ? !iscntrl((unsigned char)row->name[i]) : row->name[i] == given[i]);
    }
    shm_view_close(&view);
}

static int body(int version) {
    char *long_name = malloc(501);
    memset(long_name, 'x', 500);
    long_name[500] = '\0';
    const char *const names[] = {"",
                                 "plain",
                                 "%s%n%x",
                                 "quote\"back\\slash{}",
                                 "tab\tline\nescape\033[31m\177bell\a",
                                 "exactly-47-bytes-............................47",
                                 long_name};
    driver_t driver = {0};
    driver_open(&driver, version);
    for (uint64_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *copy = at_page_end(names[i]);
        driver_comm_t comm = {.name = copy, .hash = 10 + i, .nranks = 2};
        CHECK_EQUAL(driver_init(&driver, &comm), 0);
        memset(copy, '!', strlen(names[i])); /* the name belongs to the caller again */
        char *function = at_page_end(names[i]);
        driver_operation_t operation = driver_all_reduce(100, 1);
        operation.function = function;
        driver_run(&comm, &operation, 1000);
        memset(function, '!', strlen(names[i]));
        CHECK_EQUAL(driver_finalize(&comm), 0);
        check_name(10 + i, names[i]);
    }
    CHECK_EQUAL(shm_now_totals(NULL).calls, sizeof names / sizeof names[0]);
    CHECK_EQUAL(shm_now_totals("plain").calls, 1);
    CHECK_EQUAL(shm_now_totals("%s%n%x").calls, 1);
    driver_close(&driver);
    free(long_name);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
