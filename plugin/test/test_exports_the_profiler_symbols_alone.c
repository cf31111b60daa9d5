/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The library lives in a stranger's process: it exports ncclProfiler_v3 to ncclProfiler_v7 and
 * nothing else, and needs no library but libc. Asks nm and readelf; skipped where there are none.
 */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"

static FILE *ask(const char *tool) {
    char command[600];
    snprintf(command, sizeof command, "%s '%s' 2>/dev/null", tool, driver_plugin_path());
    FILE *answer = popen(command, "r");
    REQUIRE(answer != NULL);
    return answer;
}

static void check_symbols(void) {
    FILE *answer = ask("nm -D --defined-only");
    char line[512];
    unsigned versions = 0;
    int lines = 0;
    while (fgets(line, sizeof line, answer)) {
        char type;
        int version = 0;
        char extra;
        lines++;
        int fields = sscanf(line, "%*x %c ncclProfiler_v%d%c", &type, &version, &extra);
        CHECK(fields == 3 && extra == '\n');
        CHECK(fields == 3 && strchr("DRB", type));
        versions |= version >= 0 && version < 32 ? 1u << version : 1u;
    }
    pclose(answer);
    if (lines == 0) {
        skip("no nm here");
    }
    CHECK_EQUAL(versions, 0xf8); /* 3 to 7 */
}

static void check_needed(void) {
    FILE *answer = ask("readelf -d");
    char line[512];
    while (fgets(line, sizeof line, answer)) {
        char *name = strstr(line, "Shared library: [");
        if (name && !SANITIZED) {
            CHECK(strstr(name, "[libc.so.6]") || strstr(name, "[ld-linux"));
        }
        CHECK(!strstr(line, "RPATH") && !strstr(line, "RUNPATH") && !strstr(line, "TEXTREL"));
    }
    pclose(answer);
}

static void check_names(void) {
    driver_t driver = {0};
    for (int version = 3; version <= 7; version++) {
        driver_open(&driver, version);
        const char *name =
            *(const char *const *)driver.profiler; /* the first word of every version */
        CHECK(name && strlen(name) > 0 && strlen(name) < 64);
        driver_close(&driver);
    }
    driver_open(&driver, DRIVER_NEWEST);
    CHECK_EQUAL(driver.version, 7);
    CHECK(driver_symbol(driver.library, 2) == NULL && driver_symbol(driver.library, 8) == NULL);
    driver_close(&driver);
}

int main(void) {
    check_names();
    check_symbols();
    check_needed();
    return check_result();
}
