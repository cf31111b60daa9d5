// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.analysis.blame.Peers.Together;
import dev.lockstep.core.analysis.blame.time.KeptRecords;
import dev.lockstep.core.feed.Sampling;
import java.util.List;

/// Tells from the operations that were kept whether a late rank waits for its host. Which of its gaps were kept is
/// chance; of those that were, it tells by how much each was longer than that of the others before the same operation,
/// and how much of that was before its host had enqueued it. And hosts of one node have one clock: one that is late
/// enqueues the same operations later than the others.
final class HostOrGpu {
    private static final double REFERENCE_QUANTILE = 0.33;
    /// That part of what is seen must be its host's.
    private static final double HOST_PART = 0.5;

    /// A host that is late at the begin of a step has caught up with its GPU by its end: that part is enough.
    private static final double ENQUEUED_PART = 0.25;

    /// If less than that part of what should be seen of the delay was, its gap was not kept.
    private static final double SEEN_PART = 0.25;

    private final Crew crew;
    private final double stepNanos;
    private final double keptPart;

    /// @param stepNanos how long a step takes
    /// @param sampling the k that operations were kept by
    HostOrGpu(Crew crew, long stepNanos, int sampling) {
        this.crew = crew;
        this.stepNanos = stepNanos;
        this.keptPart = 1.0 / Sampling.scale(sampling);
    }

    /// Whether the host of that rank hands operations over late, as far as it can be told; if not, its GPU is slow.
    ///
    /// @param spanNanos over how long it is as late as is said
    boolean isHost(Late late, double spanNanos) {
        int place = late.place();
        double stepDelay = late.delayNanos() * stepNanos / spanNanos;
        double expected = late.delayNanos() * late.sinceNanos() / spanNanos * keptPart;
        double excess = 0;
        double host = 0;
        double enqueueLate = 0;
        int enqueued = 0;
        for (Together together : crew.peers().communicators()) {
            int own = indexOf(together.places(), place);
            if (own < 0 || together.places().length < 2) {
                continue;
            }
            KeptRecords kept = together.shares()[own].kept();
            for (int i = 0; i < kept.size(); i++) {
                if (kept.ageNanos(i) > late.sinceNanos()) {
                    continue;
                }
                Compared gap = compare(together, own, i);
                excess += Math.max(0, gap.idleNanos());
                host += Math.max(0, gap.hostNanos());
                if (!Double.isNaN(gap.enqueueNanos())) {
                    enqueueLate += gap.enqueueNanos();
                    enqueued++;
                }
            }
        }
        boolean isSeen = excess >= SEEN_PART * expected;
        boolean isGapOfHost = isSeen && host >= HOST_PART * excess;
        if (enqueued > 0) {
            return (isGapOfHost || !isSeen) && enqueueLate / enqueued >= ENQUEUED_PART * stepDelay;
        }
        return isGapOfHost;
    }

    private record Compared(double idleNanos, double hostNanos, double enqueueNanos) {}

    private Compared compare(Together together, int own, int record) {
        KeptRecords kept = together.shares()[own].kept();
        int count = 0;
        int onNode = 0;
        float[] idle = new float[together.places().length];
        float[] host = new float[together.places().length];
        float[] sooner = new float[together.places().length];
        for (int other = 0; other < together.places().length; other++) {
            KeptRecords its = together.shares()[other].kept();
            int at = its.find(kept.ordinal(record));
            if (at >= 0) {
                idle[count] = its.idleNanos(at);
                host[count++] = its.hostNanos(at);
                if (isBeside(together.places()[own], together.places()[other])) {
                    sooner[onNode++] = its.enqueueNanos(at) - kept.enqueueNanos(record);
                }
            }
        }
        float late = onNode < 2 ? Float.NaN : -Robust.quantile(sooner, onNode, REFERENCE_QUANTILE);
        return new Compared(
                kept.idleNanos(record) - Robust.quantile(idle, count, REFERENCE_QUANTILE),
                kept.hostNanos(record) - Robust.quantile(host, count, REFERENCE_QUANTILE),
                late);
    }

    private boolean isBeside(int place, int other) {
        List<Seat> seats = crew.seats();
        return seats.get(place)
                .member()
                .process()
                .node()
                .equals(seats.get(other).member().process().node());
    }

    private static int indexOf(int[] places, int place) {
        for (int i = 0; i < places.length; i++) {
            if (places[i] == place) {
                return i;
            }
        }
        return -1;
    }
}
