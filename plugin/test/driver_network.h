/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NCCL's proxy: plays the network part of an operation in NCCL's order and keeps the truth of it. A
 * step spins a little in each of its states, with the clock read on both sides of each callback, so
 * that the time a plugin measures there is known to lie between two figures.
 */
#ifndef LOCKSTEP_TEST_DRIVER_NETWORK_H
#define LOCKSTEP_TEST_DRIVER_NETWORK_H

#include "nccl_driver.h"
#include "shm_view.h"

/* One direction of one channel towards one peer. */
typedef struct {
    int peer;
    uint8_t channel;
    bool sends;
    pid_t pid;     /* of the operation's process; 0 = ours */
    void *context; /* that process's, if it is another one */
    void *parent;
    int net;       /* driver_net_type; 0 = the network plugin tells nothing */
    int device;    /* of NET_IB */
    int events;    /* of the network plugin in a step: one a queue pair */
    int restarts;  /* of each receive step, because the network does not take it yet */
} driver_link_t;

typedef struct {
    uint64_t operations;
    uint64_t steps;
    uint64_t bytes;
    uint64_t restarts;
    uint64_t net_events;
    uint64_t least_nanos[SHM_STEP_STATES]; /* of all steps */
    uint64_t most_nanos[SHM_STEP_STATES];
} driver_link_truth_t;

/* Start of a proxy operation with so many steps; its handle. */
void *driver_proxy_start(driver_comm_t *comm, const driver_link_t *link, int steps);

/* Start of a step, and one state of it. The size is given where NCCL has it. */
void *driver_step_start(driver_comm_t *comm, const driver_link_t *link, void *proxy, int step);
void driver_step_record(driver_comm_t *comm, void *step, int state, size_t bytes);

/* A whole operation: its steps one after the other, each of so many bytes. */
void driver_transfer(driver_comm_t *comm, const driver_link_t *link, int steps, size_t bytes,
                     driver_link_truth_t *truth);

/* The connection of a link in a file, NULL if there is none. */
const shm_connection_cell_t *driver_link_cell(const shm_view_t *view, const driver_link_t *link,
                                              int row);

/* Checks all that a file says of a link; times only if each of its steps was timed. */
void driver_link_check(const shm_view_t *view, const driver_link_t *link, int row,
                       const driver_link_truth_t *truth);

#endif
