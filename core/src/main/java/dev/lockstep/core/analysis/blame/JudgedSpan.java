// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import java.util.List;
import java.util.function.Function;

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

    /// Several in a row as one.
    static JudgedSpan together(List<JudgedSpan> spans) {
        int size = spans.getFirst().excess().length;
        return new JudgedSpan(
                sum(spans, JudgedSpan::values, size),
                sum(spans, JudgedSpan::excess, size),
                sum(spans, JudgedSpan::host, size),
                sum(spans, JudgedSpan::enqueue, size),
                sum(spans, JudgedSpan::computing, size),
                (float) spans.stream().mapToDouble(JudgedSpan::lengthNanos).sum());
    }

    /// As if what is not known had been like the rest; not a number if most is not.
    private static float[] sum(List<JudgedSpan> spans, Function<JudgedSpan, float[]> which, int size) {
        float[] sums = new float[size];
        int[] known = new int[size];
        for (JudgedSpan span : spans) {
            float[] values = which.apply(span);
            for (int place = 0; place < size; place++) {
                if (Float.isFinite(values[place])) {
                    sums[place] += values[place];
                    known[place]++;
                }
            }
        }
        for (int place = 0; place < size; place++) {
            boolean isKnown = 2 * known[place] > spans.size();
            sums[place] = isKnown ? sums[place] * spans.size() / known[place] : Float.NaN;
        }
        return sums;
    }

    /// Own delay by what the peers compute; not a number if it cannot be told.
    float share(int place) {
        return (float) (excess[place] / Math.max(computing[place], COMPUTING_MIN * lengthNanos));
    }
}
