/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The control file's first line sets the size floor and the ring's share while the job runs, and the
 * header says what is in force. A line that cannot be read changes nothing and is counted once,
 * however long it stays; a change far behind in the line is found by itself.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define PAGE 4096
#define WITHIN_MS 10000 /* usually a quarter of a second */

static int control;
static driver_comm_t comm;
static uint64_t calls;

static void write_control(const char *text) {
    char page[PAGE] = "";
    strcpy(page, text);
    REQUIRE(pwrite(control, page, sizeof page, 0) == PAGE);
}

static void run(void) {
    driver_operation_t operation = driver_all_reduce(100, 2); /* 400 bytes */
    driver_run(&comm, &operation, 1000);
    calls++;
}

static void check_in_force(uint64_t floor, uint32_t shift) {
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    CHECK_EQUAL(view.header->size_floor_bytes, floor);
    CHECK_EQUAL(view.header->ring_shift, shift);
    CHECK_EQUAL(shm_view_totals(&view, "AllReduce").calls, calls);
    shm_view_close(&view);
}

/* Ring records and what sampling left out. */
static void check_ring(uint64_t reserved, uint64_t left_out) {
    shm_view_t view;
    shm_view_require(&view);
    uint32_t capacity;
    const shm_ring_head_t *head = shm_view_section(&view, SHM_SECTION_RING_HEAD, &capacity);
    CHECK_EQUAL(head->reserved, reserved);
    CHECK_EQUAL(head->left_out, left_out);
    shm_view_close(&view);
}

static bool floor_is(void *argument) {
    run();
    shm_view_t view;
    shm_view_require(&view);
    bool is = view.header->size_floor_bytes == *(const uint64_t *)argument;
    shm_view_close(&view);
    return is;
}

static bool refusals_are(void *argument) {
    run();
    return shm_now_counter(SHM_DROP_CONTROL_UNREADABLE) == *(const uint64_t *)argument;
}

static void check_refused(const char *line, uint64_t times) {
    write_control(line);
    CHECK(sandbox_until(refusals_are, &times, WITHIN_MS));
    uint64_t more = times + 1;
    CHECK(!sandbox_until(refusals_are, &more, 600)); /* it stays, and is not counted again */
    check_in_force(256, 0);
}

static void check_refusals(void) {
    write_control("floor=256");
    run();
    check_refused("floor=256 rings=1/8", 1); /* the first eight bytes are the same */
    char endless[PAGE];
    memset(endless, ' ', sizeof endless);
    memcpy(endless, "floor=1 ", 8);
    endless[PAGE - 1] = '\0';
    check_refused(endless, 2);
    check_in_force(256, 0);
}

int main(void) {
    sandbox_directory();
    control = open(sandbox_path("control"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    REQUIRE(control >= 0);
    write_control("floor=512\nring=1/8\n");
    driver_t driver;
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    run();
    check_in_force(512, 0); /* a second line means nothing */
    check_ring(0, 0);
    write_control("on\n");
    run();
    check_in_force(0, 0);
    check_ring(1, 0);
    write_control("ring=off floor=400\n");
    run();
    check_in_force(400, 64);
    check_ring(1, 1);
    write_control("ring=off floor=401\n");
    uint64_t floor = 401;
    CHECK(sandbox_until(floor_is, &floor, WITHIN_MS));
    REQUIRE(pwrite(control, "off", 3, 0) == 3); /* over what is there */
    uint64_t before = calls;
    run();
    calls = before;
    check_in_force(401, 64);
    write_control("");
    run();
    check_in_force(0, 0);
    check_refusals();
    driver_end(&driver, &comm);
    close(control);
    return check_result();
}
