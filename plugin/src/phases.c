/* SPDX-License-Identifier: Apache-2.0 */
/* The sums of kernel phases: open addressing over private keys, mirrored in the file. See phases.h. */
#include "phases.h"

#include "channel.h"
#include "communicator.h"
#include "handle.h"

#define KEY_IN_USE (UINT64_C(1) << 63)
#define KEY_REMOVED UINT64_C(1) /* was in use: a search goes on behind it */

enum {
    NO_ENTRY = -1,
};

/* What the file shows, where nobody else can write. */
static _Atomic uint64_t keys[SHM_PHASES_MAX];

static nccl_result_t refuse(void) {
    plugin_count(SHM_DROP_PHASE_UNUSABLE);
    return NCCL_SUCCESS;
}

static uint64_t *start_of(uint64_t handle) {
    return &plugin.phase_starts[channel_slot_of(handle) * CHANNELS_MAX + handle_channel(handle)];
}

/* Function, algorithm (which names the kernel) and row, as in the ring record's packed word. */
static uint64_t key_of(const operation_t *operation) {
    return KEY_IN_USE | (operation->packed & UINT64_C(0xffffffff));
}

/* Makes an entry the key's, unless another thread is faster; true if it is the key's now. */
static bool claim(uint32_t index, uint64_t found, uint64_t key, uint32_t owner_serial) {
    if (!atomic_compare_exchange_strong_explicit(&keys[index], &found, key, memory_order_acq_rel,
                                                 memory_order_relaxed)) {
        return found == key;
    }
    shm_phases_t *published = &plugin.shm.phases[index];
    word_set(&published->owner_serial, owner_serial);
    word_publish(&published->key, key); /* Pairs with the acquire load of a key in readers. */
    return true;
}

/* Finds an entry or takes the first free one on its way. A communicator has one channel thread, so
 * nobody else adds its keys; in row 0, where several do, one may come twice, and readers add. */
static int32_t find_or_add(uint64_t key, uint32_t owner_serial) {
    uint32_t mask = plugin.shm.capacity.phases - 1;
    uint32_t first = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 40);
    for (uint32_t step = 0; step <= mask; step++) {
        uint32_t index = (first + step) & mask;
        uint64_t found = word_get(&keys[index]);
        if (found == key) {
            return (int32_t)index;
        }
        if (found == 0 && claim(index, found, key, owner_serial)) {
            return (int32_t)index;
        }
    }
    for (uint32_t index = 0; index <= mask; index++) {
        uint64_t found = word_get(&keys[index]);
        if (found == KEY_REMOVED && claim(index, found, key, owner_serial)) {
            return (int32_t)index;
        }
    }
    return NO_ENTRY;
}

uint64_t phase_start(uint64_t channel, uint32_t phase, uint64_t start_gpu) {
    const operation_t *operation = &plugin.operations[channel_slot_of(channel)];
    bool is_of_channel = handle_is(channel, HANDLE_KERNEL_CH) &&
                         channel_may_be_of(operation, channel) && phase < SHM_PHASE_KINDS;
    if (!is_of_channel || start_gpu == 0) {
        refuse();
        return 0;
    }
    *start_of(channel) = start_gpu;
    return handle_for_phase(channel, phase);
}

nccl_result_t phase_record_stop(uint64_t handle, uint64_t stop_gpu) {
    const operation_t *operation = &plugin.operations[channel_slot_of(handle)];
    if (!phases_are_wanted() || !handle_is_phase(handle) ||
        !channel_may_be_of(operation, handle)) {
        return refuse();
    }
    uint64_t start_gpu = *start_of(handle);
    *start_of(handle) = 0;
    const communicator_t *communicator = &plugin.communicators[operation->communicator];
    uint32_t serial = plugin.shm.communicators[communicator->row].serial;
    int32_t entry = start_gpu == 0 || stop_gpu < start_gpu
                        ? NO_ENTRY
                        : find_or_add(key_of(operation), serial);
    if (entry == NO_ENTRY) {
        return refuse();
    }
    shm_phases_t *sums = &plugin.shm.phases[entry];
    uint32_t phase = handle_phase(handle);
    word_add(&sums->count[phase], 1, operation->shared);
    word_add(&sums->nanos[phase], stop_gpu - start_gpu, operation->shared);
    return NCCL_SUCCESS;
}

void phases_remove_row(uint16_t row) {
    for (uint32_t index = 0; index < plugin.shm.capacity.phases; index++) {
        uint64_t key = word_get(&keys[index]);
        if ((key & KEY_IN_USE) == 0 || (key & 0xffff) != row) {
            continue;
        }
        shm_phases_t *sums = &plugin.shm.phases[index];
        word_set(&sums->key, 0);
        words_release_fence(); /* Pairs with the reader's second look at the key. */
        for (uint32_t phase = 0; phase < SHM_PHASE_KINDS; phase++) {
            word_set(&sums->count[phase], 0);
            word_set(&sums->nanos[phase], 0);
        }
        word_publish(&keys[index], KEY_REMOVED); /* Pairs with the claim in find_or_add. */
    }
}
