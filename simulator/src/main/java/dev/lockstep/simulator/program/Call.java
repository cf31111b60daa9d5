// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.simulator.program;

import dev.lockstep.core.model.NcclFunction;

/// One NCCL call of an application.
///
/// @param count elements as the caller says them: per rank for AllGather (sent) and ReduceScatter
///     (received)
/// @param peer rank in the communicator of the other side, -1 for collectives
/// @param root root of a Broadcast, 0 otherwise
public record Call(NcclFunction function, long count, Datatype datatype, int peer, int root) {
    static Call collective(NcclFunction function, long count, Datatype datatype) {
        return new Call(function, count, datatype, -1, 0);
    }

    static Call send(int peer, long count) {
        return new Call(NcclFunction.SEND, count, Datatype.BFLOAT16, peer, 0);
    }

    static Call receive(int peer, long count) {
        return new Call(NcclFunction.RECV, count, Datatype.BFLOAT16, peer, 0);
    }

    /// Its size as nccl-tests count it.
    public long sizeBytes(int ranks) {
        return function.sizeBytes(count * datatype.bytes(), ranks);
    }
}
