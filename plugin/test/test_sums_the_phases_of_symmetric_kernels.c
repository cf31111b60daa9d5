/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asked for with LOCKSTEP_KERNEL_PHASES=1, the phases of version 7's kernels are summed by
 * communicator, function and kernel, channel by channel. What cannot be a phase's time is counted
 * and left out. Unasked, or from an older NCCL, there is nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 200
#define CHANNELS 4

static const uint64_t lengths[SHM_PHASE_KINDS] = {700, 5000, 40};

static driver_operation_t symmetric(const char *function, const char *kernel) {
    driver_operation_t operation = driver_all_reduce(1024, CHANNELS);
    operation.function = function;
    operation.algorithm = kernel;
    operation.protocol = "";
    operation.symmetric = true;
    return operation;
}

static void *start_phase(driver_comm_t *comm, void *channel, uint8_t phase, uint64_t start) {
    driver_event_v7_t event = {.type = EVENT_KERNEL_PHASE, .parentObj = channel};
    event.kernelPhase.phaseId = phase;
    event.kernelPhase.phaseName = "a phase";
    event.kernelPhase.pTimer = start;
    return driver_start(comm, &event);
}

static void stop_phase(driver_comm_t *comm, void *handle, uint64_t stop) {
    driver_args_t args = {.kernelCh = {stop}};
    driver_record(comm, handle, STATE_KERNEL_PHASE_STOP, &args);
    driver_stop(comm, handle);
}

/* One collective whose channels go through all phases one after the other. */
static void play(driver_comm_t *comm, driver_operation_t operation) {
    driver_enqueue(comm, &operation, 1);
    driver_place(comm, &operation, 10000);
    for (int channel = 0; channel < CHANNELS; channel++) {
        driver_channel_start(comm, &operation, channel, operation.start);
    }
    for (int channel = 0; channel < CHANNELS; channel++) {
        uint64_t now = operation.start;
        for (uint8_t phase = 0; phase < SHM_PHASE_KINDS; phase++) {
            void *handle = start_phase(comm, operation.kernels[channel], phase, now);
            stop_phase(comm, handle, now += lengths[phase]);
        }
        driver_channel_stop(comm, &operation, channel, operation.stop);
    }
}

/* The sums of a function and kernel over all rows. */
static shm_phases_t phases_of(const shm_view_t *view, const char *function, const char *kernel) {
    shm_phases_t sums = {0};
    uint32_t capacity;
    const shm_phases_t *rows = shm_view_section(view, SHM_SECTION_PHASES, &capacity);
    REQUIRE(rows != NULL);
    for (uint32_t i = 0; i < capacity; i++) {
        uint64_t key = rows[i].key;
        if (key == 0 || strcmp(shm_view_name(view, key >> 16 & 0xff), function) != 0 ||
            strcmp(shm_view_name(view, key >> 24 & 0xff), kernel) != 0) {
            continue;
        }
        for (int phase = 0; phase < (int)SHM_PHASE_KINDS; phase++) {
            sums.count[phase] += rows[i].count[phase];
            sums.nanos[phase] += rows[i].nanos[phase];
        }
    }
    return sums;
}

static void check_sums(const shm_view_t *view, const char *function, const char *kernel,
                       uint64_t operations) {
    shm_phases_t sums = phases_of(view, function, kernel);
    for (int phase = 0; phase < (int)SHM_PHASE_KINDS; phase++) {
        CHECK_EQUAL(sums.count[phase], operations * CHANNELS);
        CHECK_EQUAL(sums.nanos[phase], operations * CHANNELS * lengths[phase]);
    }
}

/* Six phases that are none. */
static void play_nonsense(driver_comm_t *comm) {
    driver_operation_t operation = symmetric("ReduceScatter", "LD");
    driver_enqueue(comm, &operation, 1);
    driver_place(comm, &operation, 10000);
    for (int channel = 0; channel < CHANNELS; channel++) {
        driver_channel_start(comm, &operation, channel, operation.start);
    }
    void *channel = operation.kernels[0];
    CHECK(start_phase(comm, channel, 3, 100) == NULL);
    CHECK(start_phase(comm, channel, 0, 0) == NULL);
    CHECK(start_phase(comm, operation.handle, 0, 100) == NULL);
    stop_phase(comm, start_phase(comm, channel, 0, 100), 99);
    void *late = start_phase(comm, channel, 1, 100);
    stop_phase(comm, late, 200);
    stop_phase(comm, late, 300);
    for (int each = 0; each < CHANNELS; each++) {
        driver_channel_stop(comm, &operation, each, operation.stop);
    }
    stop_phase(comm, late, 400);
}

static int wanted(int version) {
    setenv("LOCKSTEP_KERNEL_PHASES", "1", 1);
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    CHECK_EQUAL((driver.mask & EVENT_KERNEL_PHASE) != 0, version >= 7);
    if (version < 7) {
        driver_end(&driver, &comm);
        return check_result();
    }
    for (int i = 0; i < ROUNDS; i++) {
        play(&comm, symmetric("AllReduce", "RSxLD_AGxST"));
        play(&comm, symmetric("AllGather", "ST"));
        play(&comm, symmetric("AllGather", "LL"));
    }
    play_nonsense(&comm);
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    check_sums(&view, "AllReduce", "RSxLD_AGxST", ROUNDS);
    check_sums(&view, "AllGather", "ST", ROUNDS);
    check_sums(&view, "AllGather", "LL", ROUNDS);
    CHECK_EQUAL(phases_of(&view, "ReduceScatter", "LD").count[1], 1);
    CHECK_EQUAL(shm_view_counter(&view, SHM_DROP_PHASE_UNUSABLE), 6);
    CHECK_EQUAL(shm_view_totals(&view, NULL).timed, 3 * ROUNDS + 1);
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result();
}

static int unwanted(int version) {
    unsetenv("LOCKSTEP_KERNEL_PHASES");
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    CHECK_EQUAL(driver.mask & EVENT_KERNEL_PHASE, 0);
    play(&comm, symmetric("AllGather", "ST"));
    shm_view_t view;
    shm_view_require(&view);
    check_sums(&view, "AllGather", "ST", 0);
    CHECK_EQUAL(shm_view_totals(&view, NULL).timed, 1);
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(3, wanted);
    sandbox_each_version(7, unwanted);
    return check_result();
}
