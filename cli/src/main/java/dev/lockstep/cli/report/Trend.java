// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Something that grows: the median of the slopes between all its points, which single outliers do not move.
///
/// @param perDay by how much
/// @param latest where it is now
/// @param daysToLimit when it is at its limit if it goes on so; absent where it is there already
record Trend(double perDay, double latest, OptionalDouble daysToLimit) {
    /// Points below which nothing is said.
    static final int POINTS_MIN = 4;

    private static final int POINTS_MAX = 200;
    private static final double RISING_PART = 0.75;
    private static final double GROWTH_MIN = 0.1;

    /// A value at a time.
    record Point(double day, double value) {}

    /// That of points in the order of their time; absent where they do not grow steadily, by a tenth at least.
    static Optional<Trend> of(List<Point> all, double limit) {
        List<Point> points = thinned(all);
        if (points.size() < POINTS_MIN) {
            return Optional.empty();
        }
        List<Double> slopes = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            for (int j = i + 1; j < points.size(); j++) {
                double days = points.get(j).day() - points.get(i).day();
                if (days > 0) {
                    slopes.add((points.get(j).value() - points.get(i).value()) / days);
                }
            }
        }
        long rising = slopes.stream().filter(slope -> slope > 0).count();
        if (slopes.isEmpty() || rising < RISING_PART * slopes.size()) {
            return Optional.empty();
        }
        double slope = middle(slopes);
        double covered = points.getLast().day() - points.getFirst().day();
        double start = middle(points.stream()
                .map(point ->
                        point.value() - slope * (point.day() - points.getFirst().day()))
                .toList());
        if (slope * covered < GROWTH_MIN * Math.abs(start)) {
            return Optional.empty();
        }
        double latest = start + slope * covered;
        OptionalDouble days = latest >= limit ? OptionalDouble.empty() : OptionalDouble.of((limit - latest) / slope);
        return Optional.of(new Trend(slope, latest, days));
    }

    private static List<Point> thinned(List<Point> all) {
        int every = Math.ceilDiv(Math.max(1, all.size()), POINTS_MAX);
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < all.size(); i += every) {
            points.add(all.get(i));
        }
        return points;
    }

    private static double middle(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
