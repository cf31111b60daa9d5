// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition.series;

import dev.lockstep.core.metric.MetricFamily;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// All that one scrape shows: points by family; families without a point are left out. One scrape uses it.
public final class Families {
    private final Map<String, Family> families = new HashMap<>();
    private List<MetricSnapshot> foreign = List.of();
    private int series;

    /// None yet.
    public Families() {}

    /// A point of a counter.
    public void counter(MetricFamily family, LabelSet labels, double value) {
        of(family).add(new Point.Single(labels, value));
    }

    /// A point of a gauge.
    public void gauge(MetricFamily family, LabelSet labels, double value) {
        of(family).add(new Point.Single(labels, value));
    }

    /// An info series.
    public void info(MetricFamily family, LabelSet labels) {
        of(family).add(new Point.Single(labels, 1));
    }

    /// A histogram.
    public void histogram(MetricFamily family, LabelSet labels, Distribution distribution) {
        of(family).add(new Point.Spread(labels, distribution));
    }

    /// Families that are not of the catalogue, made elsewhere.
    public void foreign(List<MetricSnapshot> made) {
        foreign = List.copyOf(made);
    }

    private Family of(MetricFamily family) {
        series++;
        return families.computeIfAbsent(family.name(), _ -> new Family(family));
    }

    /// How many points of the catalogue's families there are so far; a histogram is one.
    public int series() {
        return series;
    }

    /// The families of the catalogue, by name, with their points in order.
    public List<Family> sorted() {
        List<Family> sorted = new ArrayList<>(families.values());
        sorted.sort((a, b) -> a.metric().baseName().compareTo(b.metric().baseName()));
        sorted.forEach(Family::sort);
        return sorted;
    }

    /// The others.
    public List<MetricSnapshot> foreign() {
        return foreign;
    }

    /// All of them in client_java's model.
    public MetricSnapshots snapshots() {
        return new MetricSnapshots(Stream.concat(families.values().stream().map(Family::snapshot), foreign.stream())
                .toList());
    }
}
