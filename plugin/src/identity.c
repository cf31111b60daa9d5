/* SPDX-License-Identifier: Apache-2.0 */
/* Asking /proc and the environment. See identity.h. */
#include "identity.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "monotonic.h"
#include "settings.h"
#include "state.h"

enum {
    PROC_TEXT_BYTES = 1024,
    VALUE_BYTES_MAX = 255,
    FIELDS_BEFORE_START_TIME = 20
};

/* What the agent needs to name job, rank and node, and what explains NCCL's choices. Nothing else
 * of the environment ever leaves the process. */
static const char *const variables[] = {
    "SLURM_JOB_ID",
    "SLURM_STEP_ID",
    "SLURM_RESTART_COUNT",
    "SLURM_ARRAY_JOB_ID",
    "SLURM_ARRAY_TASK_ID",
    "SLURM_JOB_NAME",
    "SLURM_JOB_PARTITION",
    "SLURM_JOB_USER",
    "SLURM_NODEID",
    "SLURM_PROCID",
    "SLURM_LOCALID",
    "SLURM_NTASKS",
    "TORCHELASTIC_RUN_ID",
    "TORCHELASTIC_RESTART_COUNT",
    "RANK",
    "WORLD_SIZE",
    "LOCAL_RANK",
    "GROUP_RANK",
    "OMPI_COMM_WORLD_RANK",
    "OMPI_COMM_WORLD_SIZE",
    "OMPI_COMM_WORLD_LOCAL_RANK",
    "PMI_RANK",
    "PMI_SIZE",
    "MPI_LOCALRANKID",
    "MV2_COMM_WORLD_RANK",
    "MV2_COMM_WORLD_SIZE",
    "MV2_COMM_WORLD_LOCAL_RANK",
    "POD_UID",
    "POD_NAME",
    "POD_NAMESPACE",
    "CONTAINER_NAME",
    "CUDA_VISIBLE_DEVICES",
    "NCCL_ALGO",
    "NCCL_PROTO",
    "NCCL_ALLGATHERV_ENABLE",
    "LOCKSTEP_CHAIN",
};
enum {
    VARIABLES = sizeof variables / sizeof variables[0]
};

enum {
    SPELLINGS = 5
};

/* torchrun, Slurm, Open MPI, Hydra (MPICH and Intel MPI), MVAPICH: the first that is set counts. */
static const char *const world_size_names[SPELLINGS] = {
    "WORLD_SIZE", "SLURM_NTASKS", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"};
static const char *const world_rank_names[SPELLINGS] = {
    "RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK"};
static const char *const local_rank_names[SPELLINGS] = {
    "LOCAL_RANK", "SLURM_LOCALID", "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID",
    "MV2_COMM_WORLD_LOCAL_RANK"};

static void read_text(const char *path, char *text, size_t bytes) {
    text[0] = '\0';
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    ssize_t length = read(file, text, bytes - 1);
    close(file);
    text[length > 0 ? length : 0] = '\0';
}

/* Field 22 of /proc/self/stat; the process's name, field 2, may hold blanks and brackets. */
static uint64_t start_ticks(void) {
    char text[PROC_TEXT_BYTES];
    read_text("/proc/self/stat", text, sizeof text);
    const char *field = strrchr(text, ')');
    for (int i = 0; i < FIELDS_BEFORE_START_TIME && field != NULL; i++) {
        field = strchr(field + 1, ' ');
    }
    return field == NULL ? 0 : strtoull(field + 1, NULL, 10);
}

identity_t identity_of_process(void) {
    struct stat namespace;
    bool known = stat("/proc/self/ns/pid", &namespace) == 0;
    return (identity_t){
        .pid = (uint32_t)getpid(),
        .uid = (uint32_t)geteuid(),
        .pid_namespace = known ? (uint64_t) namespace.st_ino : 0,
        .process_start_ticks = start_ticks(),
    };
}

static void write_environment(shm_header_t *header) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < VARIABLES; i++) {
        const char *value = getenv(variables[i]);
        if (value == NULL) {
            continue;
        }
        size_t name_bytes = strlen(variables[i]);
        size_t value_bytes = strnlen(value, VALUE_BYTES_MAX);
        if (used + name_bytes + value_bytes + 2 > sizeof header->environment) {
            continue;
        }
        memcpy(header->environment + used, variables[i], name_bytes);
        header->environment[used + name_bytes] = '=';
        memcpy(header->environment + used + name_bytes + 1, value, value_bytes);
        used +=
            (uint32_t)(name_bytes + value_bytes + 2); /* the file was zeroed: the NUL is there */
    }
    header->environment_bytes = used;
}

static int32_t first_number(const char *const names[SPELLINGS]) {
    int32_t number = -1;
    for (int i = 0; i < SPELLINGS && number < 0; i++) {
        number = settings_number(names[i]);
    }
    return number;
}

static uint32_t nccl_version(void) {
    int (*get_version)(int *version);
    void *found = dlsym(RTLD_DEFAULT, "ncclGetVersion");
    memcpy(&get_version, &found, sizeof get_version);
    int version = 0;
    return get_version != NULL && get_version(&version) == 0 && version > 0 ? (uint32_t)version : 0;
}

void identity_write(shm_header_t *header, const identity_t *identity) {
    header->pid = identity->pid;
    header->uid = identity->uid;
    header->pid_namespace = identity->pid_namespace;
    header->process_start_ticks = identity->process_start_ticks;
    header->anchor_monotonic_nanos = monotonic_nanos();
    header->anchor_wall_nanos = clock_nanos(CLOCK_REALTIME);
    header->nccl_version = nccl_version();
    header->environment_world_size = first_number(world_size_names);
    header->environment_world_rank = first_number(world_rank_names);
    header->environment_local_rank = first_number(local_rank_names);
    gethostname(header->host, sizeof header->host - 1);
    read_text("/proc/sys/kernel/random/boot_id", header->boot_id, sizeof header->boot_id);
    header->boot_id[strcspn(header->boot_id, "\n")] = '\0';
    strcpy(header->plugin_version, LOCKSTEP_VERSION);
    write_environment(header);
}
