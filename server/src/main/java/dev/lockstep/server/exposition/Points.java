// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.server.exposition;

import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricLabel;
import dev.lockstep.core.metric.MetricUnit;
import dev.lockstep.core.model.DurationHistogram;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The points of one scrape. Labels whose value is empty are left out.
final class Points {
    private record Point(Labels labels, double value) {}

    private final Map<MetricFamily, List<Point>> families = new LinkedHashMap<>();
    private final Map<MetricFamily, List<HistogramDataPointSnapshot>> histograms = new LinkedHashMap<>();

    /// One point that counts.
    void add(MetricFamily family, long value, String... labels) {
        add(family, (double) value, labels);
    }

    /// One point. `labels` has a text for each label of the family, in its order.
    void add(MetricFamily family, double value, String... labels) {
        families.computeIfAbsent(family, _ -> new ArrayList<>()).add(new Point(labels(family, labels), value));
    }

    /// One histogram.
    void add(MetricFamily family, DurationHistogram value, String... labels) {
        histograms
                .computeIfAbsent(family, _ -> new ArrayList<>())
                .add(HistogramPoint.of(value, labels(family, labels)));
    }

    private static Labels labels(MetricFamily family, String... labels) {
        List<MetricLabel> names = family.labels();
        if (labels.length != names.size()) {
            throw new IllegalArgumentException(family.name() + " has " + names.size() + " labels: " + labels.length);
        }
        Labels.Builder given = Labels.builder();
        for (int i = 0; i < labels.length; i++) {
            if (!labels[i].isEmpty()) {
                given.label(names.get(i).label(), labels[i]);
            }
        }
        return given.build();
    }

    MetricSnapshots snapshots() {
        List<MetricSnapshot> snapshots = new ArrayList<>();
        families.forEach((family, points) -> snapshots.add(snapshot(family, points)));
        histograms.forEach((family, points) -> snapshots.add(new HistogramSnapshot(metadata(family), points)));
        return new MetricSnapshots(snapshots);
    }

    private static MetricSnapshot snapshot(MetricFamily family, List<Point> points) {
        MetricMetadata metadata = metadata(family);
        return switch (family.kind()) {
            case COUNTER ->
                new CounterSnapshot(
                        metadata,
                        points.stream()
                                .map(point -> new CounterDataPointSnapshot(point.value(), point.labels(), null, 0))
                                .toList());
            case GAUGE ->
                new GaugeSnapshot(
                        metadata,
                        points.stream()
                                .map(point -> new GaugeDataPointSnapshot(point.value(), point.labels(), null))
                                .toList());
            case HISTOGRAM, INFO -> throw new IllegalArgumentException("no single values: " + family.name());
        };
    }

    private static MetricMetadata metadata(MetricFamily family) {
        return new MetricMetadata(
                family.baseName(), family.help(), unit(family.unit()).orElse(null));
    }

    private static Optional<Unit> unit(MetricUnit unit) {
        return switch (unit) {
            case NONE -> Optional.empty();
            case SECONDS -> Optional.of(Unit.SECONDS);
            case BYTES -> Optional.of(Unit.BYTES);
        };
    }
}
