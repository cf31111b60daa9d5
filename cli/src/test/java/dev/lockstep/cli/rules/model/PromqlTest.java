// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.rules.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PromqlTest {
    @Test
    void findsTheMetricsOfAnExpression() {
        assertThat(Promql.metrics("""
                        histogram_quantile(0.99, sum by (le, job_id) (rate(a_bucket{x=~"b|c", y!="d(e)"}[5m] offset 1h)))
                        / on (job_id) group_left (role)
                        (level:a:rate5m > bool 1e-3) and topk by (node) (1, f) or -inf
                        """)).containsExactly("a_bucket", "f", "level:a:rate5m");
    }

    @Test
    void findsAMetricBesideAnAggregationWithItsLabelsBehind() {
        assertThat(Promql.metrics("sum(x) by (y) unless z")).containsExactly("x", "z");
    }

    @Test
    void putsPiecesIn() {
        assertThat(Promql.of("sum by ($rank) ($time)", Map.of("rank", "job_id, rank", "time", "rate(a{b=\"$c\"}[1m])")))
                .isEqualTo("sum by (job_id, rank) (rate(a{b=\"$c\"}[1m]))");
    }

    @Test
    void refusesAPieceThatIsMissing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Promql.of("$no", Map.of()))
                .withMessageContaining("$no");
    }
}
