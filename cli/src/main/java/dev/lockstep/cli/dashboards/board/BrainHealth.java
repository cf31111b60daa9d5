// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import dev.lockstep.cli.dashboards.model.Color;
import dev.lockstep.cli.dashboards.model.Explanation;
import dev.lockstep.cli.dashboards.model.Look;
import dev.lockstep.cli.dashboards.model.Panel;
import dev.lockstep.cli.dashboards.model.Row;
import dev.lockstep.cli.dashboards.model.Size;
import dev.lockstep.cli.dashboards.model.Target;
import dev.lockstep.cli.dashboards.model.Unit;
import dev.lockstep.cli.dashboards.model.View;
import dev.lockstep.cli.dashboards.promql.Expr;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Series;
import dev.lockstep.core.metric.BrainMetrics;
import dev.lockstep.core.metric.MetricFamily;

/// The brain watched itself.
final class BrainHealth {
    private BrainHealth() {}

    static Row row() {
        return Row.of(
                "Is the brain well?",
                lines(
                        "Age of the last look",
                        Looks.SECONDS.from(10, Color.YELLOW).from(30, Color.RED),
                        "Time since the analysis last looked at what holds.",
                        "About a second. LockstepBrainBlind fires above 30 s: what is open then is not over.",
                        Target.of(now(BrainMetrics.LOOK_AGE).max(), "age"),
                        Target.of(now(BrainMetrics.LAG).max(), "longest wait of a batch")),
                lines(
                        "Time of looks",
                        Look.of(Unit.SHARE).from(0.5, Color.YELLOW),
                        "Part of one core that looking takes; batches take the rest of that thread.",
                        "Near 100 % with a queue that grows: split the cluster over two brains.",
                        Target.of(rate(BrainMetrics.LOOK_TIME).max(), "looking")),
                lines(
                        "Batches that wait",
                        Looks.COUNT,
                        "Batches of agents in the queue before the analysis.",
                        "A few. Above 20,000 agents are told to wait.",
                        Target.of(now(BrainMetrics.QUEUE).max(), "batches")),
                lines(
                        "Agents and ranks",
                        Looks.COUNT,
                        "Agents heard in the last ten seconds, and processes of jobs that are not over.",
                        "An agent for each node. A step down is nodes that went silent.",
                        Target.of(now(BrainMetrics.AGENTS).max(), "agents"),
                        Target.of(now(BrainMetrics.RANKS).max(), "ranks")),
                lines(
                        "Records a second",
                        Looks.PER_SECOND,
                        "Records of single operations taken, and the k by which the largest job is sampled.",
                        "k = 0 is all of them, each more is half of the one before.",
                        Target.of(rate(BrainMetrics.RECORDS).sum(), "records"),
                        Target.of(now(BrainMetrics.SAMPLING).max(), "k")),
                refused(),
                mistakes(),
                lines(
                        "History on the disk",
                        Look.of(Unit.BYTES),
                        "Room that history takes.",
                        "It stays below --store-bytes; 0 without --store-dir.",
                        Target.of(now(BrainMetrics.STORE_BYTES).max(), "bytes")),
                lines(
                        "Series folded by the brain",
                        Looks.SOME_IS_ODD,
                        "Jobs, ranks and communicators that found no room and are summed under `other`.",
                        "0 is usual below 16,384 ranks.",
                        Target.of(now(BrainMetrics.FOLDED).max(Labels.INTO), "{{into}}")));
    }

    private static Panel refused() {
        return lines(
                "Refused",
                Looks.PER_SECOND,
                "Batches that were not taken, and parts of batches that were not used, by reason.",
                "0 is right. docs/operations/brain.md says what each reason means.",
                Target.of(rate(BrainMetrics.BATCHES_REFUSED).sum(Labels.REASON), "batch: {{reason}}"),
                Target.of(rate(BrainMetrics.PARTS_REFUSED).sum(Labels.REASON), "part: {{reason}}"));
    }

    private static Panel mistakes() {
        return lines(
                "What must not happen",
                Looks.NONE_IS_GOOD,
                "Mistakes of Lockstep, writings of the store that failed, files that could not be read, in the"
                        + " time shown.",
                "0 is right. The brain's log names each.",
                Target.of(increase(BrainMetrics.MISTAKES), "mistakes"),
                Target.of(increase(BrainMetrics.STORE_FAILED), "not written"),
                Target.of(increase(BrainMetrics.STORE_DAMAGED), "damaged"));
    }

    private static Expr now(MetricFamily family) {
        return Series.of(family).all().now();
    }

    private static Expr rate(MetricFamily family) {
        return Series.of(family).all().rate();
    }

    private static Expr increase(MetricFamily family) {
        return Series.of(family).all().increase().sum();
    }

    private static Panel lines(String title, Look look, String shows, String reading, Target... targets) {
        return Panel.of(
                title, View.lines(), look, Size.THIRD, new Explanation(shows, reading, Inspector.SAME), targets);
    }
}
