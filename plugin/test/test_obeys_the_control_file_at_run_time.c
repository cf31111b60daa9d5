/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The control file, one page edited in place, stops the counting with "off" and resumes it with
 * "on", without a restart; operations under way are ended properly, and the file says which of the
 * two it is.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define PAGE 4096

static int control;

static void write_control(const char *text) {
    char page[PAGE] = "";
    strcpy(page, text);
    REQUIRE(pwrite(control, page, sizeof page, 0) == PAGE);
}

static void run(driver_comm_t *comm, int times) {
    for (int i = 0; i < times; i++) {
        driver_operation_t operation = driver_all_reduce(100, 2);
        driver_run(comm, &operation, 1000);
    }
}

static void check_state(uint32_t state, uint64_t calls) {
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    CHECK_EQUAL(view.header->process_state, state);
    CHECK_EQUAL(shm_view_totals(&view, "AllReduce").calls, calls);
    CHECK_EQUAL(shm_view_in_flight(&view), 0);
    shm_view_close(&view);
}

static int body(int version) {
    control = open(sandbox_path("control"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    REQUIRE(control >= 0);
    write_control("on");
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    run(&comm, 10);
    check_state(SHM_PROCESS_LIVE, 10);
    driver_operation_t under_way = driver_all_reduce(100, 2);
    driver_enqueue(&comm, &under_way, 1);
    write_control("off\n");
    driver_place(&comm, &under_way, 1000);
    driver_finish(&comm, &under_way); /* it was there before */
    run(&comm, 10);
    driver_operation_t late = driver_all_reduce(100, 2);
    driver_enqueue(&comm, &late, 1);
    check_state(SHM_PROCESS_SWITCHED_OFF, 11);
    write_control("on\n");
    driver_place(&comm, &late, 1000);
    driver_finish(&comm, &late); /* enqueued while it was off: not counted */
    run(&comm, 10);
    check_state(SHM_PROCESS_LIVE, 21);
    write_control("off");
    run(&comm, 1);
    CHECK_EQUAL(driver_finalize(&comm), 0);
    check_state(SHM_PROCESS_CLOSED, 21);
    driver_close(&driver);
    close(control);
    return check_result();
}

static int off_from_the_start(int version) {
    control = open(sandbox_path("control"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    REQUIRE(control >= 0);
    write_control("off");
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    run(&comm, 10);
    shm_view_t view;
    if (shm_view_open(&view)) {
        CHECK_EQUAL(shm_view_totals(&view, NULL).calls, 0);
    }
    shm_view_close(&view);
    write_control("on");
    run(&comm, 10);
    CHECK_EQUAL(shm_now_totals("AllReduce").calls, 10);
    driver_end(&driver, &comm);
    close(control);
    return check_result();
}

int main(void) {
    sandbox_each_version(3, body);
    sandbox_each_version(7, off_from_the_start);
    return check_result();
}
