// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.blame;

import dev.lockstep.core.analysis.job.JobState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The GPUs that follow one beat, and their latest spans.
final class Crew {
    private static final long PATIENCE_NANOS = 1_900_000_000L;
    private static final double QUORUM = 0.5;
    private static final int WARM_UP_SPANS = 1;
    private static final int BASELINE_SPANS = 6;
    /// Spans before somebody was named that are still charged to him.
    private static final int CHARGED_LATER_MAX = 16;

    /// Of the ranks, this share must vary by no more than that for a baseline.
    private static final double CALM_QUANTILE = 0.9;

    private static final double CALM_SPREAD = 0.05;

    /// The first spans, of which it is known what was usual before anything went wrong.
    private static final int EARLY_SPANS = 8;
    private static final int LATEST_SPANS = 6;
    /// By that part steps must have become longer if somebody holds everybody up.
    private static final double LONGER_MIN = 0.04;

    private static final double COMMON_QUANTILE = 0.67;

    private final List<JudgedSpan> early = new ArrayList<>();
    private final Deque<JudgedSpan> spans = new ArrayDeque<>();
    private final Set<Integer> late = new HashSet<>();
    private final List<Seat> seats;
    private final Peers peers;
    private final float[] baseline;
    private final int generation;
    private final double steps;
    private long judged = Long.MIN_VALUE;
    private long waitingSince = Long.MIN_VALUE;
    private int count;
    private int uncharged;
    private boolean isSettled;

    Crew(JobState job, List<Seat> seats, int generation, double steps) {
        this.seats = List.copyOf(seats);
        this.generation = generation;
        this.steps = steps;
        this.peers = Peers.of(job, seats);
        this.baseline = Peers.unknown(seats.size());
    }

    boolean isOf(List<Seat> others, int itsGeneration) {
        return generation == itsGeneration && seats.equals(others);
    }

    List<Seat> seats() {
        return seats;
    }

    /// The latest spans, newest first.
    Deque<JudgedSpan> spans() {
        return spans;
    }

    /// Who was found late.
    void found(List<Late> ones) {
        late.clear();
        ones.forEach(one -> late.add(one.place()));
    }

    /// Whether it was found late at the last look.
    boolean wasLate(int place) {
        return late.contains(place);
    }

    /// Compares spans that are complete by now.
    void judge(long nowNanos, Consumer<JudgedSpan> witness) {
        long newest = Long.MIN_VALUE;
        long oldest = Long.MAX_VALUE;
        for (Seat seat : seats) {
            newest = Math.max(newest, seat.newest());
            oldest = Math.min(oldest, seat.newest());
        }
        if (newest == Long.MIN_VALUE) {
            return;
        }
        if (judged < newest - BlameSettings.SPANS_MAX + 4) {
            judged = Math.max(judged, newest - BlameSettings.SPANS_MAX + 4);
        }
        while (judged < newest && isReady(judged + 1, nowNanos)) {
            judged++;
            waitingSince = Long.MIN_VALUE;
            judgeSpan(judged, witness);
        }
    }

    private boolean isReady(long block, long nowNanos) {
        int there = 0;
        for (Seat seat : seats) {
            there += seat.newest() >= block ? 1 : 0;
        }
        if (there == seats.size()) {
            return true;
        }
        if (waitingSince == Long.MIN_VALUE) {
            waitingSince = nowNanos;
        }
        return nowNanos - waitingSince > PATIENCE_NANOS;
    }

    private void judgeSpan(long block, Consumer<JudgedSpan> witness) {
        int there = 0;
        int cold = 0;
        for (Seat seat : seats) {
            there += seat.has(block) ? 1 : 0;
            cold += seat.has(block) && seat.isCold(block) ? 1 : 0;
        }
        if (there < QUORUM * seats.size() || cold > 0) {
            return;
        }
        count++;
        if (count <= WARM_UP_SPANS) {
            return;
        }
        JudgedSpan span = new SpanJudge(seats, peers, baseline, steps).judge(block);
        remember(span);
        witness.accept(span);
        if (!isSettled && count % BASELINE_SPANS == 0) {
            isSettled = settleBaseline();
        }
    }

    /// Charges the spans that were not charged yet, the latest ones at most, to those who are late.
    void charge(List<Late> late) {
        if (late.isEmpty()) {
            uncharged = Math.min(uncharged, CHARGED_LATER_MAX);
            return;
        }
        Iterator<JudgedSpan> newest = spans.iterator();
        while (uncharged > 0 && newest.hasNext()) {
            TimeAccount.charge(newest.next(), late, seats);
            uncharged--;
        }
        uncharged = 0;
    }

    /// What was not charged yet is told of by another crew.
    void chargeNothing() {
        uncharged = 0;
    }

    /// Whether that rank is idle for longer than it was at first, by more than all are, and steps have become longer.
    ///
    /// @param partMin by that part of what was usual
    /// @param isPaced whether spans are as long as steps take
    boolean hasGrown(int place, double partMin, boolean isPaced) {
        if (early.size() < EARLY_SPANS) {
            return false;
        }
        List<JudgedSpan> now = spans.stream().limit(LATEST_SPANS).toList();
        int size = seats.size();
        float[] factors = new float[size];
        float[] before = new float[size];
        int count = 0;
        for (int each = 0; each < size; each++) {
            float first = middle(early, each);
            float factor = middle(now, each) / first;
            if (Float.isFinite(factor)) {
                before[count] = first;
                factors[count++] = factor;
            }
        }
        float common = Math.max(1, Robust.quantile(factors, count, COMMON_QUANTILE));
        float usual = Robust.median(before, count);
        float more = middle(now, place) - middle(early, place) * common;
        boolean isLonger = !isPaced || length(now) >= (1 + LONGER_MIN) * length(early);
        return isLonger && more >= partMin * usual;
    }

    private static float middle(List<JudgedSpan> of, int place) {
        float[] values = new float[of.size()];
        int count = 0;
        for (JudgedSpan span : of) {
            if (!Float.isNaN(span.values()[place])) {
                values[count++] = span.values()[place];
            }
        }
        return Robust.median(values, count);
    }

    private static float length(List<JudgedSpan> of) {
        float[] lengths = new float[of.size()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = of.get(i).lengthNanos();
        }
        return Robust.median(lengths, lengths.length);
    }

    /// One more span.
    void remember(JudgedSpan span) {
        if (early.size() < EARLY_SPANS) {
            early.add(span);
        }
        uncharged++;
        spans.addFirst(span);
        if (spans.size() > BlameSettings.SPANS_MAX) {
            spans.removeLast();
        }
    }

    Peers peers() {
        return peers;
    }

    /// Takes the latest spans as the past that is compared with later, if they are like each other.
    private boolean settleBaseline() {
        float[] middles = Peers.unknown(baseline.length);
        float[] spreads = new float[baseline.length];
        float[] values = new float[BASELINE_SPANS];
        int spread = 0;
        for (int place = 0; place < baseline.length; place++) {
            int known = 0;
            Iterator<JudgedSpan> latest = spans.iterator();
            for (int i = 0; i < BASELINE_SPANS && latest.hasNext(); i++) {
                float value = latest.next().values()[place];
                if (!Float.isNaN(value)) {
                    values[known++] = value;
                }
            }
            if (known > BASELINE_SPANS / 2) {
                middles[place] = Robust.median(values, known);
                spreads[spread++] = Robust.sigma(values, known, middles[place]) / middles[place];
            }
        }
        boolean isCalm = spread > 0 && Robust.quantile(spreads, spread, CALM_QUANTILE) <= CALM_SPREAD;
        if (isCalm) {
            System.arraycopy(middles, 0, baseline, 0, middles.length);
        }
        return isCalm;
    }

    /// Its share of a communicator's ranks. Where it is less than one, a rank that is not heard of may be the late one.
    double coverage(int ranks) {
        return ranks == 0 ? 0 : Math.min(1, seats.size() / (double) ranks);
    }
}
