/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stands in for the CUDA driver, libcuda.so.1, in a process of the simulator: the few calls by which a
 * profiler plugin learns the device of a communicator. The player says which node the process plays, and
 * on each thread which device is current. Bus ids are those of a common eight-GPU board.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define EXPORTED __attribute__((visibility("default")))

enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_CONTEXT = 201,
};

typedef struct {
    unsigned char bytes[16];
} simulated_uuid_t;

static int node;
static int device_count;
static _Thread_local int current_device = -1;

static int is_device(int device) {
    return device >= 0 && device < device_count;
}

/* SplitMix64's finaliser: a UUID needs to look random and be the same in each run. */
static uint64_t mix(uint64_t value) {
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

/* Called once before anything else. */
EXPORTED void lockstep_simulated_node(int number, int devices) {
    node = number;
    device_count = devices;
}

EXPORTED void lockstep_simulated_device(int device) {
    current_device = device;
}

EXPORTED int cuInit(unsigned flags) {
    return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORTED int cuDeviceGetCount(int *count) {
    *count = device_count;
    return CUDA_SUCCESS;
}

EXPORTED int cuDeviceGet(int *device, int ordinal) {
    if (!is_device(ordinal)) {
        return CUDA_ERROR_INVALID_DEVICE;
    }
    *device = ordinal;
    return CUDA_SUCCESS;
}

EXPORTED int cuCtxGetCurrent(void **context) {
    *context = current_device < 0 ? NULL : (void *)&current_device;
    return CUDA_SUCCESS;
}

EXPORTED int cuCtxGetDevice(int *device) {
    if (current_device < 0) {
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    *device = current_device;
    return CUDA_SUCCESS;
}

EXPORTED int cuDeviceGetPCIBusId(char *text, int bytes, int device) {
    static const unsigned buses[] = {0x1b, 0x43, 0x52, 0x61, 0x9d, 0xc3, 0xd1, 0xdf};
    if (!is_device(device)) {
        return CUDA_ERROR_INVALID_DEVICE;
    }
    unsigned domain = (unsigned)device / 8;
    int length = snprintf(text, (size_t)bytes, "%04X:%02X:00.0", domain, buses[device % 8]);
    return length < bytes ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORTED int cuDeviceGetUuid_v2(simulated_uuid_t *uuid, int device) {
    if (!is_device(device)) {
        return CUDA_ERROR_INVALID_DEVICE;
    }
    uint64_t high = mix(((uint64_t)(uint32_t)node << 32 | (uint32_t)device) + 1);
    uint64_t low = mix(high + 1);
    for (int i = 0; i < 8; i++) {
        uuid->bytes[i] = (unsigned char)(high >> (8 * i));
        uuid->bytes[8 + i] = (unsigned char)(low >> (8 * i));
    }
    return CUDA_SUCCESS;
}

EXPORTED int cuDeviceGetUuid(simulated_uuid_t *uuid, int device) {
    return cuDeviceGetUuid_v2(uuid, device);
}
