// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import dev.lockstep.core.analysis.job.CommunicatorState;
import dev.lockstep.core.analysis.link.TransferTrack.Recent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Which communicators move data slowly and which of the same shape do not, by the worst shape of each.
///
/// @param slow by how many times, those that are slow
/// @param fine those that carry a shape that is slow elsewhere, and are surely not slow
record SlowShapes(Map<CommunicatorState, Slow> slow, List<CommunicatorState> fine) {
    /// A communicator's worst shape.
    record Slow(Shape shape, double factor, float nanos, long rows) {}

    private record One(LinkLog log, TransferTrack track, Recent recent) {}

    private static final int SIBLINGS_MIN = 3;
    private static final double SIBLING_QUANTILE = 0.25;
    /// Communicators differ by where their ranks are; only beyond that is one slow that was never faster.
    private static final double SIBLING_FACTOR = 1.15;
    /// From this part of the threshold on, a single transfer counts as slow.
    private static final double SLOW_FROM = 0.6;
    /// A median must be so many standard errors above.
    private static final double ERRORS = 4 * 1.2533;
    /// Who was slow of late, by whatever shape, is not fine: of a sample, some shapes are seen late.
    private static final long SLOW_NANOS = 20_000_000_000L;
    /// So many transfers must have been fast, and no more than that part of them slow.
    private static final int FINE_ROWS_MIN = 3;

    private static final double FINE_PART = 0.15;
    /// Who is so much less slow than the slowest is slow by something else.
    private static final double PART_OF_WORST = 0.5;

    static SlowShapes of(Collection<LinkLog> logs, LinkSettings settings, long nowNanos) {
        Map<Shape, List<One>> byShape = new LinkedHashMap<>();
        for (LinkLog log : logs) {
            for (LinkLog.Tracked tracked : log.tracks()) {
                Recent recent = tracked.track().recent(settings, nowNanos);
                if (recent.rows() > 0) {
                    byShape.computeIfAbsent(tracked.shape(), key -> new ArrayList<>())
                            .add(new One(log, tracked.track(), recent));
                }
            }
        }
        Map<CommunicatorState, Slow> slow = new LinkedHashMap<>();
        List<CommunicatorState> fine = new ArrayList<>();
        byShape.forEach((shape, all) -> {
            float siblings =
                    siblings(all.stream().map(one -> one.recent().middle()).toList());
            Map<One, Slow> slowHere = new LinkedHashMap<>();
            for (One one : all) {
                Slow found = look(shape, one, siblings, settings);
                if (found.factor() >= settings.factorMin()) {
                    found = look(shape, one, siblingsAtItsTime(one, all, settings), settings);
                }
                if (found.factor() >= settings.factorMin()) {
                    slowHere.put(one, found);
                    one.log().wasSlow(nowNanos);
                    slow.merge(one.log().communicator(), found, (a, b) -> a.factor() >= b.factor() ? a : b);
                }
            }
            for (One one : all) {
                boolean isFine = !slowHere.isEmpty()
                        && slowHere.keySet().stream().allMatch(other -> isFineBeside(one, other, settings));
                if (isFine && !isDoubtful(one.log(), settings, nowNanos)) {
                    fine.add(one.log().communicator());
                }
            }
        });
        fine.removeAll(slow.keySet());
        double worst = slow.values().stream().mapToDouble(Slow::factor).max().orElse(1);
        slow.values().removeIf(one -> one.factor() - 1 < PART_OF_WORST * (worst - 1));
        return new SlowShapes(slow, fine.stream().distinct().toList());
    }

    /// Whether by any of its shapes it was slow of late, or may be.
    private static boolean isDoubtful(LinkLog log, LinkSettings settings, long nowNanos) {
        return log.wasSlowSince(nowNanos - SLOW_NANOS)
                || log.tracks().stream().map(LinkLog.Tracked::track).anyMatch(track -> {
                    Recent recent = track.recent(settings, nowNanos);
                    return recent.rows() > 0 && recent.middle() >= settings.factorMin() * track.baselineNanos();
                });
    }

    /// A low quantile of what the communicators of that shape take; not a number if they are few.
    private static float siblings(List<Float> middles) {
        if (middles.size() < SIBLINGS_MIN) {
            return Float.NaN;
        }
        List<Float> sorted = middles.stream().sorted().toList();
        return sorted.get((int) (SIBLING_QUANTILE * (sorted.size() - 1)));
    }

    /// The same while one of them was slow: of a sample, what is known of two communicators may be of two times.
    private static float siblingsAtItsTime(One one, List<One> all, LinkSettings settings) {
        long from = slowSince(one, settings);
        long to = one.recent().times()[0];
        List<Float> middles = new ArrayList<>();
        for (One other : all) {
            float[] values = other.recent().valuesBetween(from, to);
            if (values.length >= FINE_ROWS_MIN) {
                middles.add(values[values.length / 2]);
            }
        }
        return siblings(middles);
    }

    /// What is slow began after the first of its fast ones, if any.
    private static long slowSince(One slow, LinkSettings settings) {
        Recent at = slow.recent();
        return at.times()[(int) (settings.steadiness() * (at.rows() - 1))];
    }

    /// Whether its transfers were as fast as ever while the other's were slow; what was not seen at that time is
    /// neither slow nor fine.
    private static boolean isFineBeside(One one, One slow, LinkSettings settings) {
        double bound = one.track().baselineNanos() * (1 + SLOW_FROM * (settings.factorMin() - 1));
        Recent at = slow.recent();
        // Who was first seen when all were slow is as slow, and does not know it.
        boolean isFirstFast = one.track().baselineNanos() <= (slow.track().baselineNanos() + at.middle()) / 2;
        if (Double.isNaN(bound) || (!Double.isNaN(slow.track().baselineNanos()) && !isFirstFast)) {
            return false;
        }
        long from = slowSince(slow, settings);
        int slower = 0;
        int seen = 0;
        for (int i = 0; i < one.recent().rows(); i++) {
            long time = one.recent().times()[i];
            if (time >= from && time <= at.times()[0]) {
                seen++;
                slower += one.recent().values()[i] > bound ? 1 : 0;
            }
        }
        return seen >= FINE_ROWS_MIN && slower <= FINE_PART * seen;
    }

    private static Slow look(Shape shape, One one, float siblings, LinkSettings settings) {
        double noise = ERRORS * one.track().spread() / Math.sqrt(one.recent().rows());
        double past = factor(one, one.track().baselineNanos(), Math.max(settings.factorMin(), 1 + noise), settings);
        double beside = factor(one, siblings, Math.max(SIBLING_FACTOR, 1 + noise), settings);
        return new Slow(
                shape,
                Math.max(past, beside),
                one.recent().middle(),
                one.recent().rows());
    }

    /// How many times that base its transfers take; 1 if they are not steadily as slow as wanted.
    private static double factor(One one, float base, double wanted, LinkSettings settings) {
        double times = one.recent().middle() / base;
        double slowFrom = 1 + SLOW_FROM * (wanted - 1);
        boolean isSteady = one.recent().shareAbove(base * slowFrom) >= settings.steadiness();
        return times >= wanted && isSteady ? times : 1;
    }
}
