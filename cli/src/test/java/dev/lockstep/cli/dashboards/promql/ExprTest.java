// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.promql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Expressions keep the order in which they were put together.
class ExprTest {
    private static final Expr A = Expr.atom("a");
    private static final Expr B = Expr.atom("b");

    @Test
    void putsParenthesesAroundWhatIsCalculatedBefore() {
        assertThat(A.plus(B).times(A).text()).isEqualTo("(a + b) * a");
        assertThat(A.times(B.minus(A)).text()).isEqualTo("a * (b - a)");
        assertThat(A.above(0.5).count().text()).isEqualTo("count(a > 0.5)");
    }

    @Test
    void aggregatesByLabels() {
        assertThat(A.sum().text()).isEqualTo("sum(a)");
        assertThat(A.max("x", "y").text()).isEqualTo("max by (x, y) (a)");
        assertThat(A.top(3).text()).isEqualTo("topk(3, a)");
    }

    @Test
    void joinsOnlyWithOneSeriesAKey() {
        Expr one = Expr.one(B, "x", "y");

        assertThat(one.text()).isEqualTo("topk by (x) (1, group by (x, y) (b))");
        assertThat(A.joined("x", "y", one).text())
                .isEqualTo("a * on (x) group_left (y) topk by (x) (1, group by (x, y) (b))");
    }

    @Test
    void writesWholeNumbersWithoutFraction() {
        assertThat(Expr.of(3).text()).isEqualTo("3");
        assertThat(Expr.of(0.3).text()).isEqualTo("0.3");
    }
}
