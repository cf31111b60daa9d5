/* SPDX-License-Identifier: Apache-2.0 */
/*
 * More function names than the table holds: what found no place is counted under the empty name, no
 * operation is lost, and the names that had a place keep it.
 */
#include <stdio.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define NAMES 400
#define ROUNDS 3

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    static char names[NAMES][32];
    driver_operation_t known = driver_all_reduce(1, 1);
    driver_run(&comm, &known, 1000);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < NAMES; i++) {
            snprintf(names[i], sizeof names[i], "Function%d", i);
            driver_operation_t operation = driver_all_reduce(1, 1);
            operation.function = names[i];
            driver_run(&comm, &operation, 1000);
        }
        driver_run(&comm, &known, 1000);
    }
    CHECK_EQUAL(driver_finalize(&comm), 0);
    CHECK_EQUAL(shm_now_totals(NULL).calls, NAMES * ROUNDS + ROUNDS + 1);
    CHECK_EQUAL(shm_now_totals("AllReduce").calls, ROUNDS + 1);
    CHECK_EQUAL(shm_now_totals("Function0").calls, ROUNDS);
    CHECK(shm_now_totals("").calls >= (NAMES - SHM_NAMES_MAX) * ROUNDS);
    CHECK(shm_now_counter(SHM_DROP_NAME_TABLE_FULL) > 0);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
