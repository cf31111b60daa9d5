/* SPDX-License-Identifier: Apache-2.0 */
/* The three questions to the CUDA driver. See device.h. */
#include "device.h"

#include <ctype.h>
#include <dlfcn.h>
#include <string.h>

enum {
    CUDA_SUCCESS = 0,
    ANSWER_BYTES = 64
};

typedef int (*get_device_t)(int *device);
typedef int (*get_pci_bus_id_t)(char *text, int bytes, int device);
typedef int (*get_uuid_t)(unsigned char *uuid, int device);

/* ISO C has no cast from an object pointer to a function's; POSIX promises that they are alike. */
#define LOOK_UP(function, library, name)               \
    do {                                               \
        void *found = dlsym((library), (name));        \
        memcpy(&(function), &found, sizeof(function)); \
    } while (0)

static void copy_pci_bus_id(shm_communicator_t *row, const char *answer) {
    size_t length = strnlen(answer, ANSWER_BYTES);
    if (length >= sizeof row->pci_bus_id) {
        return; /* whatever this is, it is no bus id */
    }
    for (size_t i = 0; i < length; i++) {
        row->pci_bus_id[i] = (char)tolower((unsigned char)answer[i]);
    }
}

static void ask(void *library, shm_communicator_t *row) {
    get_device_t get_device;
    get_pci_bus_id_t get_pci_bus_id;
    get_uuid_t get_uuid;
    LOOK_UP(get_device, library, "cuCtxGetDevice");
    LOOK_UP(get_pci_bus_id, library, "cuDeviceGetPCIBusId");
    LOOK_UP(get_uuid, library, "cuDeviceGetUuid_v2");
    if (get_uuid == NULL) {
        LOOK_UP(get_uuid, library, "cuDeviceGetUuid");
    }
    int device = -1;
    if (get_device == NULL || get_device(&device) != CUDA_SUCCESS || device < 0) {
        return;
    }
    row->cuda_device = device;
    char text[ANSWER_BYTES] = "";
    if (get_pci_bus_id != NULL &&
        get_pci_bus_id(text, sizeof row->pci_bus_id, device) == CUDA_SUCCESS) {
        copy_pci_bus_id(row, text);
    }
    unsigned char uuid[ANSWER_BYTES] = {0};
    if (get_uuid != NULL && get_uuid(uuid, device) == CUDA_SUCCESS) {
        memcpy(row->device_uuid, uuid, sizeof row->device_uuid);
    }
}

void device_identify(shm_communicator_t *row) {
    row->cuda_device = -1;
    memset(row->pci_bus_id, 0, sizeof row->pci_bus_id);
    memset(row->device_uuid, 0, sizeof row->device_uuid);
    void *library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    ask(library != NULL ? library : RTLD_DEFAULT, row);
    if (library != NULL) {
        dlclose(library);
    }
}
