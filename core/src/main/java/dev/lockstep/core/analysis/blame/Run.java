// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import java.util.Arrays;
import java.util.List;

/// The latest spans of one rank, as far back as it was late in nearly all of them.
///
/// @param spans in which it was late
/// @param missing in which it was not
/// @param shares its shares in those in which it was late, newest first
/// @param share the middle of them
/// @param delayNanos own delay in a span, the middle
/// @param hostNanos how much of it was its host's, the middle
/// @param lengthNanos how long they were together
@SuppressWarnings("ArrayRecordComponent") // Lives during one look.
record Run(int spans, int missing, float[] shares, double share, float delayNanos, float hostNanos, float lengthNanos) {
    /// Smallest part of a span that is worth a word.
    private static final double SPAN_SHARE_MIN = 0.01;
    /// In a span it counts as late from this part of the threshold on.
    private static final double LATE_FROM = 0.5;
    /// One of so many spans may be one in which it was not late.
    private static final int MISSING_ONE_IN = 6;

    /// @param wasLate whether it was found late at the look before: then one more span may be missing
    static Run of(List<JudgedSpan> all, int place, boolean wasLate, BlameSettings settings) {
        float[] shares = new float[all.size()];
        float[] delays = new float[all.size()];
        float[] hosts = new float[all.size()];
        float[] enqueues = new float[all.size()];
        int late = 0;
        int missing = 0;
        int skipped = 0;
        int enqueued = 0;
        float length = 0;
        float lengthToLast = 0;
        for (JudgedSpan span : all) {
            float share = span.share(place);
            if (!Float.isFinite(share)) {
                continue;
            }
            length += span.lengthNanos();
            if (!isLate(share, span.excess()[place], span.lengthNanos(), settings)) {
                skipped++;
                if (missing + skipped > late / MISSING_ONE_IN + (wasLate ? 1 : 0)) {
                    break;
                }
                continue;
            }
            missing += skipped;
            skipped = 0;
            lengthToLast = length;
            shares[late] = share;
            delays[late] = span.excess()[place];
            hosts[late] = Float.isNaN(span.host()[place]) ? 0 : span.host()[place];
            if (!Float.isNaN(span.enqueue()[place])) {
                enqueues[enqueued++] = span.enqueue()[place];
            }
            late++;
        }
        float[] inOrder = Arrays.copyOf(shares, late);
        float host = Robust.median(hosts, late);
        if (enqueued * 2 >= late) {
            host = Math.min(host, Robust.median(enqueues, enqueued));
        }
        boolean isNone = late == 0;
        return new Run(
                late,
                missing,
                inOrder,
                isNone ? 0 : Robust.median(shares, late),
                isNone ? 0 : Robust.median(delays, late),
                isNone ? 0 : host,
                lengthToLast);
    }

    /// Whether a rank counts as late in a span.
    static boolean isLate(float share, float excessNanos, float lengthNanos, BlameSettings settings) {
        return share >= LATE_FROM * settings.shareMin() && excessNanos >= SPAN_SHARE_MIN * lengthNanos;
    }
}
