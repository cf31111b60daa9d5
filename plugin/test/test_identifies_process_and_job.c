/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The header says whose file this is: pid, pid namespace and start time as /proc has them, host and
 * boot id, a pair of clock readings, the job's words from the environment and nothing else from
 * there, however long or odd they are. Ranks that are no numbers are absent.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

static void read_line(const char *path, char *line, size_t bytes) {
    FILE *file = fopen(path, "r");
    REQUIRE(file && fgets(line, (int)bytes, file));
    fclose(file);
    line[strcspn(line, "\n")] = '\0';
}

static uint64_t start_ticks(void) {
    char line[1024];
    read_line("/proc/self/stat", line, sizeof line);
    char *field = strrchr(line, ')'); /* the name may hold blanks; field 22 is the 20th behind it */
    for (int i = 0; i < 20 && field; i++) {
        field = strchr(field + 1, ' ');
    }
    REQUIRE(field != NULL);
    return strtoull(field + 1, NULL, 10);
}

static const char *environment_value(const shm_header_t *header, const char *name) {
    const char *at = header->environment;
    const char *end = header->environment + header->environment_bytes;
    size_t length = strlen(name);
    while (at < end) {
        const char *stop = memchr(at, '\0', (size_t)(end - at));
        if (!CHECK(stop != NULL)) {
            return NULL;
        }
        if (strncmp(at, name, length) == 0 && at[length] == '=') {
            return at + length + 1;
        }
        at = stop + 1;
    }
    return NULL;
}

static void check_process(const shm_header_t *header) {
    char host[256];
    char boot_id[64];
    struct stat namespace;
    REQUIRE(gethostname(host, sizeof host) == 0 && stat("/proc/self/ns/pid", &namespace) == 0);
    host[sizeof header->host - 1] = '\0';
    read_line("/proc/sys/kernel/random/boot_id", boot_id, sizeof boot_id);
    CHECK_EQUAL(header->pid, getpid());
    CHECK_EQUAL(header->uid, geteuid());
    CHECK_EQUAL(header->pid_namespace, namespace.st_ino);
    CHECK_EQUAL(header->process_start_ticks, start_ticks());
    CHECK_TEXT(header->host, host);
    CHECK_TEXT(header->boot_id, boot_id);
    CHECK(header->plugin_version[0] != '\0');
    CHECK(memchr(header->plugin_version, '\0', sizeof header->plugin_version) != NULL);
    uint64_t monotonic = sandbox_monotonic_nanos();
    CHECK(header->anchor_monotonic_nanos <= monotonic);
    CHECK(header->anchor_monotonic_nanos > monotonic - UINT64_C(60000000000));
    struct timespec wall;
    clock_gettime(CLOCK_REALTIME, &wall);
    int64_t expected = (int64_t)wall.tv_sec * 1000000000 + wall.tv_nsec - (int64_t)monotonic;
    int64_t anchored = (int64_t)(header->anchor_wall_nanos - header->anchor_monotonic_nanos);
    CHECK(llabs(anchored - expected) < 50000000); /* 50 ms of clock steps */
}

static int in_a_job(int version) {
    setenv("SLURM_JOB_ID", "4711", 1);
    setenv("TORCHELASTIC_RESTART_COUNT", "2", 1);
    setenv("WORLD_SIZE", "64", 1);
    setenv("RANK", "17", 1);
    setenv("LOCAL_RANK", "1", 1);
    setenv("AWS_SECRET_ACCESS_KEY", "hush-hush-1", 1);
    setenv("SLURM_JOB_SECRET", "hush-hush-2", 1);
    setenv("MY_TOKEN", "hush-hush-3", 1);
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    shm_view_t view;
    shm_view_require(&view);
    check_process(view.header);
    CHECK_EQUAL(view.header->environment_world_size, 64);
    CHECK_EQUAL(view.header->environment_world_rank, 17);
    CHECK_EQUAL(view.header->environment_local_rank, 1);
    const char *job = environment_value(view.header, "SLURM_JOB_ID");
    CHECK_TEXT(job ? job : "(absent)", "4711");
    const char *restarts = environment_value(view.header, "TORCHELASTIC_RESTART_COUNT");
    CHECK_TEXT(restarts ? restarts : "(absent)", "2");
    CHECK(memmem(view.copy, view.bytes, "hush-hush", 9) == NULL);
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result();
}

/* One launcher's names of size, rank and local rank. */
static void launched_by(const char *size, const char *rank, const char *local_rank, int version) {
    setenv(size, "32", 1);
    setenv(rank, "9", 1);
    setenv(local_rank, "1", 1);
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    shm_view_t view;
    shm_view_require(&view);
    CHECK_EQUAL(view.header->environment_world_size, 32);
    CHECK_EQUAL(view.header->environment_world_rank, 9);
    CHECK_EQUAL(view.header->environment_local_rank, 1);
    const char *kept = environment_value(view.header, local_rank);
    CHECK_TEXT(kept ? kept : "(absent)", "1");
    shm_view_close(&view);
    driver_end(&driver, &comm);
}

static int in_slurm(int version) {
    launched_by("SLURM_NTASKS", "SLURM_PROCID", "SLURM_LOCALID", version);
    return check_result();
}

static int in_open_mpi(int version) {
    launched_by("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_RANK",
                version);
    return check_result();
}

static int in_hydra(int version) {
    launched_by("PMI_SIZE", "PMI_RANK", "MPI_LOCALRANKID", version);
    return check_result();
}

static int in_mvapich(int version) {
    launched_by("MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_LOCAL_RANK", version);
    return check_result();
}

static int in_an_odd_environment(int version) {
    static char huge[100000];
    memset(huge, 'x', sizeof huge - 1);
    setenv("SLURM_JOB_ID", huge, 1);
    setenv("TORCHELASTIC_RUN_ID", huge, 1);
    setenv("SLURM_JOB_NAME", "line\nbreak\033[31m", 1);
    setenv("WORLD_SIZE", "many", 1);
    setenv("RANK", "-5", 1);
    setenv("LOCAL_RANK", "99999999999999999999", 1);
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    CHECK_EQUAL(view.header->environment_world_size, -1);
    CHECK_EQUAL(view.header->environment_world_rank, -1);
    CHECK_EQUAL(view.header->environment_local_rank, -1);
    environment_value(view.header, "no such name"); /* walks it all */
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result();
}

static int outside_a_job(int version) {
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    shm_view_t view;
    shm_view_require(&view);
    CHECK_EQUAL(view.header->environment_world_size, -1);
    CHECK_EQUAL(view.header->environment_world_rank, -1);
    CHECK_EQUAL(view.header->environment_local_rank, -1);
    CHECK(environment_value(view.header, "SLURM_JOB_ID") == NULL);
    shm_view_close(&view);
    driver_end(&driver, &comm);
    return check_result();
}

int main(void) {
    sandbox_each_version(7, in_a_job);
    sandbox_each_version(7, in_slurm);
    sandbox_each_version(7, in_open_mpi);
    sandbox_each_version(7, in_hydra);
    sandbox_each_version(7, in_mvapich);
    sandbox_each_version(7, in_an_odd_environment);
    sandbox_each_version(7, outside_a_job);
    return check_result();
}
