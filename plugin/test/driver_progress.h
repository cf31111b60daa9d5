/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NCCL's second thread: the progress thread of one communicator, which takes enqueued operations
 * from a queue in order and makes their channel events. One thread posts.
 */
#ifndef LOCKSTEP_TEST_DRIVER_PROGRESS_H
#define LOCKSTEP_TEST_DRIVER_PROGRESS_H

#include <pthread.h>
#include <stdatomic.h>

#include "nccl_driver.h"

#define DRIVER_QUEUE_MAX 256u

typedef struct {
    driver_comm_t *comm;
    pthread_t thread;
    driver_operation_t queue[DRIVER_QUEUE_MAX];
    _Atomic uint64_t posted;
    _Atomic uint64_t finished;
    _Atomic int ending;
} driver_progress_t;

void driver_progress_begin(driver_progress_t *progress, driver_comm_t *comm);
/* Copies the operation, waiting while the queue is full. */
void driver_progress_post(driver_progress_t *progress, const driver_operation_t *operation);
/* Finishes what was posted, then joins the thread. */
void driver_progress_end(driver_progress_t *progress);

#endif
