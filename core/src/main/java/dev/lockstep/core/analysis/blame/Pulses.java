// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.analysis.job.JobState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Compares GPUs by how long they were in kernels between the readings of their agents, where single operations are
/// told in samples or with gaps. Everybody waits for the late one in a kernel, in one communicator or another, and it
/// for nobody: it is in kernels least. Own delay is how much less than its peers.
///
/// The agents of two nodes read at different moments, so one of them may have seen a part of a step that the other
/// has not. Ranks are therefore compared with those of the same node first, which were read at the same moment; nodes
/// are compared with each other over a longer time, less what the moments can make.
final class Pulses {
    private static final long STRETCH_NANOS_MIN = 2_000_000_000L;
    private static final long STRETCH_NANOS_MAX = 20_000_000_000L;
    /// Steps in a stretch of time, so that at least one ends in each.
    private static final double STEPS = 1.5;
    /// Over so much time nodes are compared, and over so much again: what the moments can make is then half as much.
    private static final long NODES_NANOS = 10_000_000_000L;

    private static final long NODES_NANOS_LONG = 2 * NODES_NANOS;

    private static final int STRETCHES_MAX = 8;
    /// Of the peers, this share may have waited longer than the reference.
    private static final double REFERENCE_QUANTILE = 0.33;

    /// Who is longer in kernels waits for something else than a step: one operation may have taken minutes.
    private static final double BUSY_MAX = 0.95;

    /// Of a stretch, that part must have been seen; the ranks of one node miss the same part.
    private static final double SEEN_MIN = 0.5;
    /// What one node misses, the others do not.
    private static final double SEEN_OF_NODE_MIN = 0.9;

    /// From that part of a delay on it is its node's.
    private static final double NODE_PART = 0.5;

    private static final long SILENT_NANOS = 5_000_000_000L;

    private final Ledger ledger;
    private @Nullable Crew crew;
    private long rememberedNanos;
    private long startedNanos;
    private long longestNanos;
    private long longestAtNanos;
    private float[] nodeDelays = new float[0];

    Pulses(Ledger ledger) {
        this.ledger = ledger;
    }

    /// Everybody who lives.
    Crew crew(JobState job, long nowNanos) {
        List<Seat> seats = ledger.live();
        Crew now = crew;
        if (now == null || !now.isOf(seats, job.shape())) {
            now = new Crew(job, seats, job.shape(), 0);
            crew = now;
            startedNanos = nowNanos;
            rememberedNanos = nowNanos;
        }
        return now;
    }

    /// The latest stretches of time of that crew, newest first.
    List<JudgedSpan> look(Crew of, long stepNanos, long nowNanos) {
        long stretch = Math.clamp((long) (STEPS * stepNanos), STRETCH_NANOS_MIN, STRETCH_NANOS_MAX);
        if (stepNanos == 0) {
            // A pause that goes on is the longest step, and ends with the next one.
            longestAtNanos = nowNanos;
        } else if (stepNanos >= longestNanos || nowNanos - longestAtNanos > NODES_NANOS_LONG + STRETCH_NANOS_MIN) {
            longestNanos = stepNanos;
            longestAtNanos = nowNanos;
        }
        float[] nodes = nodes(of, NODES_NANOS, stepNanos);
        float[] longer = nodes(of, NODES_NANOS_LONG, stepNanos);
        for (int place = 0; place < nodes.length; place++) {
            nodes[place] = Math.max(nodes[place], longer[place]);
        }
        nodeDelays = nodeDelays(of, nodes, stretch);
        List<JudgedSpan> spans = new ArrayList<>();
        for (int i = 0; i < STRETCHES_MAX && nowNanos - (i + 1) * stretch > startedNanos; i++) {
            spans.add(span(of, i * stretch, stretch, nodes, nowNanos));
        }
        if (!spans.isEmpty() && nowNanos - rememberedNanos >= stretch) {
            rememberedNanos = nowNanos;
            of.remember(spans.getFirst());
        }
        return spans;
    }

    /// What happens until now is told of operation by operation, and charged by what they tell.
    void rest(long nowNanos) {
        rememberedNanos = nowNanos;
        if (crew != null) {
            crew.chargeNothing();
        }
    }

    /// Whether it is late for the most part by what its whole node is late, at the last look.
    boolean isWithNode(Late one) {
        return nodeDelays[one.place()] > NODE_PART * one.delayNanos();
    }

    /// By how much each is late in a stretch only since its node is; 0 for one that is its node's only one.
    private static float[] nodeDelays(Crew of, float[] nodes, long stretch) {
        float[] delays = new float[nodes.length];
        for (int[] node : of.peers().nodes()) {
            for (int place : node) {
                delays[place] = node.length == 1 ? 0 : nodes[place] * stretch;
            }
        }
        return delays;
    }

    private static float busy(Seat seat, long before, long nanos, long nowNanos) {
        boolean isHeard = nowNanos - seat.pulse().heardNanos() <= SILENT_NANOS;
        return isHeard ? seat.pulse().busyNanos(before, nanos, SEEN_MIN) : Float.NaN;
    }

    private static JudgedSpan span(Crew of, long before, long stretch, float[] nodes, long nowNanos) {
        int size = nodes.length;
        float[] busy = new float[size];
        for (int place = 0; place < size; place++) {
            busy[place] = busy(of.seats().get(place), before, stretch, nowNanos);
        }
        float[] excess = Peers.unknown(size);
        float[] computing = Peers.unknown(size);
        float[] scratch = new float[size];
        for (int[] stage : of.peers().stages()) {
            float typical = most(scratch, Peers.present(stage, busy, scratch));
            for (int place : stage) {
                computing[place] = typical > BUSY_MAX * stretch ? Float.NaN : stretch - typical;
            }
        }
        for (int[] node : of.peers().nodes()) {
            float reference = most(scratch, Peers.present(node, busy, scratch));
            for (int place : node) {
                excess[place] = reference - busy[place] + nodes[place] * stretch;
            }
        }
        float[] unknown = Peers.unknown(size);
        float[] idle = new float[size];
        for (int place = 0; place < size; place++) {
            idle[place] = stretch - busy[place];
        }
        return new JudgedSpan(idle, excess, unknown, unknown, computing, stretch);
    }

    /// By which share of the time the ranks of each node were less in kernels than those of other nodes.
    private float[] nodes(Crew of, long nanos, long stepNanos) {
        int size = of.seats().size();
        float[] busy = new float[size];
        for (int place = 0; place < size; place++) {
            busy[place] = of.seats().get(place).pulse().busyNanos(0, nanos, SEEN_OF_NODE_MIN);
        }
        float[] references = new float[size];
        float[] scratch = new float[size];
        for (int[] node : of.peers().nodes()) {
            float reference = most(scratch, Peers.present(node, busy, scratch));
            for (int place : node) {
                references[place] = reference;
            }
        }
        float[] less = new float[size];
        for (int[] stage : of.peers().stages()) {
            float most = most(scratch, Peers.present(stage, references, scratch));
            double share = most / nanos;
            if (share > BUSY_MAX) {
                continue;
            }
            // All that the longest step has in kernels may be one operation, which counts as a whole in the reading
            // that found it done: for one node that is the last one, for another it is not yet.
            double edges = longestNanos - (1 - share) * Math.min(stepNanos, longestNanos);
            for (int place : stage) {
                float beyond = (float) ((most - references[place] - edges) / nanos);
                less[place] = beyond > 0 ? beyond : 0;
            }
        }
        return less;
    }

    /// A high quantile, which for two or three is the highest.
    private static float most(float[] values, int count) {
        for (int i = 0; i < count; i++) {
            values[i] = -values[i];
        }
        return -Robust.quantile(values, count, REFERENCE_QUANTILE);
    }
}
