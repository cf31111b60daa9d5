// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.promql;

import dev.lockstep.core.metric.MetricCatalogue;
import dev.lockstep.core.metric.MetricKind;
import java.util.List;
import java.util.stream.Stream;

/// Every series that an expression of a dashboard may name.
public final class KnownSeries {
    private KnownSeries() {}

    /// The catalogue's but for histograms, the recorded ones, and those of others, in this order.
    public static List<Series> all() {
        Stream<Series> served = MetricCatalogue.all().stream()
                .filter(family -> family.kind() != MetricKind.HISTOGRAM)
                .map(Series::of);
        return Stream.of(served, Recorded.all(), Foreign.all()).flatMap(s -> s).toList();
    }
}
