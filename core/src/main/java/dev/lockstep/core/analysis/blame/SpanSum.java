// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import java.util.List;

/// Some spans of one GPU taken together; those in which it was not seen do not count. Not a number where
/// there is none.
record SpanSum(int spans, float excess, float computing, float host, float enqueue, float lengthNanos) {
    static SpanSum of(List<JudgedSpan> all, int place) {
        int spans = 0;
        float excess = 0;
        float computing = 0;
        float host = 0;
        float enqueue = 0;
        float length = 0;
        for (JudgedSpan span : all) {
            if (!Float.isNaN(span.excess()[place])) {
                spans++;
                excess += span.excess()[place];
                computing += span.computing()[place];
                host += Float.isNaN(span.host()[place]) ? 0 : span.host()[place];
                enqueue += span.enqueue()[place];
                length += span.lengthNanos();
            }
        }
        return new SpanSum(spans, excess, computing, host, enqueue, length);
    }
}
