// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition.series;

import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.MetricUnit;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The points of one family in one scrape.
public final class Family {
    private final MetricFamily metric;
    private final List<Point> points = new ArrayList<>();

    Family(MetricFamily metric) {
        this.metric = metric;
    }

    void add(Point point) {
        points.add(point);
    }

    void sort() {
        points.sort((a, b) -> a.labels().compareTo(b.labels()));
    }

    /// Which family.
    public MetricFamily metric() {
        return metric;
    }

    /// Its points.
    public List<Point> points() {
        return points;
    }

    MetricSnapshot snapshot() {
        MetricMetadata metadata = new MetricMetadata(metric.baseName(), metric.help(), unit(metric.unit()));
        return switch (metric.kind()) {
            case COUNTER -> new CounterSnapshot(metadata, snapshots(CounterDataPointSnapshot.class));
            case GAUGE -> new GaugeSnapshot(metadata, snapshots(GaugeDataPointSnapshot.class));
            case INFO -> new InfoSnapshot(metadata, snapshots(InfoDataPointSnapshot.class));
            case HISTOGRAM -> new HistogramSnapshot(metadata, snapshots(HistogramDataPointSnapshot.class));
        };
    }

    private <T> List<T> snapshots(Class<T> kind) {
        return points.stream().map(this::snapshot).map(kind::cast).toList();
    }

    private DataPointSnapshot snapshot(Point point) {
        Labels labels = point.labels().labels();
        return switch (point) {
            case Point.Spread spread -> spread.distribution().under(labels);
            case Point.Single single ->
                switch (metric.kind()) {
                    case COUNTER -> new CounterDataPointSnapshot(single.value(), labels, null, 0);
                    case INFO -> new InfoDataPointSnapshot(labels);
                    case GAUGE, HISTOGRAM -> new GaugeDataPointSnapshot(single.value(), labels, null);
                };
        };
    }

    private static @Nullable Unit unit(MetricUnit unit) {
        return switch (unit) {
            case NONE -> null;
            case SECONDS -> Unit.SECONDS;
            case BYTES -> Unit.BYTES;
        };
    }
}
