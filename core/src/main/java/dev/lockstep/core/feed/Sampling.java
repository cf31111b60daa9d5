// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.feed;

import dev.lockstep.core.model.NcclFunction;

/// Which operations are told one by one. All ranks keep the same ones, since the choice is a function of what they all
/// know, and what is kept at k + 1 is kept at k: ranks may differ in k and still have instances in common.
public final class Sampling {
    /// Largest k: one operation of four billion.
    public static final int EXPONENT_MAX = 32;

    private Sampling() {}

    /// Whether an operation belongs to the sample: its hash is below 2^(64−k). `number` is the sequence number, or the
    /// ordinal where there is none.
    public static boolean keeps(long communicator, NcclFunction function, long number, int k) {
        return k == 0 || hash(communicator, function, number) >>> (Long.SIZE - k) == 0;
    }

    /// By what an estimate of the sample is multiplied.
    public static long scale(int k) {
        return 1L << k;
    }

    /// The finalizer of splitmix64 (Steele, Lea, Flood, OOPSLA 2014) over a mix of the three; it is part of the wire
    /// format, so it never changes.
    static long hash(long communicator, NcclFunction function, long number) {
        long mixed = communicator
                ^ (long) function.ncclName().hashCode() * 0x9e3779b97f4a7c15L
                ^ number * 0xd1342543de82ef95L;
        mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
