/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plays NCCL's part towards a profiler plugin: loads it, chooses a version of the ABI as NCCL does,
 * and makes the callbacks of communicators, groups, collectives, Send/Recv, graph replays,
 * copy-engine and call-only operations in NCCL's order, below the version's shim. A test gives the
 * GPU stamps.
 *
 * Every call is made on the calling thread; driver_progress.h has the second thread that NCCL uses.
 * An event's descriptor ends where a page without access begins and is overwritten after the call,
 * so a plugin that reads past its version or keeps the pointer does not go unnoticed.
 */
#ifndef LOCKSTEP_TEST_NCCL_DRIVER_H
#define LOCKSTEP_TEST_NCCL_DRIVER_H

#include "driver_abi.h"

#define DRIVER_NEWEST 0
#define DRIVER_VERSION_MAX 7
#define DRIVER_CHANNELS_MAX 64
#define DRIVER_FUNCTIONS_MAX 16

typedef struct {
    int version; /* 3 to 7 */
    int mask;    /* the one mask of a process; every init overwrites it */
    void *library;
    const void *profiler; /* the exported struct */
    driver_result_t (*start)(void *context, void **handle, void *event);
    driver_result_t (*stop)(void *handle);
    driver_result_t (*record)(void *handle, int state, void *args);
    driver_result_t (*finalize)(void *context);
    driver_logger_t logger;
} driver_t;

typedef struct {
    driver_t *driver;
    void *context;
    const char *name;
    uint64_t hash;
    int nnodes;
    int nranks;
    int rank;
    uint64_t gpu_clock; /* where driver_place() puts the next operation */
    void *group;        /* handle of the current Group event */
    struct {
        const char *function;
        uint64_t next;
    } sequences[DRIVER_FUNCTIONS_MAX];
} driver_comm_t;

/* One operation. The first lines are the test's, the last are the driver's. */
typedef struct {
    const char *function;
    const char *datatype;
    size_t count;
    const char *algorithm;
    const char *protocol;
    int peer; /* of Send and Recv */
    int root;
    uint8_t reported;  /* nChannels in the event */
    bool captured;     /* graphCaptured in the API event */
    bool symmetric;    /* isSymColl, version 7 */
    uint64_t channels; /* a bit for each channel the kernel uses */
    uint64_t start;    /* GPU stamps: first channel start */
    uint64_t stop;     /* and last channel stop */
    int mask;
    void *api;
    void *handle;
    void *kernels[DRIVER_CHANNELS_MAX];
} driver_operation_t;

/* The plugin under test: $LOCKSTEP_PLUGIN, else build/libnccl-profiler-lockstep.so. */
const char *driver_plugin_path(void);

/* Ends the program if the plugin or the version's symbol is missing. */
void driver_open(driver_t *driver, int version);
/* Looks only for the symbol; NULL when the library has no such version. */
const void *driver_symbol(void *library, int version);
void driver_close(driver_t *driver);

/* Fields other than driver and context are the test's; zero is 1 rank on 1 node. Gives init's
 * result. */
driver_result_t driver_init(driver_t *driver, driver_comm_t *comm);
driver_result_t driver_finalize(driver_comm_t *comm);
/* Both at once: an open library, a communicator of 8 ranks on 2 nodes. */
void driver_begin(driver_t *driver, driver_comm_t *comm, int version);
void driver_end(driver_t *driver, driver_comm_t *comm);

/* One event below the version's shim, whatever the mask; NULL where the shim drops it. */
void *driver_start(driver_comm_t *comm, const driver_event_v7_t *event);
void *driver_start_in(driver_comm_t *comm, void *context, const driver_event_v7_t *event);
void driver_stop(driver_comm_t *comm, void *handle);
void driver_record(driver_comm_t *comm, void *handle, int state, const driver_args_t *args);
/* Whether an event of this type would be made under this mask. */
bool driver_wants(int mask, int type);

/* An AllReduce of float on channels 0..n-1, to be changed as wanted. */
driver_operation_t driver_all_reduce(size_t count, int channels);
driver_operation_t driver_p2p(const char *function, int peer, size_t bytes, uint64_t channels);

/* The application thread's part of one NCCL group: API events, launch, Group, Coll and P2p start
 * and stop. */
void driver_enqueue(driver_comm_t *comm, driver_operation_t *operations, int count);
/* The API events and the launch alone: capture of a graph, or a call NCCL reports no further. */
void driver_call(driver_comm_t *comm, driver_operation_t *operations, int count);
/* Group, Coll and P2p alone, under the handles of an earlier driver_call(): a replay. */
void driver_launch(driver_comm_t *comm, driver_operation_t *operations, int count);
/* The call and the copy engine's events of one collective. */
void driver_copy_engine(driver_comm_t *comm, driver_operation_t *operation);

/* The progress thread's part. */
void driver_channel_start(driver_comm_t *comm, driver_operation_t *operation, int channel,
                          uint64_t stamp);
void driver_channel_stop(driver_comm_t *comm, driver_operation_t *operation, int channel,
                         uint64_t stamp);
/* All channels start from operation->start on, 1 ns apart, and all stop, the last at
 * operation->stop. */
void driver_finish(driver_comm_t *comm, driver_operation_t *operation);

/* Enqueues and finishes one operation of that duration at the communicator's GPU clock. */
void driver_run(driver_comm_t *comm, driver_operation_t *operation, uint64_t duration_nanos);
/* The GPU's globaltimer: as fast as CLOCK_MONOTONIC, from another epoch. */
uint64_t driver_gpu_now(void);
/* Sets start and stop at the communicator's GPU clock, which never lies before now, and moves it
 * past. */
void driver_place(driver_comm_t *comm, driver_operation_t *operation, uint64_t duration_nanos);

#endif
