/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A guest changes nothing of its host: no thread is started, no signal handled or blocked, no
 * limit, umask, working directory or environment changed, one descriptor is held while it works and
 * none after.
 */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

extern char **environ;

typedef struct {
    int threads;
    int descriptors;
    mode_t umask;
    char directory[512];
    unsigned long environment; /* a sum over all of it */
    struct sigaction actions[65];
    sigset_t blocked;
    struct rlimit limits[RLIM_NLIMITS];
    int dumpable;
    char name[16];
} host_t;

static int count_threads(void) {
    DIR *tasks = opendir("/proc/self/task");
    REQUIRE(tasks != NULL);
    int count = -2;
    while (readdir(tasks)) {
        count++;
    }
    closedir(tasks);
    return count;
}

static void look(host_t *host) {
    memset(host, 0, sizeof *host);
    host->threads = count_threads();
    host->descriptors = sandbox_open_descriptors();
    host->umask = umask(0);
    umask(host->umask);
    REQUIRE(getcwd(host->directory, sizeof host->directory) != NULL);
    for (char **variable = environ; *variable; variable++) {
        for (const char *at = *variable; *at; at++) {
            host->environment = host->environment * 31 + (unsigned char)*at;
        }
    }
    for (int i = 1; i < 65; i++) {
        sigaction(i, NULL, &host->actions[i]);
    }
    pthread_sigmask(SIG_BLOCK, NULL, &host->blocked);
    for (int i = 0; i < RLIM_NLIMITS; i++) {
        getrlimit((__rlimit_resource_t)i, &host->limits[i]);
    }
    host->dumpable = prctl(PR_GET_DUMPABLE);
    prctl(PR_GET_NAME, host->name);
}

static void check_same(const host_t *now, const host_t *before, int more_descriptors) {
    CHECK_EQUAL(now->threads, before->threads);
    CHECK_EQUAL(now->descriptors, before->descriptors + more_descriptors);
    CHECK_EQUAL(now->umask, before->umask);
    CHECK_TEXT(now->directory, before->directory);
    CHECK(now->environment == before->environment);
    for (int i = 1; i < 65; i++) {
        CHECK(now->actions[i].sa_handler == before->actions[i].sa_handler);
        CHECK_EQUAL(now->actions[i].sa_flags, before->actions[i].sa_flags);
    }
    for (int i = 1; i < 65; i++) {
        CHECK_EQUAL(sigismember(&now->blocked, i), sigismember(&before->blocked, i));
    }
    CHECK(memcmp(now->limits, before->limits, sizeof now->limits) == 0);
    CHECK_EQUAL(now->dumpable, before->dumpable);
    CHECK_TEXT(now->name, before->name);
}

static int body(int version) {
    static host_t before;
    static host_t now;
    look(&before);
    driver_t driver;
    driver_comm_t comm;
    driver_begin(&driver, &comm, version);
    look(&now);
    check_same(&now, &before, 1);
    for (int i = 0; i < 1000; i++) {
        driver_operation_t operation = driver_all_reduce(100, 2);
        driver_run(&comm, &operation, 1000);
    }
    look(&now);
    check_same(&now, &before, 1);
    driver_end(&driver, &comm);
    look(&now);
    check_same(&now, &before, 0);
    return check_result();
}

int main(void) {
    sandbox_each_version(3, body);
    return check_result();
}
