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
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Collects the points of one scrape by family; families without a point are left out. One scrape uses it.
public final class Families {
    private final Map<MetricFamily, List<DataPointSnapshot>> points = new LinkedHashMap<>();
    private int series;

    /// None yet.
    public Families() {}

    /// A point of a counter.
    public void counter(MetricFamily family, LabelSet labels, double value) {
        add(family, new CounterDataPointSnapshot(value, labels.labels(), null, 0));
    }

    /// A point of a gauge.
    public void gauge(MetricFamily family, LabelSet labels, double value) {
        add(family, new GaugeDataPointSnapshot(value, labels.labels(), null));
    }

    /// An info series.
    public void info(MetricFamily family, LabelSet labels) {
        add(family, new InfoDataPointSnapshot(labels.labels()));
    }

    /// A histogram.
    public void histogram(MetricFamily family, HistogramDataPointSnapshot point) {
        add(family, point);
    }

    private void add(MetricFamily family, DataPointSnapshot point) {
        points.computeIfAbsent(family, _ -> new ArrayList<>()).add(point);
        series++;
    }

    /// How many points there are so far; a histogram is one.
    public int series() {
        return series;
    }

    /// All that was collected, and `more` behind it.
    public MetricSnapshots snapshots(List<MetricSnapshot> more) {
        List<MetricSnapshot> snapshots = new ArrayList<>(points.size() + more.size());
        points.forEach((family, ofFamily) -> snapshots.add(snapshot(family, ofFamily)));
        snapshots.addAll(more);
        return new MetricSnapshots(snapshots);
    }

    private static MetricSnapshot snapshot(MetricFamily family, List<DataPointSnapshot> points) {
        MetricMetadata metadata = new MetricMetadata(family.baseName(), family.help(), unit(family.unit()));
        return switch (family.kind()) {
            case COUNTER -> new CounterSnapshot(metadata, cast(points, CounterDataPointSnapshot.class::cast));
            case GAUGE -> new GaugeSnapshot(metadata, cast(points, GaugeDataPointSnapshot.class::cast));
            case INFO -> new InfoSnapshot(metadata, cast(points, InfoDataPointSnapshot.class::cast));
            case HISTOGRAM -> new HistogramSnapshot(metadata, cast(points, HistogramDataPointSnapshot.class::cast));
        };
    }

    private static <T> List<T> cast(List<DataPointSnapshot> points, Function<DataPointSnapshot, T> to) {
        return points.stream().map(to).toList();
    }

    private static @Nullable Unit unit(MetricUnit unit) {
        return switch (unit) {
            case NONE -> null;
            case SECONDS -> Unit.SECONDS;
            case BYTES -> Unit.BYTES;
        };
    }
}
