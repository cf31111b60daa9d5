/* SPDX-License-Identifier: Apache-2.0 */
/* Opening and closing. See lifecycle.h. */
#include "lifecycle.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "api_calls.h"
#include "completion.h"
#include "control.h"
#include "fork_guard.h"
#include "log.h"
#include "proxy.h"
#include "settings.h"
#include "shm_directory.h"
#include "shm_file.h"

enum {
    SLOT_WINDOW_FIRST = 16,
    COMMUNICATORS_BESIDE =
        2, /* private places for each row in the file: one has it, one shares row 0 */
};

static const _Atomic uint32_t asleep = 0;
static const _Atomic uint64_t no_control = 0;

/* Tables without an entry in use: whoever calls before init or after the end finds nothing. */
static operation_t no_operations[1];
static shm_slot_t no_slots[1];
static communicator_t no_communicators[1];
static proxy_operation_t no_proxies[1];

plugin_t plugin = {.awake = &asleep,
                   .control = &no_control,
                   .shm.slots = no_slots,
                   .operations = no_operations,
                   .communicators = no_communicators,
                   .proxies = no_proxies};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool tried; /* to open: it is not tried again in this life of the library */
static enum connections connections;
static shm_file_t file;
static _Atomic uint32_t *guard;
static size_t private_bytes;

/* All private tables in one mapping: untouched pages cost nothing, and a forked child has empty
 * ones. */
static bool allocate_private(bool with_phases) {
    size_t operations_bytes = sizeof(operation_t) * plugin.shm.capacity.slots;
    size_t communicators_bytes =
        sizeof(communicator_t) * COMMUNICATORS_BESIDE * plugin.shm.capacity.communicators;
    size_t phases_bytes =
        with_phases ? sizeof(uint64_t) * CHANNELS_MAX * plugin.shm.capacity.slots : 0;
    size_t proxies_bytes = sizeof(proxy_operation_t) * PROXY_OPERATIONS_MAX;
    private_bytes = operations_bytes + communicators_bytes + proxies_bytes + phases_bytes;
    unsigned char *memory =
        mmap(NULL, private_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return false;
    }
    if (madvise(memory, private_bytes, MADV_WIPEONFORK) != 0) {
        munmap(memory, private_bytes);
        return false;
    }
    plugin.operations = (operation_t *)(void *)memory;
    memory += operations_bytes;
    plugin.communicators = (communicator_t *)(void *)memory;
    memory += communicators_bytes;
    plugin.proxies = (proxy_operation_t *)(void *)memory;
    if (with_phases) {
        plugin.phase_starts = (uint64_t *)(void *)(memory + proxies_bytes);
    }
    return true;
}

static void start(const settings_t *settings) {
    plugin.slot_mask = plugin.shm.capacity.slots - 1;
    plugin.communicator_mask = COMMUNICATORS_BESIDE * plugin.shm.capacity.communicators - 1;
    plugin.proxy_mask = PROXY_OPERATIONS_MAX - 1;
    plugin.process_id = (int32_t)getpid();
    connections = settings->connections;
    plugin.size_floor_at_start = settings->size_floor_bytes;
    word_set(&plugin.size_floor_bytes, settings->size_floor_bytes);
    word_set(&plugin.shm.header->size_floor_bytes, settings->size_floor_bytes);
    word_set(&plugin.slot_window, SLOT_WINDOW_FIRST);
    word_set(&plugin.shm.header->slots_used, SLOT_WINDOW_FIRST);
    word_set(&plugin.proxy_window, PROXY_WINDOW_FIRST);
    communicator_table_open();
    word_set(&plugin.shm.header->process_state, SHM_PROCESS_LIVE);
    /* Pairs with the acquire load of version in readers. */
    word_publish(&plugin.shm.header->version, SHM_VERSION);
    word_publish(&plugin.awake, guard); /* Pairs with plugin_is_awake. */
}

static const char *open_in(int directory, const settings_t *settings) {
    const char *problem = NULL;
    identity_t identity = identity_of_process();
    guard = fork_guard_open();
    if (guard == NULL) {
        return "Lockstep is off: this kernel cannot wipe a page on fork (Linux 4.14 can)";
    }
    if (!shm_file_create(&file, &plugin.shm, directory, &identity, &problem)) {
        fork_guard_close(guard);
        return problem;
    }
    if (!allocate_private(settings->kernel_phases)) {
        shm_file_close(&file);
        fork_guard_close(guard);
        return "Lockstep is off: the process has no memory left for it";
    }
    plugin.control = control_open(directory);
    start(settings);
    control_look();
    return NULL;
}

static void open_plugin(nccl_logger_t logger) {
    tried = true;
    settings_t settings = settings_read();
    if (settings.disabled) {
        log_say(logger, NCCL_LOG_INFO, "Lockstep is off: LOCKSTEP_DISABLE=1");
        return;
    }
    const char *problem = NULL;
    int directory = shm_directory_open(settings.directory, &problem);
    if (directory >= 0) {
        problem = open_in(directory, &settings);
        close(directory);
    }
    if (problem != NULL) {
        log_say(logger, NCCL_LOG_WARN, problem);
    } else if (settings.floor_is_wrong) {
        log_say(logger, NCCL_LOG_WARN,
            "Lockstep records operations of every size: LOCKSTEP_SIZE_FLOOR is no number of bytes");
    } else {
        log_say(logger, NCCL_LOG_INFO, "Lockstep records NCCL operations, version " LOCKSTEP_VERSION);
    }
}

/* A forked child has its parent's plugin, which is none of its business, and maybe a locked mutex.
 */
static bool is_forked_child(void) {
    return word_get(&plugin.awake) != &asleep && !plugin_is_awake();
}

/* NCCL has one mask for the process and the last init writes it: once the events are asked for, they
 * are with every later communicator. Versions below 4 say neither nodes nor sizes. */
static void decide_about_connections(const communicator_identity_t *identity) {
    bool wanted = connections == CONNECTIONS_ALWAYS ||
                  (connections == CONNECTIONS_BETWEEN_NODES && identity->nnodes > 1);
    if (wanted && identity->profiler_api >= 4) {
        word_set(&plugin.connections_asked, 1);
        word_set(&plugin.shm.header->connections_asked, 1);
    }
}

uint64_t lifecycle_init(const communicator_identity_t *identity, nccl_logger_t logger) {
    uint64_t context = 0;
    if (is_forked_child()) {
        return context;
    }
    pthread_mutex_lock(&mutex);
    if (!tried) {
        open_plugin(logger);
    }
    if (plugin_is_awake()) {
        context = communicator_open(identity);
        decide_about_connections(identity);
        plugin.live_communicators += context != 0;
        word_set(&plugin.shm.header->profiler_api, identity->profiler_api);
        bool off = word_get(&plugin.switched_off) != 0;
        word_set(&plugin.shm.header->process_state,
                 off ? SHM_PROCESS_SWITCHED_OFF : SHM_PROCESS_LIVE);
    }
    pthread_mutex_unlock(&mutex);
    return context;
}

void lifecycle_finalize(uint64_t context) {
    if (!plugin_is_awake()) {
        return;
    }
    pthread_mutex_lock(&mutex);
    if (communicator_of(context) != NULL) {
        api_calls_close(context);
        operations_settle_all(context);
        proxies_end(context_serial(context));
        communicator_close(context);
        plugin.live_communicators -= plugin.live_communicators > 0;
        if (plugin.live_communicators == 0) {
            proxies_end(0);
            word_set(&plugin.shm.header->process_state, SHM_PROCESS_CLOSED);
        }
    }
    pthread_mutex_unlock(&mutex);
}

void lifecycle_switch(bool off) {
    if (word_claim(&plugin.switched_off, !off, off)) {
        word_set(&plugin.shm.header->process_state,
                 off ? SHM_PROCESS_SWITCHED_OFF : SHM_PROCESS_LIVE);
    }
}

/* NCCL unloads the library when its last communicator is gone: no callback can come any more. But
 * at the end of a process that destroyed nothing, NCCL's threads may still be calling: they keep
 * their memory. */
__attribute__((destructor)) static void close_plugin(void) {
    if (word_get(&plugin.awake) == &asleep) {
        return;
    }
    if (plugin_is_awake()) {
        word_set(&plugin.shm.header->process_state, SHM_PROCESS_CLOSED);
    }
    word_set(&plugin.awake, &asleep);
    if (plugin.live_communicators > 0) {
        return;
    }
    munmap(plugin.operations, private_bytes);
    plugin.shm.slots = no_slots;
    plugin.operations = no_operations;
    plugin.communicators = no_communicators;
    plugin.proxies = no_proxies;
    plugin.proxy_mask = 0;
    plugin.phase_starts = NULL;
    plugin.slot_mask = 0;
    plugin.communicator_mask = 0;
    shm_file_close(&file);
    control_close(plugin.control);
    plugin.control = &no_control;
    fork_guard_close(guard);
}
