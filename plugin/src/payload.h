/* SPDX-License-Identifier: Apache-2.0 */
/* How many bytes an operation moves, counted as nccl-tests count the size. Any thread. */
#ifndef LOCKSTEP_PAYLOAD_H
#define LOCKSTEP_PAYLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "names.h"
#include "state.h"

/* AllGather's and ReduceScatter's counts are per rank, as are AlltoAll's, Gather's and Scatter's.
 * False, and no bytes, for a data type that is not known. */
static inline bool payload_bytes(const communicator_t *communicator, uint8_t function,
                                 uint64_t count, const char *datatype, uint64_t *bytes) {
    uint32_t element_bytes = datatype_bytes(datatype);
    *bytes = count * element_bytes;
    if (name_counts_per_rank(function) && communicator->nranks > 0) {
        *bytes *= (uint64_t)communicator->nranks;
    }
    return element_bytes != 0;
}

#endif
