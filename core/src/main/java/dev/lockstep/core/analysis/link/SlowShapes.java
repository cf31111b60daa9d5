// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.analysis.link;

import dev.lockstep.core.analysis.job.CommunicatorState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Which communicators move data slowly and which of the same shape do not, by the worst shape of each.
///
/// @param slow by how many times, those that are slow
/// @param fine those that carry a shape that is slow elsewhere, and are not slow
record SlowShapes(Map<CommunicatorState, Slow> slow, List<CommunicatorState> fine) {
    /// A communicator's worst shape.
    record Slow(Shape shape, double factor, float nanos, long rows) {}

    private record One(LinkLog log, TransferTrack track, float recent) {}

    private static final int SIBLINGS_MIN = 3;
    private static final double SIBLING_QUANTILE = 0.25;
    /// From this part of the threshold on, a single transfer counts as slow.
    private static final double SLOW_FROM = 0.6;

    static SlowShapes of(Collection<LinkLog> logs, LinkSettings settings, long nowNanos) {
        long since = nowNanos - settings.windowNanos();
        Map<Shape, List<One>> byShape = new LinkedHashMap<>();
        for (LinkLog log : logs) {
            for (LinkLog.Tracked tracked : log.tracks()) {
                TransferTrack track = tracked.track();
                if (track.since(since) >= settings.rowsMin() && track.oldestNanos() < since) {
                    byShape.computeIfAbsent(tracked.shape(), key -> new ArrayList<>())
                            .add(new One(log, track, track.middleSince(since)));
                }
            }
        }
        Map<CommunicatorState, Slow> slow = new LinkedHashMap<>();
        List<CommunicatorState> fine = new ArrayList<>();
        byShape.forEach((shape, all) -> {
            List<CommunicatorState> fineHere = new ArrayList<>();
            boolean isSlowHere = false;
            float siblings = siblings(all);
            for (One one : all) {
                Slow found = look(shape, one, siblings, settings, since);
                if (found.factor() >= settings.factorMin()) {
                    slow.merge(one.log().communicator(), found, (a, b) -> a.factor() >= b.factor() ? a : b);
                    isSlowHere = true;
                } else {
                    fineHere.add(one.log().communicator());
                }
            }
            if (isSlowHere) {
                fine.addAll(fineHere);
            }
        });
        fine.removeAll(slow.keySet());
        return new SlowShapes(slow, fine.stream().distinct().toList());
    }

    /// A low quantile of what the communicators of that shape take now; not a number if they are few.
    private static float siblings(List<One> all) {
        if (all.size() < SIBLINGS_MIN) {
            return Float.NaN;
        }
        double[] recent = all.stream().mapToDouble(One::recent).sorted().toArray();
        return (float) recent[(int) (SIBLING_QUANTILE * (recent.length - 1))];
    }

    private static Slow look(Shape shape, One one, float siblings, LinkSettings settings, long since) {
        float own = one.track().baselineNanos();
        double[] bases = Arrays.stream(new double[] {siblings, own})
                .filter(base -> base > 0)
                .toArray();
        double factor = 1;
        for (double base : bases) {
            double times = one.recent() / base;
            double slowFrom = 1 + SLOW_FROM * (settings.factorMin() - 1);
            if (times > factor && one.track().shareAbove((float) (base * slowFrom), since) >= settings.steadiness()) {
                factor = times;
            }
        }
        return new Slow(shape, factor, one.recent(), one.track().since(since));
    }
}
