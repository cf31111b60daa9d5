// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import static dev.lockstep.cli.dashboards.board.Joins.JOB_COMM;

import dev.lockstep.cli.dashboards.model.Chooser;
import dev.lockstep.cli.dashboards.model.Color;
import dev.lockstep.cli.dashboards.model.Column;
import dev.lockstep.cli.dashboards.model.Dashboard;
import dev.lockstep.cli.dashboards.model.Explanation;
import dev.lockstep.cli.dashboards.model.Look;
import dev.lockstep.cli.dashboards.model.Panel;
import dev.lockstep.cli.dashboards.model.Row;
import dev.lockstep.cli.dashboards.model.Size;
import dev.lockstep.cli.dashboards.model.Target;
import dev.lockstep.cli.dashboards.model.View;
import dev.lockstep.cli.dashboards.promql.Expr;
import dev.lockstep.cli.dashboards.promql.Foreign;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Recorded;
import dev.lockstep.cli.dashboards.promql.Selector;
import dev.lockstep.cli.dashboards.promql.Series;
import dev.lockstep.cli.dashboards.promql.Variable;
import dev.lockstep.core.metric.AgentMetrics;
import dev.lockstep.core.metric.LossMetrics;
import java.util.List;

/// All jobs at once: is one held up, since when, by whom, and can we trust what we see?
final class ClusterBoard {
    private static final Series WATCHDOG = Series.of(AgentMetrics.WATCHDOG);

    private ClusterBoard() {}

    static Dashboard board() {
        return new Dashboard(
                "lockstep-cluster",
                "Lockstep / Cluster",
                "All jobs at once: which one is held up, since when, and by whom.",
                List.of(Chooser.jobs(Variable.JOBS), Chooser.nodes(Variable.NODES, Variable.JOBS)),
                List.of(now(), events(), durations(), load(), watcher()));
    }

    private static Row now() {
        return Row.of(
                "Is a job held up?",
                Panel.of(
                        "Alerts firing",
                        new View.Numbers(View.Face.BACKGROUND),
                        Looks.NONE_IS_GOOD,
                        new Size(8, 4),
                        new Explanation(
                                "Alerts of Lockstep that fire now, by severity.",
                                "P0: the communication of a job has stopped. P1: one culprit holds a job up. P2: look"
                                        + " during the day.",
                                "P0 cannot fire, since nothing is ever seen in flight."),
                        Target.of(firing("P0").now().count().orZero(), "P0"),
                        Target.of(firing("P1").now().count().orZero(), "P1"),
                        Target.of(firing("P2").now().count().orZero(), "P2")),
                number(
                        "Jobs",
                        Looks.COUNT,
                        new Explanation(
                                "Jobs that have communicators now.",
                                "A job that has ended counts for two minutes.",
                                Inspector.SAME),
                        Recorded.COMMUNICATOR
                                .in(Variable.JOBS)
                                .now()
                                .group(Labels.JOB_ID)
                                .count()),
                number(
                        "Ranks",
                        Looks.COUNT,
                        new Explanation(
                                "Ranks of these jobs.",
                                "Fewer than the jobs asked for: a node has no agent, or a process no plugin.",
                                Inspector.NO_RANK),
                        Recorded.JOB_RANKS.in(Variable.JOBS).now().sum()),
                number(
                        "Jobs stopped",
                        Looks.NONE_IS_GOOD,
                        new Explanation(
                                "Jobs of which half the ranks have had an operation in flight for over two minutes.",
                                "A checkpoint can look so for a while. NcclJobStopped fires when it is longer than this"
                                        + " job's own pauses.",
                                Inspector.NO_INFLIGHT),
                        Recorded.JOB_INFLIGHT_AGE
                                .in(Variable.JOBS)
                                .now()
                                .above(Looks.STOPPED)
                                .count()),
                number(
                        "Agents gone",
                        Looks.SOME_IS_ODD,
                        new Explanation(
                                "Nodes that had an agent an hour ago and have none now.",
                                "What these nodes' ranks do is not seen: nothing here speaks for them.",
                                Inspector.SAME),
                        agentsGone()),
                jobs());
    }

    /// 0 where there is nothing.
    private static Panel number(String title, Look look, Explanation explanation, Expr value) {
        View view = new View.Numbers(look.steps().isEmpty() ? View.Face.TEXT : View.Face.BACKGROUND);
        return Panel.of(title, view, look, Size.NUMBER, explanation, Target.of(value.orZero(), title));
    }

    private static Panel jobs() {
        Variable job = Variable.JOBS;
        String[] by = {Labels.JOB_ID};
        return Panel.of(
                "Jobs and who holds them up",
                new View.Rows(
                        List.of(
                                Column.label(Labels.JOB_ID, "Job").to("lockstep-job", "job"),
                                Column.value(0, "Health", Looks.HEALTH),
                                Column.value(1, "Ranks", Looks.COUNT),
                                Column.value(2, "Half the ranks in flight for", Looks.INFLIGHT_AGE),
                                Column.value(3, "Wait, mean", Looks.WAITING),
                                Column.value(4, "Held up by the culprit", Looks.LATE),
                                Column.label(Labels.RANK, "Culprit rank"),
                                Column.label(Labels.NODE, "Culprit node").to("lockstep-gpu", "node"),
                                Column.label(Labels.GPU, "Culprit GPU"),
                                Column.label(Labels.UUID, "its UUID").to("lockstep-gpu", "uuid"),
                                Column.label(Labels.COMM, "Seen in communicator"),
                                Column.label(Labels.COMM_RANK, "as its rank"),
                                Column.value(5, "Traffic", Looks.BYTES_PER_SECOND),
                                Column.value(6, "Imbalance of traffic", Looks.COUNT)),
                        "Health"),
                Looks.COUNT,
                new Size(Size.PAGE, 8),
                new Explanation(
                        "One line a job. Health is the worst alert that fires for it. The culprit is the one rank that"
                                + " comes later than all others of a communicator and waits nowhere itself; 5 % and more"
                                + " make an alert.",
                        "Wait without a culprit: ranks hold each other up in turn, or the stages of a pipeline differ by"
                                + " design. Imbalance 1 means that all ranks send the same.",
                        Inspector.NO_RANK_COLUMN),
                Target.of(Joins.health(job)),
                Target.of(Recorded.JOB_RANKS.in(job).now().max(by)),
                Target.of(Recorded.JOB_INFLIGHT_AGE.in(job).now().max(by)),
                Target.of(Recorded.RANK_WAIT.in(job).now().avg(by)),
                Target.of(Joins.withGpu(Recorded.CULPRIT.in(job).now().topOf(by))),
                Target.of(Recorded.RANK_TRAFFIC.in(job).now().sum(by)),
                Target.of(Recorded.JOB_IMBALANCE.in(job).now().max(by)));
    }

    private static Row events() {
        return Row.of(
                "What happened when?",
                Panel.of(
                        "Health of jobs over time",
                        new View.States(),
                        Looks.HEALTH,
                        Size.BAND,
                        new Explanation(
                                "A band a job, coloured by the worst alert that fired for it.",
                                "Where several jobs change at once, look for what they share: a switch, a file system.",
                                "the same, but it is never P0."),
                        Target.of(Joins.health(Variable.JOBS), "{{job_id}}")),
                Panel.of(
                        "Alerts over time",
                        new View.States(),
                        Looks.COUNT.says(1, "firing", Color.RED),
                        Size.BAND,
                        new Explanation(
                                "A band for each alert while it fires; the one that always fires is left out.",
                                "The first to begin is nearest to the cause. Empty is good.",
                                "alerts about GPUs, channels and operations in flight cannot fire."),
                        Target.of(
                                Foreign.ALERTS
                                        .in(Variable.JOBS)
                                        .is(Labels.ALERTSTATE, "firing")
                                        .matches(Labels.ALERTNAME, "Nccl.*|Lockstep.*")
                                        .matches(Labels.SEVERITY, "P0|P1|P2|info")
                                        .now()
                                        .group(Labels.ALERTNAME, Labels.SEVERITY, Labels.JOB_ID, Labels.NODE),
                                "{{severity}} {{alertname}} {{job_id}} {{node}}")),
                Panel.of(
                        "Culprits over time",
                        View.lines(),
                        Looks.LATE,
                        Size.BAND,
                        new Explanation(
                                "By how much one rank holds up all others of a communicator, as part of the time.",
                                "A line that stays over 5 % is one cause, and names it. Lines that take turns are no"
                                        + " hardware.",
                                Inspector.NO_RANK_COLUMN),
                        Target.of(
                                Recorded.CULPRIT
                                        .in(Variable.JOBS)
                                        .now()
                                        .topOf(JOB_COMM)
                                        .above(0.01),
                                "{{job_id}} rank {{rank}} {{node}} GPU {{gpu}} (in {{comm}})")));
    }

    private static Row durations() {
        return Row.of(
                "How long do collectives take?",
                quantile("P50", Recorded.CLUSTER_P50),
                quantile("P95", Recorded.CLUSTER_P95),
                quantile("P99", Recorded.CLUSTER_P99),
                Panel.of(
                        "P99 by job",
                        View.logarithmic(),
                        Looks.SECONDS,
                        Size.HALF,
                        new Explanation(
                                "The slowest function's P99 of each job over five minutes.",
                                "Jobs differ; each should stay where it was.",
                                Inspector.SAME),
                        Target.of(Recorded.JOB_P99.in(Variable.JOBS).now().max(Labels.JOB_ID), "{{job_id}}")),
                Panel.of(
                        "P99 beside its baseline, the ten worst",
                        View.lines(),
                        Looks.TO_BASELINE,
                        Size.HALF,
                        new Explanation(
                                "P99 over the median of the last seven days, for operations of the same function, size"
                                        + " and role in communicators of the same ranks and nodes.",
                                "1 is as usual, 2 makes an alert. Empty until there is a baseline: it needs hours with"
                                        + " 100 operations in five minutes.",
                                Inspector.SAME),
                        Target.of(
                                Recorded.P99_TO_BASELINE.in(Variable.JOBS).now().top(10),
                                "{{job_id}} {{role}} {{collective}} {{size}}")));
    }

    private static Panel quantile(String name, Series series) {
        return Panel.of(
                name + " by collective",
                View.logarithmic(),
                Looks.SECONDS,
                Size.THIRD,
                new Explanation(
                        name + " of the time in the kernel over five minutes, all jobs and sizes, waits included.",
                        "It moves with the mix of jobs. For one job, choose it on the dashboard Job.",
                        Inspector.SAME),
                Target.of(series.all().now(), "{{collective}}"));
    }

    private static Row load() {
        return Row.of(
                "Who communicates, who waits?",
                Panel.of(
                        "Traffic by job",
                        View.stacked(),
                        Looks.BYTES_PER_SECOND,
                        Size.HALF,
                        new Explanation(
                                "Bytes that the ranks of a job move by collectives, Send and Recv, summed.",
                                "What NCCL was asked to move, not what went over a cable.",
                                Inspector.SAME),
                        Target.of(Recorded.RANK_TRAFFIC.in(Variable.JOBS).now().sum(Labels.JOB_ID), "{{job_id}}")),
                Panel.of(
                        "Wait by job",
                        View.lines(),
                        Look.share(),
                        Size.HALF,
                        new Explanation(
                                "Part of the time that a rank waits in collectives for others, mean over the ranks.",
                                "It is what better balance would give back, an upper bound: computing may go on beside"
                                        + " it.",
                                Inspector.SAME),
                        Target.of(Recorded.RANK_WAIT.in(Variable.JOBS).now().avg(Labels.JOB_ID), "{{job_id}}")),
                Panel.of(
                        "Busy with NCCL, node by node",
                        new View.HeatMap(View.Scheme.BLUES),
                        Look.share(),
                        Size.TALL,
                        new Explanation(
                                "Part of the time in which collectives ran on a node's GPUs, the highest since the"
                                        + " column before.",
                                "A job is a block. One pale line in a block is the node that waits least: look there"
                                        + " first. With hundreds of nodes, choose some.",
                                Inspector.NO_BUSY),
                        Target.of(
                                Recorded.NODE_BUSY.in(Variable.NODES).highest().max(Labels.NODE), "{{node}}")));
    }

    private static Row watcher() {
        Selector age = Series.of(AgentMetrics.SNAPSHOT_AGE).in(Variable.NODES);
        return Row.of(
                "Can we trust what we see?",
                Panel.of(
                        "Agents",
                        View.lines(),
                        Looks.COUNT,
                        Size.THIRD,
                        new Explanation(
                                "Agents that are scraped, and those of an hour ago that are gone.",
                                "A step down is a rack or a roll-out.",
                                Inspector.SAME),
                        Target.of(WATCHDOG.all().now().sum().orZero(), "watching"),
                        Target.of(agentsGone().orZero(), "gone")),
                Panel.of(
                        "Lost and suspect records",
                        View.lines(),
                        Looks.PER_SECOND,
                        Size.THIRD,
                        new Explanation(
                                "Operations or events that were not recorded, and timings that cannot be true.",
                                "0 is right. Reasons stand on the dashboard Lockstep itself.",
                                Inspector.SAME),
                        Target.of(
                                Series.of(LossMetrics.RECORDS_LOST_ANY)
                                        .in(Variable.JOBS)
                                        .rate()
                                        .sum()
                                        .orZero(),
                                "lost"),
                        Target.of(
                                Series.of(LossMetrics.SUSPECT_TIMINGS_ANY)
                                        .in(Variable.JOBS)
                                        .rate()
                                        .sum()
                                        .orZero(),
                                "suspect")),
                Panel.of(
                        "Age of what agents show",
                        View.lines(),
                        Looks.SECONDS,
                        Size.THIRD,
                        new Explanation(
                                "The oldest snapshot that an agent has served.",
                                "An agent reads every second. Several seconds: its node has no processor time left.",
                                Inspector.SAME),
                        Target.of(age.highest().max(), "oldest"),
                        Target.of(age.now().avg(), "mean")));
    }

    private static Expr agentsGone() {
        return WATCHDOG.all()
                .anHourAgo()
                .group(Labels.NODE)
                .unknownTo(Labels.NODE, WATCHDOG.all().now())
                .count();
    }

    private static Selector firing(String severity) {
        return Foreign.ALERTS
                .in(Variable.JOBS)
                .is(Labels.ALERTSTATE, "firing")
                .is(Labels.SEVERITY, severity)
                .matches(Labels.ALERTNAME, "Nccl.*|Lockstep.*");
    }
}
