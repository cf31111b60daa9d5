/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The device of a communicator is the one current on the thread that inits it, asked from the CUDA
 * driver that the process has already loaded. Here a stand-in for libcuda, built by this test,
 * plays the driver: healthy, without a current context, failing, or writing more than it should.
 * Without any driver the fields are absent, and the plugin never loads one.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static const char stand_in[] =
    "#include <stdio.h>\n"
    "#include <string.h>\n"
    "int stand_in_mode, stand_in_device = 3;\n"
    "enum { HEALTHY, NO_CONTEXT, FAILING, OVERLONG };\n"
    "static int answer(void) { return stand_in_mode == FAILING ? 999 : 0; }\n"
    "int cuInit(unsigned flags) { (void)flags; return answer(); }\n"
    "int cuCtxGetCurrent(void **context) { *context = stand_in_mode == NO_CONTEXT ? 0 : context; "
    "return answer(); }\n"
    "int cuCtxGetDevice(int *device) {\n"
    "    if (stand_in_mode == NO_CONTEXT) return 201;\n"
    "    *device = stand_in_device; return answer(); }\n"
    "int cuDeviceGet(int *device, int ordinal) { *device = ordinal; return answer(); }\n"
    "int cuDeviceGetCount(int *count) { *count = 8; return answer(); }\n"
    "int cuDeviceGetPCIBusId(char *text, int bytes, int device) {\n"
    "    if (stand_in_mode == OVERLONG) { memset(text, 'F', (size_t)bytes); return 0; }\n"
    "    snprintf(text, (size_t)bytes, \"0000:%02X:00.0\", 16 + device); return answer(); }\n"
    "int cuDeviceGetUuid_v2(unsigned char *uuid, int device) {\n"
    "    for (int i = 0; i < 16; i++) uuid[i] = (unsigned char)(16 * device + i);\n"
    "    return answer(); }\n"
    "int cuDeviceGetUuid(unsigned char *uuid, int device) { return cuDeviceGetUuid_v2(uuid, "
    "device); }\n";

enum mode {
    HEALTHY,
    NO_CONTEXT,
    FAILING,
    OVERLONG,
    MODES
};

static char library[512];

static bool build_stand_in(void) {
    char source[512];
    char command[1400];
    snprintf(source, sizeof source, "%s", sandbox_path("stand_in.c"));
    snprintf(library, sizeof library, "%s", sandbox_path("libcuda.so.1"));
    FILE *file = fopen(source, "w");
    REQUIRE(file && fputs(stand_in, file) >= 0 && fclose(file) == 0);
    snprintf(command, sizeof command,
             "cc -shared -fPIC -Wl,-soname,libcuda.so.1 -o '%s' '%s' 2>/dev/null", library, source);
    return system(command) == 0;
}

static void check_device(const shm_communicator_t *row, int device, bool known) {
    char bus_id[16];
    uint8_t uuid[16] = {0};
    snprintf(bus_id, sizeof bus_id, "0000:%02x:00.0", (16 + device) & 0xff);
    for (int i = 0; i < 16 && known; i++) {
        uuid[i] = (uint8_t)(16 * device + i);
    }
    CHECK_EQUAL(row->cuda_device, known ? device : -1);
    CHECK_TEXT(row->pci_bus_id, known ? bus_id : ""); /* in the kernel's spelling */
    CHECK(memcmp(row->device_uuid, uuid, sizeof uuid) == 0);
}

static void *set_up_stand_in(enum mode mode) {
    void *cuda = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    REQUIRE(cuda != NULL);
    *(int *)dlsym(cuda, "stand_in_mode") = (int)mode;
    return cuda;
}

static int with_driver(void *argument) {
    enum mode mode = *(enum mode *)argument;
    void *cuda = set_up_stand_in(mode);
    sandbox_fresh();
    check_context("mode %d", (int)mode);
    driver_t driver = {0};
    driver_open(&driver, DRIVER_NEWEST);
    for (int device = 3; device < 6; device++) {
        *(int *)dlsym(cuda, "stand_in_device") = device;
        driver_comm_t comm = {.hash = (uint64_t)device, .nranks = 2};
        CHECK_EQUAL(driver_init(&driver, &comm), 0);
        shm_view_t view;
        shm_view_require(&view);
        const shm_communicator_t *row = shm_view_communicator(&view, comm.hash, 0);
        REQUIRE(row != NULL);
        if (mode != OVERLONG) {
            check_device(row, device, mode == HEALTHY);
        }
        CHECK(memchr(row->pci_bus_id, '\0', sizeof row->pci_bus_id) != NULL);
        shm_view_close(&view);
        CHECK_EQUAL(driver_finalize(&comm), 0);
    }
    driver_close(&driver);
    return check_result();
}

static int without_driver(void *unused) {
    (void)unused;
    setenv("LD_LIBRARY_PATH", sandbox_directory(),
           1); /* one could be found, if it were looked for */
    sandbox_fresh();
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, DRIVER_NEWEST);
    shm_view_t view;
    shm_view_require(&view);
    const shm_communicator_t *row = shm_view_communicator(&view, comm.hash, 0);
    REQUIRE(row != NULL);
    check_device(row, 0, false);
    CHECK(dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD) == NULL);
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_directory();
    CHECK(sandbox_passed(sandbox_child(without_driver, NULL)));
    if (!build_stand_in()) {
        skip("no C compiler here");
    }
    for (int mode = 0; mode < MODES; mode++) {
        enum mode argument = (enum mode)mode;
        CHECK(sandbox_passed(sandbox_child(with_driver, &argument)));
    }
    return check_result();
}
