/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Thirty thousand callbacks drawn from a printed seed, valid and absurd ones mixed: handles that
 * are live, stopped, cut off or invented, events under wrong parents, finalize in between. Nothing
 * crashes, every answer is success, and the file's invariants hold throughout.
 */
#include "check.h"
#include "nccl_driver.h"
#include "sandbox.h"
#include "shm_view.h"

#define CALLS 30000
#define HANDLES 64
#define COMMS 3

static uint64_t state;
static void *handles[HANDLES];
static driver_comm_t comms[COMMS];

static uint64_t draw(uint64_t below) {
    return sandbox_random(&state) % below;
}

static void *draw_handle(void) {
    void *handle = handles[draw(HANDLES)];
    switch (draw(16)) {
    case 0:
        return (void *)(uintptr_t)sandbox_random(&state);
    case 1:
        return (void *)((uintptr_t)handle ^ (uintptr_t)(UINT64_C(1) << draw(64)));
    case 2:
        return NULL;
    default:
        return handle;
    }
}

static const char *draw_name(void) {
    static const char *const names[] = {"AllReduce", "Send", "Recv", "Broadcast", "ncclFloat32",
                                        "ncclInt8",  "RING", "LL",   "",          NULL,
                                        "Unknown",   "%n"};
    return names[draw(sizeof names / sizeof names[0])];
}

static void fill(driver_event_v7_t *event) {
    switch (event->type) {
    case EVENT_COLL:
        event->coll.seqNumber = draw(100);
        event->coll.func = draw_name();
        event->coll.count = sandbox_random(&state) >> draw(64);
        event->coll.datatype = draw_name();
        event->coll.nChannels = (uint8_t)draw(256);
        event->coll.algo = draw_name();
        event->coll.proto = draw_name();
        event->coll.parentGroup = draw_handle();
        break;
    case EVENT_P2P:
        event->p2p.func = draw_name();
        event->p2p.datatype = draw_name();
        event->p2p.count = sandbox_random(&state) >> draw(64);
        event->p2p.peer = (int)draw(16) - 4;
        event->p2p.nChannels = (uint8_t)draw(256);
        event->p2p.parentGroup = draw_handle();
        break;
    case EVENT_COLL_API:
    case EVENT_P2P_API:
        event->collApi.func = draw_name();
        event->collApi.count = draw(1000);
        break;
    case EVENT_CE_COLL:
        event->ceColl.func = draw_name();
        event->ceColl.datatype = draw_name();
        event->ceColl.count = draw(1000);
        break;
    case EVENT_PROXY_OP:
        event->proxyOp.pid = (pid_t)draw(100000);
        break;
    default:
        event->kernelCh.channelId = (uint8_t)draw(draw(4) ? 8 : 256);
        event->kernelCh.pTimer = draw(8) ? driver_gpu_now() : sandbox_random(&state);
    }
}

static void call(driver_comm_t *comm) {
    static const int likely[] = {EVENT_GROUP,     EVENT_COLL,      EVENT_P2P,
                                 EVENT_KERNEL_CH, EVENT_KERNEL_CH, EVENT_COLL_API};
    driver_args_t args = {.kernelCh = {draw(8) ? driver_gpu_now() : sandbox_random(&state)}};
    uint64_t what = draw(1000);
    if (what < 500) {
        driver_event_v7_t event = {.parentObj = draw_handle(), .rank = (int)draw(8)};
        event.type = draw(4) ? (uint64_t)likely[draw(6)] : UINT64_C(1) << draw(17);
        fill(&event);
        void *context = draw(50) ? comm->context : draw_handle();
        handles[draw(HANDLES)] = driver_start_in(comm, context, &event);
    } else if (what < 750) {
        driver_record(comm, draw_handle(), draw(4) ? STATE_KERNEL_CH_STOP : (int)draw(40),
                      draw(8) ? &args : NULL);
    } else if (what < 990) {
        driver_stop(comm, draw_handle());
    } else if (what < 996) {
        CHECK_EQUAL(driver_finalize(comm), 0);
        if (draw(2)) {
            CHECK_EQUAL(driver_init(comm->driver, comm), 0);
        }
    } else {
        shm_view_t view;
        shm_view_require(&view);
        shm_view_check(&view, true);
        shm_view_close(&view);
    }
}

static int body(int version) {
    driver_t driver = {0};
    driver_open(&driver, version);
    for (int i = 0; i < COMMS; i++) {
        comms[i] = (driver_comm_t){.hash = (uint64_t)i, .nranks = 4, .rank = i};
        CHECK_EQUAL(driver_init(&driver, &comms[i]), 0);
    }
    for (int i = 0; i < CALLS; i++) {
        call(&comms[draw(COMMS)]);
    }
    for (int i = 0; i < COMMS; i++) {
        driver_finalize(&comms[i]);
    }
    shm_view_t view;
    shm_view_require(&view);
    shm_view_check(&view, true);
    CHECK_EQUAL(view.header->process_state, SHM_PROCESS_CLOSED);
    shm_view_close(&view);
    driver_close(&driver);
    return check_result();
}

int main(void) {
    state = sandbox_seed();
    sandbox_each_version(3, body);
    return check_result();
}
