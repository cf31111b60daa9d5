// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.duration;

import dev.lockstep.core.model.NcclFunction;

/// Send and Recv of one communicator rank. They are counted as seen and not matched: Inspector numbers them by rank.
public final class PointToPoint {
    private final DurationCounts durations = new DurationCounts();
    private long sends;
    private long recvs;
    private long bytes;
    private long untimed;
    private long highest;

    PointToPoint() {}

    /// Counts one; `micros` is 0 or less where it has no time, `number` negative where it has none.
    public void add(NcclFunction function, long number, int micros, long sizeBytes) {
        sends += function == NcclFunction.SEND ? 1 : 0;
        recvs += function == NcclFunction.RECV ? 1 : 0;
        bytes += sizeBytes;
        highest = Math.max(highest, number);
        if (micros > 0) {
            durations.add(micros);
        } else {
            untimed++;
        }
    }

    /// Times in the kernel, each that of its whole batch.
    public DurationCounts durations() {
        return durations;
    }

    /// How many Sends were read.
    public long sends() {
        return sends;
    }

    /// How many Recvs were read.
    public long recvs() {
        return recvs;
    }

    /// Their bytes.
    public long bytes() {
        return bytes;
    }

    /// Those without a time of the GPU.
    public long untimed() {
        return untimed;
    }

    /// Numbers that were given out, from 1 on, and left no record.
    public long unreported() {
        return Math.max(0, highest - sends - recvs);
    }
}
