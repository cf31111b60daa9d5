// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.inspector.loss;

import java.util.List;

/// Settles missing numbers by what the other ranks of the communicator recorded, as far as this node sees them.
///
/// A collective has one size on all its ranks, so a number that a peer recorded was not below Inspector's floor: it
/// was lost here. A number that nobody recorded may be either. A run is settled when no late record can fill it and
/// each peer has come past it or is quiet, so the answer does not depend on which file was read first.
public final class PeerComparison {
    /// A rank's meter and whether its files are read to the end and quiet.
    public record Rank(SequenceMeter meter, boolean quiet) {}

    private PeerComparison() {}

    /// Settles what can be settled among the ranks' meters of one function.
    public static void settle(List<Rank> ranks, long reorderMax) {
        long useful = Long.MAX_VALUE;
        for (Rank rank : ranks) {
            settle(rank, ranks, reorderMax);
            useful = Math.min(useful, rank.meter().settledUpTo());
        }
        for (Rank rank : ranks) {
            rank.meter().missing().forget(useful);
        }
    }

    private static void settle(Rank rank, List<Rank> ranks, long reorderMax) {
        SequenceMeter meter = rank.meter();
        MissingNumbers missing = meter.missing();
        while (missing.settled() < missing.size()) {
            long from = missing.from(missing.settled());
            long to = missing.to(missing.settled());
            boolean late = rank.quiet() || to <= meter.highest() - reorderMax;
            if (!late || !isPast(ranks, to)) {
                break;
            }
            meter.settleNext(to - from + 1 - unrecorded(from, to, ranks, 0, meter));
        }
        meter.tail(rank.quiet() ? tail(meter, ranks) : 0);
    }

    private static boolean isPast(List<Rank> ranks, long number) {
        for (Rank rank : ranks) {
            if (!rank.quiet() && rank.meter().highest() < number) {
                return false;
            }
        }
        return true;
    }

    private static long tail(SequenceMeter meter, List<Rank> ranks) {
        long last = meter.highest();
        for (Rank rank : ranks) {
            last = Math.max(last, rank.meter().highest());
        }
        long from = meter.highest() + 1;
        return last - meter.highest() - unrecorded(from, last, ranks, 0, meter);
    }

    /// How many numbers of `[from, to]` none of the ranks from the `k`-th on has recorded, `self` left out.
    private static long unrecorded(long from, long to, List<Rank> ranks, int k, SequenceMeter self) {
        if (from > to) {
            return 0;
        }
        if (k == ranks.size()) {
            return to - from + 1;
        }
        SequenceMeter peer = ranks.get(k).meter();
        if (peer == self) {
            return unrecorded(from, to, ranks, k + 1, self);
        }
        MissingNumbers missing = peer.missing();
        long known = Math.max(from, missing.forgottenUpTo() + 1);
        long last = Math.min(to, peer.highest());
        long sum = unrecorded(from, Math.min(to, known - 1), ranks, k + 1, self);
        sum += unrecorded(Math.max(known, last + 1), to, ranks, k + 1, self);
        for (int i = missing.firstEndingFrom(known); i < missing.size() && missing.from(i) <= last; i++) {
            long begin = Math.max(known, missing.from(i));
            sum += unrecorded(begin, Math.min(last, missing.to(i)), ranks, k + 1, self);
        }
        return sum;
    }
}
