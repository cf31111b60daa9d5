/* SPDX-License-Identifier: Apache-2.0 */
/* Checking and cleaning the directory. See shm_directory.h. */
#include "shm_directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    UNFINISHED_SECONDS_MAX = 60,
    ENTRIES_LOOKED_AT_MAX = 10000
};

/* <uid>-<pid>-<start>-<pid namespace>-<n>.lockstep */
typedef struct {
    unsigned long long uid, pid, start, pid_namespace, life;
} file_name_t;

static bool parse(const char *text, file_name_t *name) {
    int end = 0;
    int fields = sscanf(text, "%llu-%llu-%llu-%llu-%llu.lockstep%n", &name->uid, &name->pid,
                        &name->start, &name->pid_namespace, &name->life, &end);
    return fields == 5 && end > 0 && text[end] == '\0';
}

static bool is_of_process(const file_name_t *name, const identity_t *self) {
    return name->uid == self->uid && name->pid == self->pid &&
           name->start == self->process_start_ticks && name->pid_namespace == self->pid_namespace;
}

static int open_default(void) {
    char path[64];
    snprintf(path, sizeof path, "/dev/shm/lockstep-%u", (unsigned)geteuid());
    if (mkdir(path, 0700) != 0 && errno != EEXIST) {
        return -1;
    }
    return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int shm_directory_open(const char *path, const char **problem) {
    int directory =
        path == NULL ? open_default() : open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (directory < 0) {
        *problem = "Lockstep is off: its directory cannot be opened; make it, or set LOCKSTEP_DIR "
                   "to one of yours";
        return -1;
    }
    struct stat status;
    bool trusted = fstat(directory, &status) == 0 &&
                   (status.st_uid == geteuid() || status.st_uid == 0) &&
                   (status.st_mode & S_IWOTH) == 0;
    if (!trusted) {
        *problem = "Lockstep is off: its directory must belong to you or root and not be writable "
                   "by others";
        close(directory);
        return -1;
    }
    return directory;
}

/* Nobody holds its lock and it carries the magic: a process that is gone left it. */
static bool is_dead(int directory, const char *name) {
    int file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        return false;
    }
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat status;
    uint64_t magic = 0;
    bool dead = fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                status.st_uid == geteuid() && read(file, &magic, sizeof magic) == sizeof magic &&
                magic == SHM_MAGIC && fcntl(file, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
    close(file);
    return dead;
}

/* A process that died during init may have left a file that has neither name nor magic. */
static bool is_forgotten(int directory, const char *name) {
    struct stat status;
    return fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode) &&
           status.st_uid == geteuid() && time(NULL) - status.st_mtime > UNFINISHED_SECONDS_MAX;
}

static void look_at(int directory, const char *text, const identity_t *self, int64_t *last_life) {
    file_name_t name;
    bool unfinished = text[0] == '.';
    if (!parse(text + unfinished, &name) || name.uid != self->uid) {
        return;
    }
    if (is_of_process(&name, self)) {
        /* Never opened: closing it would drop the lock of another copy of this library. */
        *last_life = (int64_t)name.life > *last_life ? (int64_t)name.life : *last_life;
    } else if (is_dead(directory, text) || (unfinished && is_forgotten(directory, text))) {
        unlinkat(directory, text, 0);
    }
}

static void write_name(char text[SHM_NAME_BYTES], const char *prefix, const identity_t *self,
                       int64_t life) {
    snprintf(text, SHM_NAME_BYTES, "%s%u-%u-%llu-%llu-%lld.lockstep", prefix, self->uid, self->pid,
             (unsigned long long)self->process_start_ticks, (unsigned long long)self->pid_namespace,
             (long long)life);
}

void shm_directory_clean(int directory, const identity_t *self, char name[SHM_NAME_BYTES],
                         char temporary[SHM_NAME_BYTES]) {
    int64_t last_life = -1;
    int copy = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = copy < 0 ? NULL : fdopendir(copy);
    if (entries != NULL) {
        const struct dirent *entry;
        for (int i = 0; i < ENTRIES_LOOKED_AT_MAX && (entry = readdir(entries)) != NULL; i++) {
            look_at(directory, entry->d_name, self, &last_life);
        }
        closedir(entries);
    } else if (copy >= 0) {
        close(copy);
    }
    if (last_life >
        0) { /* the last life's file stays for its readers, the one before has had its time */
        write_name(name, "", self, last_life - 1);
        unlinkat(directory, name, 0);
    }
    write_name(name, "", self, last_life + 1);
    write_name(temporary, ".", self, last_life + 1);
}
