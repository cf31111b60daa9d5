/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes are what nccl-tests call the size: count x type, and for AllGather and ReduceScatter, whose
 * count is one rank's share, that times the ranks. The size class is the power of two up to which
 * they go.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define RANKS 8

typedef struct {
    const char *function;
    const char *datatype;
    size_t count;
    uint64_t bytes;
    unsigned size_class; /* bytes <= 2^size_class */
} size_case_t;

static const size_case_t cases[] = {
    {"AllReduce", "ncclFloat32", 1024, 4096, 12},
    {"AllReduce", "ncclFloat32", 1025, 4100, 13},
    {"AllReduce", "ncclInt8", 1, 1, 0},
    {"AllReduce", "ncclInt32", 3, 12, 4},
    {"AllReduce", "ncclUint32", 4, 16, 4},
    {"AllReduce", "ncclInt64", 5, 40, 6},
    {"AllReduce", "ncclUint64", 6, 48, 6},
    {"AllReduce", "ncclFloat16", 7, 14, 4},
    {"AllReduce", "ncclBfloat16", 9, 18, 5},
    {"AllReduce", "ncclFloat64", 11, 88, 7},
    {"AllReduce", "ncclFloat8e4m3", 13, 13, 4},
    {"AllReduce", "ncclFloat8e5m2", 17, 17, 5},
    {"AllGather", "ncclInt8", 1000, 1000 * RANKS, 13},
    {"ReduceScatter", "ncclFloat16", 100, 200 * RANKS, 11},
    {"Reduce", "ncclFloat64", 16, 128, 7},
    {"Broadcast", "ncclInt8", 129, 129, 8},
    {"Send", "ncclInt8", 4097, 4097, 13},
    {"Recv", "ncclFloat32", 0, 0, 0},
    {"AllReduce", "ncclFloat32", (size_t)1 << 40, UINT64_C(1) << 42, 42},
};

static int body(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    uint64_t number = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        driver_operation_t operation = driver_all_reduce(cases[i].count, 2);
        operation.function = cases[i].function;
        operation.datatype = cases[i].datatype;
        operation.peer = 1;
        driver_run(&comm, &operation, 1000);
        /* What version 4 does not say the channels of is settled by this one. */
        driver_operation_t next = driver_all_reduce(1, 2);
        driver_run(&comm, &next, 1000);
        shm_view_t view;
        shm_view_require(&view);
        const shm_record_t *record = shm_view_record(&view, number + 1);
        number += 2;
        check_context("v%d %s of %zu %s", version, cases[i].function, cases[i].count,
                      cases[i].datatype);
        REQUIRE(record != NULL);
        CHECK_EQUAL(record->bytes, cases[i].bytes);
        CHECK_EQUAL(record->packed >> 40 & 0xff, cases[i].size_class);
        shm_view_close(&view);
    }
    CHECK_EQUAL(shm_now_counter(SHM_DROP_UNKNOWN_DATATYPE), 0);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(4, body);
    return check_result();
}
