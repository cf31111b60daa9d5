/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names are recognised by their pointer and verified by their text: one buffer that holds first one
 * and then another function, and two buffers with the same text, are told apart and together
 * rightly.
 */
#include <string.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 200

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    char first[32];
    char second[32];
    for (int i = 0; i < ROUNDS; i++) {
        strcpy(first, i % 2 ? "AllReduce" : "AllGather");
        strcpy(second, i % 2 ? "AllGather" : "AllReduce");
        driver_operation_t operations[2] = {driver_all_reduce(1, 1), driver_all_reduce(2, 1)};
        for (int k = 0; k < 2; k++) {
            operations[k].function = k == 0 ? first : second;
            operations[k].algorithm = k == 0 ? second : first;
            driver_run(&comm, &operations[k], 1000);
        }
    }
    CHECK_EQUAL(shm_now_totals("AllReduce").calls, ROUNDS);
    CHECK_EQUAL(shm_now_totals("AllGather").calls, ROUNDS);
    CHECK_EQUAL(shm_now_totals("AllReduce").bytes, ROUNDS / 2 * (4 + 8));
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
