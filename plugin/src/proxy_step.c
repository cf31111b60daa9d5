/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of proxy operations. See proxy.h. */
#include "duration_bucket.h"
#include "monotonic.h"
#include "proxy.h"

enum {
    BUCKETS_AN_OCTAVE = 1 << SHM_BUCKET_SCHEMA,
    NET_VERSION = 1, /* of the network plugins' structs */
    NET_EVENT_OF_DATA = 1,
    DEVICE_LAST = 31,
    BITS_A_STATE = 16, /* of the word `waiting` */
};

/* A step's event whose operation or step is not under way. */
static OUT_OF_LINE nccl_result_t refuse(uint64_t handle) {
    if (handle_generation(handle) != GENERATION_REFUSED) {
        plugin_count(SHM_DROP_STEP_UNUSABLE);
    }
    return NCCL_SUCCESS;
}

/* Of schema 0: its bounds are each eighth one of those of schema 3. */
static uint32_t transfer_bucket(uint64_t nanos) {
    return (duration_bucket(nanos) + BUCKETS_AN_OCTAVE - 1) / BUCKETS_AN_OCTAVE;
}

/* Adds the time in the state that a timed step leaves. */
static OUT_OF_LINE void add_time(const proxy_operation_t *operation, proxy_step_t *step) {
    uint64_t now = monotonic_nanos();
    shm_connection_cell_t *cell = operation->cell;
    uint64_t nanos = now - step->since_nanos;
    word_add(&cell->nanos[step->state], nanos, operation->shared);
    if (step->state == SHM_STEP_NETWORK) {
        word_add(&cell->buckets[transfer_bucket(nanos)], 1, operation->shared);
    }
    step->since_nanos = now;
}

static OUT_OF_LINE void begin_time(proxy_step_t *step) {
    step->since_nanos = monotonic_nanos();
}

static inline uint64_t waiting_in(uint32_t state) {
    return UINT64_C(1) << state * BITS_A_STATE;
}

static inline void add_waiting(const proxy_operation_t *operation, uint64_t amount) {
    word_add(&operation->cell->waiting, amount, operation->shared);
}

/* The step that a handle stands for; NULL if it is not under way. */
static inline proxy_step_t *step_of(proxy_operation_t *operation, uint64_t handle) {
    proxy_step_t *step = &operation->steps[handle >> 6 & (STEPS_MAX - 1)];
    bool is_it = proxy_is(operation, handle) && step->state != STEP_ENDED &&
                 (step->number & 63) == handle_channel(handle);
    return LIKELY(is_it) ? step : NULL;
}

void proxy_step_give_up(proxy_operation_t *operation, proxy_step_t *step) {
    add_waiting(operation, -waiting_in(step->state));
    step->state = STEP_ENDED;
    plugin_count(SHM_DROP_STEP_UNFINISHED);
}

/* A step whose place is in use: by itself, because NCCL starts a receive again until the network
 * takes it, or by one that never ended. */
static OUT_OF_LINE nccl_result_t start_again(void **handle, uint64_t parent, uint32_t number) {
    proxy_operation_t *operation = proxy_of(parent);
    proxy_step_t *step = &operation->steps[number & (STEPS_MAX - 1)];
    if (step->number != number) {
        proxy_step_give_up(operation, step);
        return proxy_step_start(handle, parent, (int32_t)number);
    }
    word_add(&operation->cell->restarts, 1, operation->shared);
    *handle = handle_to(handle_for_step(parent, number));
    return NCCL_SUCCESS;
}

nccl_result_t proxy_step_start(void **handle, uint64_t parent, int32_t number) {
    proxy_operation_t *operation = proxy_of(parent);
    *handle = NULL;
    if (UNLIKELY(handle_kind(parent) != HANDLE_PROXY_OP || !proxy_is(operation, parent))) {
        return refuse(parent);
    }
    proxy_step_t *step = &operation->steps[(uint32_t)number & (STEPS_MAX - 1)];
    if (UNLIKELY(step->state != STEP_ENDED)) {
        return start_again(handle, parent, (uint32_t)number);
    }
    uint8_t state = operation->sends ? SHM_STEP_GPU : SHM_STEP_PEER;
    step->number = (uint32_t)number;
    step->state = state;
    step->bytes = 0;
    step->since_nanos = 0;
    add_waiting(operation, waiting_in(state));
    *handle = handle_to(handle_for_step(parent, (uint32_t)number));
    if (UNLIKELY(((operation->generation ^ (uint32_t)number) & word_get(&plugin.step_mask)) == 0)) {
        begin_time(step);
    }
    return NCCL_SUCCESS;
}

nccl_result_t proxy_step_record(uint64_t handle, int state, const nccl_event_state_t *arguments) {
    /* By NCCL's number of the state; one more, so that 0 is any other state. */
    static const uint8_t states[] = {
        [NCCL_STATE_SEND_GPU_WAIT] = SHM_STEP_GPU + 1,
        [NCCL_STATE_SEND_PEER_WAIT] = SHM_STEP_PEER + 1,
        [NCCL_STATE_SEND_WAIT] = SHM_STEP_NETWORK + 1,
        [NCCL_STATE_RECV_WAIT] = SHM_STEP_NETWORK + 1,
        [NCCL_STATE_RECV_FLUSH_WAIT] = SHM_STEP_FLUSH + 1,
        [NCCL_STATE_RECV_GPU_WAIT] = SHM_STEP_GPU + 1,
    };
    /* Where a step's own size comes: what NCCL gives before is the size of an earlier one. */
    static const uint32_t with_size = 1u << NCCL_STATE_SEND_WAIT |
                                      1u << NCCL_STATE_RECV_FLUSH_WAIT |
                                      1u << NCCL_STATE_RECV_GPU_WAIT;
    proxy_operation_t *operation = proxy_of(handle);
    proxy_step_t *step = step_of(operation, handle);
    if (UNLIKELY(step == NULL)) {
        return refuse(handle);
    }
    if (UNLIKELY((unsigned)state >= sizeof states || states[state] == 0)) {
        return NCCL_SUCCESS;
    }
    uint8_t next = (uint8_t)(states[state] - 1);
    if (arguments != NULL && (with_size >> state & 1) != 0) {
        step->bytes = arguments->proxy_step.bytes;
    }
    if (next == step->state) { /* NCCL repeats PEER until the network takes the data */
        return NCCL_SUCCESS;
    }
    add_waiting(operation, waiting_in(next) - waiting_in(step->state));
    if (UNLIKELY(step->since_nanos != 0)) {
        add_time(operation, step);
    }
    step->state = next;
    return NCCL_SUCCESS;
}

/* Of the end of a step, what only a timed one has. */
static OUT_OF_LINE void end_time(const proxy_operation_t *operation, proxy_step_t *step) {
    add_time(operation, step);
    word_add(&operation->cell->timed_steps, 1, operation->shared);
    word_set(&operation->cell->last_step_monotonic_nanos, step->since_nanos);
}

nccl_result_t proxy_step_stop(uint64_t handle) {
    proxy_operation_t *operation = proxy_of(handle);
    proxy_step_t *step = step_of(operation, handle);
    if (UNLIKELY(step == NULL)) {
        return refuse(handle);
    }
    shm_connection_cell_t *cell = operation->cell;
    add_waiting(operation, -waiting_in(step->state));
    if (UNLIKELY(step->since_nanos != 0)) {
        end_time(operation, step);
    }
    step->state = STEP_ENDED;
    word_add(&cell->steps, 1, operation->shared);
    word_add(&cell->bytes, step->bytes, operation->shared);
    if (LIKELY(operation->outstanding_steps != 0)) {
        operation->outstanding_steps--;
        word_add(&cell->outstanding_steps, UINT64_MAX, operation->shared);
    }
    return NCCL_SUCCESS;
}

static void add_network(const proxy_operation_t *operation, uint32_t transport, uint32_t devices,
                        uint64_t bytes) {
    shm_connection_cell_t *cell = operation->cell;
    transport |= word_get(&cell->transports);
    devices |= word_get(&cell->devices);
    if (UNLIKELY(transport != word_get(&cell->transports))) {
        word_set(&cell->transports, transport);
    }
    if (UNLIKELY(devices != word_get(&cell->devices))) {
        word_set(&cell->devices, devices);
    }
    word_add(&cell->net_events, 1, operation->shared);
    word_add(&cell->net_bytes, bytes, operation->shared);
}

static uint32_t device_bit(int32_t device) {
    return UINT32_C(1) << (device >= 0 && device < DEVICE_LAST ? device : DEVICE_LAST);
}

void proxy_note_network(uint64_t handle, const nccl_net_event_t *event) {
    proxy_operation_t *operation = proxy_of(handle);
    if (handle_kind(handle) != HANDLE_PROXY_STEP || step_of(operation, handle) == NULL) {
        refuse(handle);
        return;
    }
    /* Into which process those of another one's operation point is not worth a crash. */
    if (operation->foreign || event->data == NULL || (event->id & 0xffff) != NET_VERSION) {
        return;
    }
    if (event->id >> 16 == NCCL_NET_IB) {
        const nccl_net_ib_v1_t *ib = event->data;
        if (ib->type == NET_EVENT_OF_DATA) {
            add_network(operation, SHM_TRANSPORT_IB, device_bit(ib->queue_pair.device),
                        ib->queue_pair.bytes);
        }
    } else if (event->id >> 16 == NCCL_NET_SOCKET) {
        const nccl_net_socket_v1_t *socket = event->data;
        if (socket->type == NET_EVENT_OF_DATA) {
            add_network(operation, SHM_TRANSPORT_SOCKET, 0, socket->socket.bytes);
        }
    }
}
