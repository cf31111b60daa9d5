// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.promql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lockstep.core.metric.NcclMetrics;
import org.junit.jupiter.api.Test;

/// A selector asks only for labels that its metric has.
class SelectorTest {
    private static final Series CALLS = Series.of(NcclMetrics.COLLECTIVE_CALLS);

    @Test
    void choosesByVariablesAndValues() {
        assertThat(CALLS.in(Variable.JOB).isNot(Labels.ALGO, "").rate().text())
                .isEqualTo("rate(nccl_collective_calls_total{job_id=~\"$job\",algo!=\"\"}[$__rate_interval])");
    }

    @Test
    void hasNoBracesWhereAllAreMeant() {
        assertThat(CALLS.all().text()).isEqualTo("nccl_collective_calls_total");
    }

    @Test
    void refusesALabelThatTheMetricDoesNotHave() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CALLS.all().is(Labels.CHANNEL, "0"))
                .withMessage("nccl_collective_calls_total has no label channel");
    }

    @Test
    void refusesHistogramsSinceTheirFlavoursAreAskedInDifferentWords() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Series.of(NcclMetrics.COLLECTIVE_DURATION))
                .withMessageContaining("nccl_collective_duration_seconds");
    }

    @Test
    void knowsEachSeriesOnce() {
        assertThat(KnownSeries.all()).extracting(Series::name).doesNotHaveDuplicates();
    }
}
