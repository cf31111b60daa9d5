/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Version 7 reports symmetric kernels as collectives with an empty protocol: in a group the first
 * counts all channels and the others none, and in CUDA graphs their channels never come. Kernel
 * phases, if sent unasked, do no harm. None of them is lost or stays in flight.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define ROUNDS 300
#define TOGETHER 3

static driver_operation_t symmetric(uint8_t reported) {
    driver_operation_t operation = driver_all_reduce(1024, 4);
    operation.algorithm = "RSxLD_AGxST";
    operation.protocol = "";
    operation.symmetric = true;
    operation.reported = reported;
    return operation;
}

static void play_phase(driver_comm_t *comm, const driver_operation_t *operation, int channel,
                       uint8_t phase) {
    driver_event_v7_t event = {.type = EVENT_KERNEL_PHASE,
                               .parentObj = operation->kernels[channel]};
    event.kernelPhase.channelId = (uint8_t)channel;
    event.kernelPhase.phaseId = phase;
    event.kernelPhase.phaseName = "initial_sync";
    event.kernelPhase.pTimer = operation->start + phase;
    void *handle = driver_start(comm, &event);
    driver_args_t args = {.kernelCh = {operation->start + phase + 1}};
    driver_record(comm, handle, STATE_KERNEL_PHASE_STOP, &args);
    driver_stop(comm, handle);
}

static void play_group(driver_comm_t *comm) {
    driver_operation_t group[TOGETHER] = {symmetric(4), symmetric(0), symmetric(0)};
    driver_enqueue(comm, group, TOGETHER);
    driver_place(comm, &group[0], 30000);
    for (int channel = 0; channel < 4; channel++) { /* all events belong to the head */
        driver_channel_start(comm, &group[0], channel, group[0].start);
    }
    for (int channel = 0; channel < 4; channel++) {
        play_phase(comm, &group[0], channel, 0);
        play_phase(comm, &group[0], channel, 2);
        driver_channel_stop(comm, &group[0], channel, group[0].stop);
    }
}

int main(void) {
    driver_t driver;
    driver_comm_t comm;
    sandbox_directory();
    driver_begin(&driver, &comm, 7);
    for (int i = 0; i < ROUNDS; i++) {
        play_group(&comm);
        driver_operation_t ring = driver_all_reduce(512, 4);
        ring.function = "ReduceScatter";
        driver_run(&comm, &ring, 5000);
    }
    driver_operation_t captured = symmetric(4);
    captured.captured = true;
    captured.function = "AllGather";
    driver_call(&comm, &captured, 1);
    for (int i = 0; i < ROUNDS; i++) {
        driver_launch(&comm, &captured, 1); /* a replay: no channels */
        driver_operation_t ring = driver_all_reduce(512, 4);
        ring.function = "ReduceScatter";
        driver_run(&comm, &ring, 5000);
    }
    CHECK_EQUAL(driver_finalize(&comm), 0);
    shm_totals_t reduce = shm_now_totals("AllReduce");
    CHECK_EQUAL(reduce.calls, TOGETHER * ROUNDS);
    CHECK_EQUAL(reduce.bytes, TOGETHER * ROUNDS * 4096);
    CHECK_EQUAL(reduce.timed, ROUNDS);
    CHECK_EQUAL(reduce.sum_nanos, ROUNDS * 30000);
    shm_totals_t gather = shm_now_totals("AllGather");
    CHECK_EQUAL(gather.calls, ROUNDS);
    CHECK_EQUAL(gather.untimed, ROUNDS);
    shm_totals_t ring = shm_now_totals("ReduceScatter");
    CHECK_EQUAL(ring.timed, 2 * ROUNDS);
    CHECK_EQUAL(ring.sum_nanos, 2 * ROUNDS * 5000);
    CHECK_EQUAL(shm_now_in_flight(), 0);
    driver_close(&driver);
    return check_result();
}
