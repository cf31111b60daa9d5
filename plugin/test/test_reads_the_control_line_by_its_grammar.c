/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A line of the control file is either exactly as docs/shared-memory.md says or changes nothing.
 * Only "off" needs no more than its three letters.
 */
#include "../src/control_line.c"
#include "check.h"

static const control_line_t before = {.off = true, .size_floor_bytes = 77, .ring_shift = 5};

static void takes(const char *line, bool off, uint64_t floor, uint32_t shift) {
    check_context("\"%s\"", line);
    control_line_t settings = before;
    CHECK(control_line_read(line, &settings));
    CHECK_EQUAL(settings.off, off);
    CHECK_EQUAL(settings.size_floor_bytes, floor);
    CHECK_EQUAL(settings.ring_shift, shift);
}

static void refuses(const char *line) {
    check_context("\"%s\"", line);
    control_line_t settings = before;
    CHECK(!control_line_read(line, &settings));
    CHECK_EQUAL(settings.off, before.off);
    CHECK_EQUAL(settings.size_floor_bytes, before.size_floor_bytes);
    CHECK_EQUAL(settings.ring_shift, before.ring_shift);
}

static void takes_steps(const char *line, uint32_t shift, uint32_t ranges, uint32_t last_rank) {
    check_context("\"%s\"", line);
    control_line_t settings = before;
    CHECK(control_line_read(line, &settings));
    CHECK_EQUAL(settings.step_shift, shift);
    CHECK_EQUAL(settings.step_range_count, ranges);
    CHECK(ranges == 0 || settings.step_ranges[ranges - 1].last == last_rank);
}

static const char *const wrong[] = {
    " ",
    " on",
    "onf",
    "On",
    "no",
    "on  ring=1/2",
    "on\tring=1/2",
    "on,ring=1/2",
    "floor",
    "floor=",
    "floor= 1",
    "floor=-1",
    "floor=1k",
    "floor=0x10",
    "floor=1000000000000000000",
    "floor=99999999999999999999999",
    "ring",
    "ring=",
    "ring=on",
    "ring=8",
    "ring=1",
    "ring=1/",
    "ring=1/0",
    "ring=1/3",
    "ring=2/4",
    "ring=1/2097152",
    "ring=1/8ring=1/4",
    "ring=1/8;",
    "floor=1 ring=1/3",
    "floor=1 rest",
    "steps=",
    "steps=1/3",
    "steps=on",
    "steps=1/2@",
    "steps=1/2@1,",
    "steps=1/2@3-1",
    "steps=1/2@1-",
    "steps=1/2@-1",
    "steps=1/2@2147483648",
    "steps=1/2@1,2,3,4,5,6,7,8,9",
    "steps=1/2 @1",
    "\xff\xfe",
    "%n",
};

static void check_steps(void) {
    takes_steps("steps=1/1", 0, 0, 0);
    takes_steps("steps=off", 64, 0, 0);
    takes_steps("steps=1/64@7", 6, 1, 7);
    takes_steps("ring=1/8 steps=1/2@0,8-15,100-2147483647 floor=1", 1, 3, INT32_MAX);
    takes_steps("steps=1/2@1,2,3,4,5,6,7,8-9", 1, 8, 9);
    takes_steps("steps=1/2@1 steps=1/4", 2, 0, 0);
}

int main(void) {
    takes("", false, 77, 5);
    takes("on", false, 77, 5);
    takes("floor=65536", false, 65536, 5);
    takes("floor=0", false, 0, 5);
    takes("floor=999999999999999999", false, UINT64_C(999999999999999999), 5);
    takes("ring=1/8", false, 77, 3);
    takes("ring=1/1", false, 77, 0);
    takes("ring=1/1048576", false, 77, 20);
    takes("ring=off", false, 77, 64);
    takes("floor=1024 ring=1/2", false, 1024, 1);
    takes("ring=1/2 floor=1024", false, 1024, 1);
    takes("on ring=1/2", false, 77, 1);
    takes("floor=1 floor=2", false, 2, 5);
    takes("off", true, 77, 5);
    takes("off ring=1/2", true, 77, 5);
    takes("offor=65536", true, 77, 5); /* over the beginning of a longer line */
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        refuses(wrong[i]);
    }
    check_steps();
    return check_result();
}
