/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Somebody removes the file, or the whole directory, under a running job (an epilog that came too
 * early): callbacks go on as before, and the next communicator does not bring it back half-made.
 */
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    driver_operation_t operation = driver_all_reduce(100, 2);
    driver_run(&comm, &operation, 1000);
    shm_view_t view;
    shm_view_require(&view); /* held open: it can still be read */
    REQUIRE(unlink(view.path) == 0 && rmdir(sandbox_directory()) == 0);
    for (int i = 0; i < 1000; i++) {
        driver_run(&comm, &operation, 1000);
    }
    driver_comm_t second = {.hash = 2, .nranks = 2};
    CHECK_EQUAL(driver_init(&driver, &second), 0);
    driver_run(&second, &operation, 1000);
    CHECK_EQUAL(driver_finalize(&second), 0);
    CHECK_EQUAL(driver_finalize(&comm), 0);
    REQUIRE(shm_view_refresh(&view));
    shm_view_check(&view, true);
    CHECK_EQUAL(shm_view_totals(&view, "AllReduce").calls, 1002);
    CHECK(!sandbox_exists(sandbox_directory()));
    shm_view_close(&view);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(3, body);
    return check_result();
}
