/* SPDX-License-Identifier: Apache-2.0 */
/* One step down a version at a time. See chain_convert.h. */
#include "chain_convert.h"

#include <string.h>

/* What is the same in each version starts where its union does. */
enum {
    BODY = offsetof(nccl_event_v4_t, coll),
    V4_BODY_BYTES = sizeof(nccl_event_v4_t) - BODY,
    P2P_BYTES = offsetof(nccl_event_v3_t, p2p.peer) + sizeof(int) -
                offsetof(nccl_event_v3_t, p2p.function),
    OTHER_BYTES = 24, /* the largest of the rest: ProxyOp */
    COLL_V2_HEAD = offsetof(nccl_event_v2_t, coll.traffic_bytes) - BODY,
    COLL_V2_TAIL = sizeof(nccl_event_v2_t) - offsetof(nccl_event_v2_t, coll.channels_max),
};

_Static_assert(offsetof(nccl_event_v7_t, coll) == BODY && offsetof(nccl_event_v3_t, coll) == BODY &&
                   offsetof(nccl_event_v2_t, coll) == BODY,
               "the bodies of all versions start at the same offset");
_Static_assert(offsetof(nccl_event_v4_t, p2p.channels) == offsetof(nccl_event_v7_t, p2p.channels),
               "versions 4 and 5 share the beginning of every body");
_Static_assert(sizeof(nccl_event_v3_t) - offsetof(nccl_event_v3_t, coll.channels_max) ==
                   COLL_V2_TAIL,
               "versions 2 and 3 share the end of coll");

enum {
    STATE_FIRST_OF_STEPS = 8,
    STATE_FIRST_OF_CONTROL = 13,
    STATE_LAST_V3 = 18,
    STATE_LAST_V4 = NCCL_STATE_KERNEL_CH_STOP,
    STATE_LAST_V5 = 24, /* of a GroupApi */
};

static char *body_of(void *event) {
    return (char *)event + BODY;
}

static void to_v4(const nccl_event_v7_t *event, nccl_event_v4_t *older) {
    older->type = (uint8_t)event->type;
    older->parent = event->parent;
    older->rank = event->rank;
    memcpy(body_of(older), (const char *)event + BODY, V4_BODY_BYTES);
    if (event->type == NCCL_EVENT_COLL) {
        older->parent = event->coll.parent_group;
    } else if (event->type == NCCL_EVENT_P2P) {
        older->parent = event->p2p.parent_group;
    }
}

/* Name and hash are not known any more: NCCL gives NULL and 0. */
static void to_v3(const nccl_event_v4_t *event, nccl_event_v3_t *older) {
    memset(older, 0, sizeof *older);
    older->type = event->type;
    older->parent = event->parent;
    older->rank = event->rank;
    if (event->type == NCCL_EVENT_COLL) {
        memcpy(&older->coll.sequence, &event->coll, sizeof event->coll);
    } else if (event->type == NCCL_EVENT_P2P) {
        memcpy(&older->p2p.function, &event->p2p, P2P_BYTES);
    } else {
        memcpy(body_of(older), (const char *)event + BODY, OTHER_BYTES);
    }
}

static void to_v2(const nccl_event_v3_t *event, nccl_event_v2_t *older) {
    memset(older, 0, sizeof *older);
    older->type = event->type;
    older->parent = event->parent;
    older->rank = event->rank;
    if (event->type == NCCL_EVENT_COLL) {
        memcpy(&older->coll, &event->coll, COLL_V2_HEAD);
        memcpy(&older->coll.channels_max, &event->coll.channels_max, COLL_V2_TAIL);
    } else {
        memcpy(&older->p2p, &event->p2p, sizeof event->p2p);
    }
}

void *chain_convert_event(void *event, int from, int to, chain_descriptors_t *room) {
    if (to == from || to >= 5) {
        return event;
    }
    if (from >= 5) {
        to_v4(event, &room->v4);
        return chain_convert_event(&room->v4, 4, to, room);
    }
    if (from == 4) {
        to_v3(event, &room->v3);
        return chain_convert_event(&room->v3, 3, to, room);
    }
    to_v2(event, &room->v2);
    return &room->v2;
}

bool chain_state_is_known(int state, int from, int to) {
    if (to == from || to >= 6 || from == 3) {
        return true;
    }
    static const int last[] = {[2] = STATE_LAST_V3, [3] = STATE_LAST_V3, [4] = STATE_LAST_V4,
                               [5] = STATE_LAST_V5};
    return state >= STATE_FIRST_OF_STEPS && state <= last[to];
}

nccl_event_state_t *chain_convert_state(int state, nccl_event_state_t *arguments, int from, int to,
                                        chain_state_t *room) {
    if (to == from || to >= 6 || from == 3) {
        return arguments;
    }
    *room = (chain_state_t){{0, 0}};
    bool has_word = to >= 4 || state >= STATE_FIRST_OF_CONTROL; /* 3: its steps have no size */
    if (arguments != NULL && has_word) {
        memcpy(room->words, arguments, sizeof room->words[0]);
    }
    return (nccl_event_state_t *)(void *)room;
}
