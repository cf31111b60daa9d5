/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A job that is to be killed at any moment: it loads the real plugin and runs operations on two
 * communicators for ever. Before and after each it writes how many it has begun and ended into the
 * file that is its argument, so that whoever kills it knows what the plugin must have counted.
 */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"

enum { ELEMENTS = 100 };

typedef struct {
    _Atomic uint64_t begun;
    _Atomic uint64_t ended;
} progress_t;

int main(int argc, char **argv) {
    REQUIRE(argc == 2);
    int file = open(argv[1], O_RDWR | O_CLOEXEC);
    REQUIRE(file >= 0);
    progress_t *progress =
        mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    REQUIRE(progress != MAP_FAILED);
    alarm(60); /* nobody leaves it behind */

    driver_t driver = {0};
    driver_open(&driver, DRIVER_NEWEST);
    driver_comm_t comms[2] = {{.hash = 1, .nranks = 2, .name = "doomed"},
                              {.hash = 2, .nranks = 4, .name = "as well"}};
    REQUIRE(driver_init(&driver, &comms[0]) == 0 && driver_init(&driver, &comms[1]) == 0);
    for (uint64_t i = 0;; i++) {
        driver_operation_t operation = driver_all_reduce(ELEMENTS, 2);
        atomic_store(&progress->begun, i + 1);
        driver_run(&comms[i % 2], &operation, 1000);
        atomic_store(&progress->ended, i + 1);
    }
}
