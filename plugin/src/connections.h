/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of connections: one entry for each communicator, peer, direction and channel that goes
 * over the network. Entries are found when a proxy operation starts; its steps then write the cell
 * that was found.
 */
#ifndef LOCKSTEP_CONNECTIONS_H
#define LOCKSTEP_CONNECTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "state.h"

typedef struct {
    uint16_t row; /* of the communicator */
    uint8_t channel;
    bool sends;
    bool foreign; /* of another process, whose communicator nobody here knows; row is 0 */
    int32_t peer;
} connection_name_t;

static inline bool connections_are_asked(void) {
    return word_get(&plugin.connections_asked) != 0;
}

/* The connection's index, made if need be. Without room, the one for all others of that direction,
 * which is counted, and `name` then is that one's. */
uint32_t connection_find(connection_name_t *name);

/* Removes the connections of a row before the row is given to another communicator. Init only. */
void connections_remove_row(uint16_t row);

#endif
