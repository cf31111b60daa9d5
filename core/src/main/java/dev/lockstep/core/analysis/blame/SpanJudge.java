// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import java.util.List;

/// Compares what the GPUs of a crew did in one span.
///
/// Idle time is what a GPU did by itself, since whoever waits for others waits inside a kernel of NCCL: a
/// victim has no more of it than its peers. The reference is a low quantile of the peers and not their
/// median, because half of them may be late at once, as in a job of two nodes one of which is slow.
final class SpanJudge {
    /// Of the peers, this share may be less busy than the reference.
    private static final double REFERENCE_QUANTILE = 0.33;

    private static final int PEERS_MIN = 3;
    /// A whole stage has slowed down if it takes so much longer than before, compared with the other stages.
    private static final double STAGE_CHANGE_MIN = 0.05;
    private static final int NODE_PEERS_MIN = 2;

    private final List<Seat> seats;
    private final Peers peers;
    private final float[] baseline;
    private final double steps;
    private final float[] scratch;

    /// @param baseline idle time of each GPU in its earlier spans, for those that have no peers; not a number
    ///     if unknown
    /// @param steps steps in a span, 0 if no step is known
    SpanJudge(List<Seat> seats, Peers peers, float[] baseline, double steps) {
        this.seats = seats;
        this.peers = peers;
        this.baseline = baseline;
        this.steps = Math.max(1, steps);
        this.scratch = new float[seats.size()];
    }

    /// That span.
    JudgedSpan judge(long block) {
        int size = seats.size();
        long cut = cut(block);
        float[] values = Peers.unknown(size);
        float[] host = Peers.unknown(size);
        float[] lengths = Peers.unknown(size);
        for (int place = 0; place < size; place++) {
            Seat seat = seats.get(place);
            if (seat.has(block) && seat.cut(block) == cut && !seat.isCold(block)) {
                values[place] = seat.idleNanos(block);
                host[place] = seat.hostGapNanos(block);
                lengths[place] = seat.lengthNanos(block);
            }
        }
        scaleToSeen(values, host, block);
        float[] excess = Peers.unknown(size);
        float[] computing = Peers.unknown(size);
        float[] hostExcess = Peers.unknown(size);
        for (int[] stage : peers.stages()) {
            compare(stage, values, excess);
            compare(stage, host, hostExcess);
            float typical = Robust.quantile(scratch, Peers.present(stage, values, scratch), REFERENCE_QUANTILE);
            for (int place : stage) {
                computing[place] = typical;
            }
        }
        compareWithBefore(values, excess);
        float length = Robust.median(scratch, Peers.present(all(), lengths, scratch));
        return new JudgedSpan(values, excess, hostExcess, enqueues(block, values), computing, length);
    }

    private int[] all() {
        int[] all = new int[seats.size()];
        for (int place = 0; place < all.length; place++) {
            all[place] = place;
        }
        return all;
    }

    /// Where most ranks cut; one that lost that record cuts later.
    private long cut(long block) {
        long least = Long.MAX_VALUE;
        for (Seat seat : seats) {
            if (seat.has(block)) {
                least = Math.min(least, seat.cut(block));
            }
        }
        return least;
    }

    /// Makes up for records that were lost, as if their idle times had been like those of the others.
    private void scaleToSeen(float[] values, float[] host, long block) {
        for (int[] stage : peers.stages()) {
            int most = 0;
            for (int place : stage) {
                if (!Float.isNaN(values[place])) {
                    most = Math.max(most, seats.get(place).known(block));
                }
            }
            for (int place : stage) {
                int known = seats.get(place).known(block);
                if (!Float.isNaN(values[place]) && known > 0) {
                    values[place] *= most / (float) known;
                    host[place] *= most / (float) known;
                }
            }
        }
    }

    private void compare(int[] stage, float[] values, float[] into) {
        int count = Peers.present(stage, values, scratch);
        if (count < PEERS_MIN) {
            return;
        }
        float reference = Robust.quantile(scratch, count, REFERENCE_QUANTILE);
        for (int place : stage) {
            into[place] = values[place] - reference;
        }
    }

    /// Those without peers are compared with their own past, as much as that of all has changed; and so are
    /// those whose peers have all slowed down with them, as when a stage has a node for itself.
    private void compareWithBefore(float[] values, float[] excess) {
        float[] changes = Peers.unknown(seats.size());
        for (int place = 0; place < changes.length; place++) {
            if (baseline[place] > 0) {
                changes[place] = values[place] / baseline[place];
            }
        }
        int count = Peers.present(all(), changes, scratch);
        if (count < 2) {
            return;
        }
        float common = Robust.quantile(scratch, count, REFERENCE_QUANTILE);
        for (int[] stage : peers.stages()) {
            float middle = Robust.median(scratch, Peers.present(stage, changes, scratch));
            boolean allSlowed = middle / common - 1 >= STAGE_CHANGE_MIN;
            for (int place : stage) {
                float beyond = values[place] - baseline[place] * common;
                if (Float.isNaN(excess[place]) || (allSlowed && beyond > excess[place])) {
                    excess[place] = beyond;
                }
            }
        }
    }

    /// Hosts of one node have one clock.
    private float[] enqueues(long block, float[] values) {
        float[] late = Peers.unknown(seats.size());
        for (int[] node : peers.nodes()) {
            long from = Long.MAX_VALUE;
            int count = 0;
            for (int place : node) {
                long enqueue = seats.get(place).enqueueNanos(block);
                if (!Float.isNaN(values[place]) && enqueue >= 0) {
                    from = Math.min(from, enqueue);
                    count++;
                }
            }
            if (count < NODE_PEERS_MIN) {
                continue;
            }
            count = 0;
            for (int place : node) {
                long enqueue = seats.get(place).enqueueNanos(block);
                if (!Float.isNaN(values[place]) && enqueue >= 0) {
                    late[place] = enqueue - from;
                    scratch[count++] = enqueue - from;
                }
            }
            float middle = Robust.quantile(scratch, count, REFERENCE_QUANTILE);
            for (int place : node) {
                late[place] = (late[place] - middle) * (float) steps;
            }
        }
        return late;
    }
}
