// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

/// One span of all GPUs of a crew, compared.
///
/// @param values idle time of each
/// @param excess own delay of each: idle time beyond that of its peers; not a number if it cannot be told
/// @param host how much of that was before its host enqueued what came next
/// @param enqueue how much later than the others on its node its host enqueued, in all steps of the span; not
///     a number if there is nobody to compare it with
/// @param computing idle time of the peers of each
/// @param lengthNanos how long the span was
@SuppressWarnings("ArrayRecordComponent") // One entry a rank; never compared.
record JudgedSpan(float[] values, float[] excess, float[] host, float[] enqueue, float[] computing, float lengthNanos) {
    /// Smallest part of a span that counts as computing.
    private static final double COMPUTING_MIN = 0.02;

    /// Own delay by what the peers compute; not a number if it cannot be told.
    float share(int place) {
        return (float) (excess[place] / Math.max(computing[place], COMPUTING_MIN * lengthNanos));
    }
}
