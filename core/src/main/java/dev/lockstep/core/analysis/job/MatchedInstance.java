// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.job;

import dev.lockstep.core.analysis.match.Row;
import dev.lockstep.core.model.NcclFunction;

/// One operation as its ranks told of it, kept for those who want to look at it. Immutable.
public final class MatchedInstance {
    private final CommunicatorKey communicator;
    private final NcclFunction function;
    private final long sequence;
    private final long sizeBytes;
    private final String algorithm;
    private final String protocol;
    private final float[] durations;
    private final int told;
    private final float transfer;
    private final int last;
    private final long closedNanos;

    private MatchedInstance(CommunicatorKey communicator, Row row, float[] durations, int told, long closedNanos) {
        this.communicator = communicator;
        this.function = row.function();
        this.sequence = row.sequence();
        this.sizeBytes = row.sizeBytes();
        this.algorithm = row.algorithm();
        this.protocol = row.protocol();
        this.durations = durations;
        this.told = told;
        this.transfer = row.transferNanos();
        this.last = row.last();
        this.closedNanos = closedNanos;
    }

    static MatchedInstance of(CommunicatorKey communicator, Row row, long nowNanos) {
        float[] durations = new float[row.ranks()];
        for (int rank = 0; rank < durations.length; rank++) {
            durations[rank] = row.durationNanos(rank);
        }
        return new MatchedInstance(communicator, row, durations, row.timed(), nowNanos);
    }

    /// Its communicator.
    public CommunicatorKey communicator() {
        return communicator;
    }

    /// Which function.
    public NcclFunction function() {
        return function;
    }

    /// NCCL's number of it.
    public long sequence() {
        return sequence;
    }

    /// Its size as nccl-tests count it.
    public long sizeBytes() {
        return sizeBytes;
    }

    /// NCCL's algorithm, empty if unknown.
    public String algorithm() {
        return algorithm;
    }

    /// NCCL's protocol, empty if unknown.
    public String protocol() {
        return protocol;
    }

    /// Ranks of the communicator.
    public int ranks() {
        return durations.length;
    }

    /// Ranks that told how long it took.
    public int told() {
        return told;
    }

    /// How long a rank was in the kernel; negative or not a number if it did not say.
    public float durationNanos(int commRank) {
        return durations[commRank];
    }

    /// The shortest duration: the transfer if all told theirs, else an upper bound of it.
    public float transferNanos() {
        return transfer;
    }

    /// The rank that came last, of those that told.
    public int last() {
        return last;
    }

    /// When the last rank had told of it, by the caller's clock.
    public long closedNanos() {
        return closedNanos;
    }
}
