/* SPDX-License-Identifier: Apache-2.0 */
/* A test's directory, children, waits and random numbers; see sandbox.h. */
#include "sandbox.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

#define DIRECTORIES_MAX 64
#define TEST_SECONDS_MAX 120

static char directories[DIRECTORIES_MAX][256];
static int directory_count;
static pid_t maker;

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk) {
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

static void remove_directories(void) {
    if (getpid() != maker) {
        return;
    }
    for (int i = 0; i < directory_count; i++) {
        nftw(directories[i], remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    }
}

/* The host's own scheduler and settings must not reach a test. */
static void clear_environment(void) {
    static const char *const names[] = {
        "LOCKSTEP_DISABLE",
        "LOCKSTEP_CHAIN",
        "LOCKSTEP_CONNECTIONS",
        "LOCKSTEP_CONTROL",
        "WORLD_SIZE",
        "RANK",
        "LOCAL_RANK",
        "SLURM_JOB_ID",
        "SLURM_PROCID",
        "SLURM_NTASKS",
        "SLURM_LOCALID",
        "OMPI_COMM_WORLD_RANK",
        "OMPI_COMM_WORLD_SIZE",
        "OMPI_COMM_WORLD_LOCAL_RANK",
        "PMI_RANK",
        "PMI_SIZE",
        "MPI_LOCALRANKID",
        "MV2_COMM_WORLD_RANK",
        "MV2_COMM_WORLD_SIZE",
        "MV2_COMM_WORLD_LOCAL_RANK",
        "TORCHELASTIC_RUN_ID",
        "TORCHELASTIC_RESTART_COUNT",
        "SLURM_STEP_ID",
        "SLURM_RESTART_COUNT",
        "POD_UID",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        unsetenv(names[i]);
    }
}

const char *sandbox_fresh(void) {
    if (directory_count == 0 || getpid() != maker) {
        directory_count = 0;
        maker = getpid();
        atexit(remove_directories);
        clear_environment();
        alarm(TEST_SECONDS_MAX);
    }
    REQUIRE(directory_count < DIRECTORIES_MAX);
    char *directory = directories[directory_count];
    const char *parent = getenv("TMPDIR");
    if (!parent || !parent[0]) {
        parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    }
    snprintf(directory, sizeof directories[0], "%s/lockstep-test-XXXXXX", parent);
    REQUIRE(mkdtemp(directory) != NULL);
    directory_count++;
    setenv("LOCKSTEP_DIR", directory, 1);
    return directory;
}

const char *sandbox_directory(void) {
    return directory_count > 0 ? directories[directory_count - 1] : sandbox_fresh();
}

const char *sandbox_path(const char *name) {
    static _Thread_local char buffers[4][512];
    static _Thread_local unsigned next;
    char *buffer = buffers[next++ % 4];
    snprintf(buffer, sizeof buffers[0], "%s/%s", sandbox_directory(), name);
    return buffer;
}

int sandbox_child(int (*body)(void *), void *argument) {
    pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        alarm(TEST_SECONDS_MAX); /* not inherited */
        check_forget();
        exit(body(argument));
    }
    int status = -1;
    while (waitpid(pid, &status, 0) < 0) {
    }
    return status;
}

bool sandbox_passed(int status) {
    if (WIFSIGNALED(status)) {
        fprintf(stderr, "child died by signal %d\n", WTERMSIG(status));
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

typedef struct {
    int (*body)(int);
    int version;
} version_case_t;

static int run_version(void *argument) {
    version_case_t *version_case = argument;
    check_context("v%d", version_case->version);
    return version_case->body(version_case->version);
}

void sandbox_each_version(int first, int (*body)(int version)) {
    for (int version = first; version <= 7; version++) {
        sandbox_fresh();
        version_case_t version_case = {body, version};
        check_context("v%d", version);
        CHECK(sandbox_passed(sandbox_child(run_version, &version_case)));
    }
    check_context("%s", "");
}

uint64_t sandbox_monotonic_nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

bool sandbox_until(bool (*done)(void *), void *argument, int timeout_ms) {
    uint64_t deadline = sandbox_monotonic_nanos() + (uint64_t)timeout_ms * 1000000u;
    while (!done(argument)) {
        if (sandbox_monotonic_nanos() > deadline) {
            return done(argument);
        }
        sched_yield();
    }
    return true;
}

uint64_t sandbox_random(uint64_t *state) { /* splitmix64 */
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t sandbox_seed(void) {
    static uint64_t seed;
    if (seed == 0) {
        const char *given = getenv("LOCKSTEP_TEST_SEED");
        seed = given ? strtoull(given, NULL, 0)
                     : (sandbox_monotonic_nanos() ^ ((uint64_t)getpid() << 32)) | 1;
        fprintf(stderr, "LOCKSTEP_TEST_SEED=0x%llx\n", (unsigned long long)seed);
    }
    return seed;
}

int sandbox_open_descriptors(void) {
    DIR *directory = opendir("/proc/self/fd");
    REQUIRE(directory != NULL);
    int count = 0;
    while (readdir(directory)) {
        count++;
    }
    closedir(directory);
    return count;
}

static size_t statm_bytes(int field) {
    size_t pages[2] = {0, 0};
    FILE *statm = fopen("/proc/self/statm", "r");
    REQUIRE(statm && fscanf(statm, "%zu %zu", &pages[0], &pages[1]) == 2);
    fclose(statm);
    return pages[field] * (size_t)sysconf(_SC_PAGESIZE);
}

size_t sandbox_virtual_bytes(void) {
    return statm_bytes(0);
}

size_t sandbox_resident_bytes(void) {
    return statm_bytes(1);
}

bool sandbox_exists(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0;
}
