// SPDX-License-Identifier: Apache-2.0
// A library with some of NVML's functions and two GPUs: 0 is well, 1 is hot, has lost an NVLink, and reports an Xid 79
// once. With OLD_LIBRARY defined, newer functions are missing; with NO_DRIVER, it cannot be used.
#include <stdio.h>
#include <string.h>

enum { SUCCESS = 0, INVALID = 2, NOT_SUPPORTED = 3, TOO_SHORT = 7, DRIVER_NOT_LOADED = 9, TIMEOUT = 10 };

typedef struct {
    int index;
} device;

typedef struct {
    char bus_id_legacy[16];
    unsigned domain, bus, device, pci_device, pci_subsystem;
    char bus_id[32];
} pci_info;

static device devices[] = {{0}, {1}};

int nvmlInit_v2(void) {
#ifdef NO_DRIVER
    return DRIVER_NOT_LOADED;
#else
    return SUCCESS;
#endif
}

int nvmlShutdown(void) {
    return SUCCESS;
}

int nvmlSystemGetDriverVersion(char *text, unsigned length) {
    snprintf(text, length, "570.86.15");
    return SUCCESS;
}

int nvmlDeviceGetCount_v2(unsigned *count) {
    *count = 2;
    return SUCCESS;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, device **handle) {
    if (index > 1) {
        return INVALID;
    }
    *handle = &devices[index];
    return SUCCESS;
}

int nvmlDeviceGetUUID(device *gpu, char *text, unsigned length) {
    snprintf(text, length, "GPU-0000000%d-1111-2222-3333-444444444444", gpu->index);
    return SUCCESS;
}

int nvmlDeviceGetName(device *gpu, char *text, unsigned length) {
    (void)gpu;
    snprintf(text, length, "NVIDIA H100 80GB HBM3");
    return SUCCESS;
}

int nvmlDeviceGetVbiosVersion(device *gpu, char *text, unsigned length) {
    snprintf(text, length, gpu->index == 0 ? "96.00.74.00.01" : "96.00.61.00.01");
    return SUCCESS;
}

int nvmlDeviceGetPciInfo_v3(device *gpu, pci_info *info) {
    memset(info, 0, sizeof *info);
    snprintf(info->bus_id, sizeof info->bus_id, "00000000:1%c:00.0", gpu->index == 0 ? '7' : '8');
    return SUCCESS;
}

int nvmlDeviceGetTemperature(device *gpu, int sensor, unsigned *celsius) {
    (void)sensor;
    *celsius = gpu->index == 0 ? 45 : 91;
    return SUCCESS;
}

int nvmlDeviceGetPowerUsage(device *gpu, unsigned *milliwatts) {
    *milliwatts = gpu->index == 0 ? 650500 : 0xffffffffu;
    return SUCCESS;
}

int nvmlDeviceGetClockInfo(device *gpu, int clock, unsigned *megahertz) {
    *megahertz = clock == 2 ? 2619 : gpu->index == 0 ? 1980 : 1200;
    return SUCCESS;
}

int nvmlDeviceGetMaxClockInfo(device *gpu, int clock, unsigned *megahertz) {
    (void)gpu;
    (void)clock;
    *megahertz = 1980;
    return SUCCESS;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(device *gpu, unsigned long long *reasons) {
    *reasons = gpu->index == 0 ? 0x4 : 0x48;
    return SUCCESS;
}

int nvmlDeviceGetUtilizationRates(device *gpu, unsigned *rates) {
    (void)gpu;
    rates[0] = 97;
    rates[1] = 40;
    return SUCCESS;
}

int nvmlDeviceGetMemoryInfo(device *gpu, unsigned long long *memory) {
    (void)gpu;
    memory[0] = 80ull << 30;
    memory[1] = 10ull << 30;
    memory[2] = 70ull << 30;
    return SUCCESS;
}

int nvmlDeviceGetPcieThroughput(device *gpu, int direction, unsigned *kib) {
    (void)gpu;
    *kib = direction == 0 ? 100 : 200;
    return SUCCESS;
}

int nvmlDeviceGetTotalEccErrors(device *gpu, int kind, int scope, unsigned long long *count) {
    (void)scope;
    if (gpu->index == 0 && kind == 1) {
        *count = ~0ull;
        return SUCCESS;
    }
    *count = kind == 0 ? 12 : 1;
    return SUCCESS;
}

int nvmlDeviceGetComputeRunningProcesses_v3(device *gpu, unsigned *count, void *infos) {
    (void)infos;
    *count = gpu->index == 0 ? 1 : 0;
    return gpu->index == 0 ? TOO_SHORT : SUCCESS;
}

int nvmlDeviceGetNvLinkState(device *gpu, unsigned link, unsigned *is_active) {
    if (link > 3) {
        return INVALID;
    }
    *is_active = link < 2 || (link == 2 && gpu->index == 0);
    return SUCCESS;
}

int nvmlDeviceGetNvLinkErrorCounter(device *gpu, unsigned link, int counter, unsigned long long *count) {
    *count = gpu->index == 1 && link == 1 && counter == 0 ? 7 : 0;
    return counter == 4 ? NOT_SUPPORTED : SUCCESS;
}

#ifndef OLD_LIBRARY
static int xids_left = 1;

typedef struct {
    unsigned field, scope;
    long long timestamp, latency;
    int type, status;
    unsigned long long value;
} field_value;

typedef struct {
    unsigned char cluster[16];
    int status;
    unsigned clique;
    unsigned char state;
} fabric_info;

typedef struct {
    device *gpu;
    unsigned long long type, data;
    unsigned gpu_instance, compute_instance;
} event_data;

int nvmlDeviceGetRemappedRows(device *gpu, unsigned *corrected, unsigned *uncorrected, unsigned *pending, unsigned *failed) {
    *corrected = 2;
    *uncorrected = 1;
    *pending = (unsigned)gpu->index;
    *failed = 0;
    return SUCCESS;
}

int nvmlDeviceGetFieldValues(device *gpu, int count, field_value *values) {
    (void)gpu;
    for (int i = 0; i < count; i++) {
        values[i].status = SUCCESS;
        values[i].type = 3;
        switch (values[i].field) {
        case 82: values[i].value = 88; break;
        case 90: values[i].value = 26562; break;
        case 138: values[i].value = 1000; break;
        case 139: values[i].value = 2000; break;
        default: values[i].status = NOT_SUPPORTED;
        }
    }
    return SUCCESS;
}

int nvmlDeviceGetGpuFabricInfo(device *gpu, fabric_info *info) {
    memset(info, 0, sizeof *info);
    info->cluster[0] = 0xab;
    info->clique = 7;
    info->state = gpu->index == 0 ? 3 : 1;
    return SUCCESS;
}

int nvmlEventSetCreate(void **set) {
    *set = &xids_left;
    return SUCCESS;
}

int nvmlDeviceRegisterEvents(device *gpu, unsigned long long types, void *set) {
    return gpu != NULL && types == 8 && set == &xids_left ? SUCCESS : INVALID;
}

int nvmlEventSetWait_v2(void *set, event_data *event, unsigned milliseconds) {
    (void)milliseconds;
    if (set != &xids_left || xids_left == 0) {
        return TIMEOUT;
    }
    xids_left--;
    event->gpu = &devices[1];
    event->type = 8;
    event->data = 79;
    return SUCCESS;
}

int nvmlEventSetFree(void *set) {
    return set == &xids_left ? SUCCESS : INVALID;
}
#endif
