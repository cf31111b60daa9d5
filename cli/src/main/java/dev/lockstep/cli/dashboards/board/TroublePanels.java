// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import static dev.lockstep.cli.dashboards.promql.Variable.NODES;

import dev.lockstep.cli.dashboards.model.Explanation;
import dev.lockstep.cli.dashboards.model.Panel;
import dev.lockstep.cli.dashboards.model.Row;
import dev.lockstep.cli.dashboards.model.Size;
import dev.lockstep.cli.dashboards.model.Target;
import dev.lockstep.cli.dashboards.model.View;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Selector;
import dev.lockstep.cli.dashboards.promql.Series;
import dev.lockstep.core.metric.MetricFamily;
import dev.lockstep.core.metric.TroubleMetrics;

/// What jobs say of their own trouble, in logs and through RAS.
final class TroublePanels {
    private static final String WITHOUT_NCCL =
            "the same: logs and RAS tell without the plugin, if the agent is told where they are.";

    private TroublePanels() {}

    static Row told() {
        return Row.of(
                "What do jobs tell of themselves?",
                lines(
                        "Errors that jobs tell of",
                        "Errors in logs and from RAS since the agent started, those that may have begun there.",
                        "A step up: the kind and reason say what failed. LockstepLinkErrors beside it: the link did.",
                        Target.of(
                                of(TroubleMetrics.ERRORS)
                                        .is(Labels.CAUSE, "itself")
                                        .now()
                                        .sum(Labels.NODE, Labels.JOB_ID, Labels.KIND, Labels.REASON),
                                "{{node}} {{job_id}} {{kind}} {{reason}}")),
                lines(
                        "Time-outs that jobs tell of",
                        "Collectives and rendezvous that were given up, since the agent started.",
                        "On all nodes but one: look at that one first. Who waits tells it.",
                        Target.of(
                                of(TroubleMetrics.TIMEOUTS).now().sum(Labels.NODE, Labels.JOB_ID, Labels.KIND),
                                "{{node}} {{job_id}} {{kind}}")),
                lines(
                        "Connections tried again",
                        "Connections that NCCL said it tries again, since the agent started.",
                        "While a job starts: its ranks come late. Later: a peer is gone.",
                        Target.of(
                                of(TroubleMetrics.RETRIES).now().sum(Labels.NODE, Labels.JOB_ID),
                                "{{node}} {{job_id}}")));
    }

    private static Panel lines(String title, String meaning, String reading, Target target) {
        return Panel.of(
                title,
                View.lines(),
                Looks.SOME_IS_ODD,
                Size.THIRD,
                new Explanation(meaning, reading, WITHOUT_NCCL),
                target);
    }

    private static Selector of(MetricFamily family) {
        return Series.of(family).in(NODES);
    }
}
