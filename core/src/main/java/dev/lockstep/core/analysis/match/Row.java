// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.match;

import dev.lockstep.core.model.NcclFunction;

/// One operation of one communicator, seen from all ranks that told of it. It is only valid during the call
/// that hands it over.
///
/// Where the ends align, the shortest duration is the transfer, since the last rank to come does not wait;
/// what the others took longer is their wait. That rank is the last to come, and not the one to blame: why it
/// was late is another question.
public final class Row {
    /// The rank told of the operation, not how long it took.
    static final float UNTIMED = -1;

    private final NcclFunction function;
    private final int ranks;
    private float[] cells = new float[0];
    private int offset;
    private long sequence;
    private long sizeBytes;
    private String algorithm = "";
    private String protocol = "";
    private int reported;
    private int timed;
    private float shortest;
    private float longest;
    private int last;

    Row(NcclFunction function, int ranks) {
        this.function = function;
        this.ranks = ranks;
    }

    void is(long number, long bytes, String algorithmName, String protocolName) {
        sequence = number;
        sizeBytes = bytes;
        algorithm = algorithmName;
        protocol = protocolName;
    }

    void look(float[] from, int at) {
        cells = from;
        offset = at;
        reported = 0;
        timed = 0;
        shortest = Float.MAX_VALUE;
        longest = 0;
        last = -1;
        for (int rank = 0; rank < ranks; rank++) {
            float nanos = from[at + rank];
            if (nanos >= 0) {
                timed++;
                longest = Math.max(longest, nanos);
                if (nanos < shortest) {
                    shortest = nanos;
                    last = rank;
                }
            }
            reported += Float.isNaN(nanos) ? 0 : 1;
        }
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
        return ranks;
    }

    /// Ranks that told of it.
    public int reported() {
        return reported;
    }

    /// Ranks that told how long it took.
    public int timed() {
        return timed;
    }

    /// Whether every rank told how long it took; else the last to come may be one that did not, and the
    /// transfer only an upper bound.
    public boolean isComplete() {
        return timed == ranks;
    }

    /// How long a rank was in the kernel; absent (negative or not a number) if it did not say.
    public float durationNanos(int commRank) {
        return cells[offset + commRank];
    }

    /// The shortest duration, which is the transfer if all told theirs.
    public float transferNanos() {
        return shortest;
    }

    /// The longest duration less the shortest: how long the first to come waited for the last.
    public float skewNanos() {
        return timed == 0 ? 0 : longest - shortest;
    }

    /// The rank that came last, of those that told; -1 if none did.
    public int last() {
        return last;
    }
}
