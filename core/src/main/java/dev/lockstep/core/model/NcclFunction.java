// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An operation of NCCL's API under NCCL's own name, with what is needed to count its bytes as
/// nccl-tests do.
/// Names that this version does not know are {@link #OTHER}.
public enum NcclFunction {
    ALL_GATHER("AllGather"),
    ALL_REDUCE("AllReduce"),
    ALL_TO_ALL("AlltoAll"),
    BROADCAST("Broadcast"),
    GATHER("Gather"),
    REDUCE("Reduce"),
    REDUCE_SCATTER("ReduceScatter"),
    SCATTER("Scatter"),
    SEND("Send"),
    RECV("Recv"),
    OTHER("other");

    private static final Map<String, NcclFunction> BY_NAME =
            Stream.of(values()).collect(Collectors.toMap(NcclFunction::ncclName, Function.identity()));

    private final String ncclName;

    NcclFunction(String ncclName) {
        this.ncclName = ncclName;
    }

    /// The function of that spelling, {@link #OTHER} where it is not known.
    public static NcclFunction of(String ncclName) {
        return BY_NAME.getOrDefault(ncclName, OTHER);
    }

    /// As NCCL spells it, for example `AllReduce`; the value of the label `collective`.
    public String ncclName() {
        return ncclName;
    }

    /// Whether this is Send or Recv, which have a peer and no sequence number.
    public boolean isPointToPoint() {
        return this == SEND || this == RECV;
    }

    /// Bytes of one operation as nccl-tests count its size: the whole buffer, so AllGather and
    /// ReduceScatter count
    /// what one rank gives or gets times the ranks.
    public long sizeBytes(long perRankBytes, int ranks) {
        return switch (this) {
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, GATHER, SCATTER ->
                Math.multiplyExact(perRankBytes, (long) ranks);
            case ALL_REDUCE, BROADCAST, REDUCE, SEND, RECV, OTHER -> perRankBytes;
        };
    }

    /// Bus factor of nccl-tests (doc/PERFORMANCE.md there): bus bytes = size × factor.
    public double busFactor(int ranks) {
        return switch (this) {
            case ALL_REDUCE -> ranks > 0 ? 2.0 * (ranks - 1) / ranks : 1.0;
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, GATHER, SCATTER ->
                ranks > 0 ? (double) (ranks - 1) / ranks : 1.0;
            case BROADCAST, REDUCE, SEND, RECV, OTHER -> 1.0;
        };
    }
}
