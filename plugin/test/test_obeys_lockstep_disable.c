/* SPDX-License-Identifier: Apache-2.0 */
/* LOCKSTEP_DISABLE=1: init succeeds, asks for no event and makes no file; other values do not
 * disable. */
#include <stdlib.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static int disabled(int version) {
    setenv("LOCKSTEP_DISABLE", "1", 1);
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    CHECK_EQUAL(driver.mask, 0);
    driver_operation_t operation = driver_all_reduce(100, 1);
    driver_run(&comm, &operation, 1000);
    operation.mask = EVENT_KERNEL_CH; /* events that NCCL would not send now */
    driver_launch(&comm, &operation, 1);
    driver_finish(&comm, &operation);
    CHECK_EQUAL(shm_view_entries(), 0);
    driver_end(&driver, &comm);
    CHECK_EQUAL(shm_view_entries(), 0);
    return check_result();
}

static int not_disabled(int version) {
    setenv("LOCKSTEP_DISABLE", version % 2 ? "0" : "", 1);
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    CHECK(driver.mask & EVENT_KERNEL_CH);
    CHECK_EQUAL(shm_view_files(), 1);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(3, disabled);
    sandbox_each_version(3, not_disabled);
    return check_result();
}
