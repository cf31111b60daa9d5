// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

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
import dev.lockstep.cli.dashboards.model.Unit;
import dev.lockstep.cli.dashboards.model.View;
import dev.lockstep.cli.dashboards.promql.Expr;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Recorded;
import dev.lockstep.cli.dashboards.promql.Selector;
import dev.lockstep.cli.dashboards.promql.Series;
import dev.lockstep.cli.dashboards.promql.Variable;
import dev.lockstep.core.metric.BrainMetrics;
import java.util.List;

/// What the brain has found, what it cost, and how far it can be believed.
final class BrainBoard {
    private static final int MOST = 10;
    private static final String NO_BRAIN = "empty: agents feed a brain from the plugin's files.";
    private static final Series INCIDENT = Series.of(BrainMetrics.INCIDENT);
    private static final Look HELD_UP = Look.of(Unit.NUMBER).from(1, Color.ORANGE);

    private BrainBoard() {}

    static Dashboard board() {
        return new Dashboard(
                "lockstep-brain",
                "Lockstep / Brain",
                "What the brain has found: incidents, what they cost, who waits for whom, and how much it sees.",
                List.of(Chooser.jobs(Variable.JOBS)),
                List.of(incidents(), cost(), time(), sight(), BrainHealth.row()));
    }

    private static Row incidents() {
        return Row.of(
                "What is wrong?",
                Panel.of(
                        "Incidents open",
                        new View.Numbers(View.Face.BACKGROUND),
                        Looks.NONE_IS_GOOD,
                        new Size(8, 5),
                        new Explanation(
                                "Open incidents of all jobs, by severity, those in maintenance windows included.",
                                "P0: a job stands still. P1: one culprit slows a job. P2: look at it in the morning.",
                                NO_BRAIN),
                        open("P0"),
                        open("P1"),
                        open("P2")),
                Panel.of(
                        "Open incidents",
                        new View.Rows(
                                List.of(
                                        Column.label(Labels.SEVERITY, "Severity"),
                                        Column.label(Labels.KIND, "What"),
                                        Column.label(Labels.JOB_ID, "Job").to("lockstep-job", "job"),
                                        Column.label(Labels.NODE, "Node").to("lockstep-gpu", "node"),
                                        Column.label(Labels.RANK, "Rank"),
                                        Column.label(Labels.GPU, "GPU"),
                                        Column.label(Labels.INCIDENT_ID, "Incident")),
                                "Severity"),
                        Looks.COUNT,
                        new Size(16, 5),
                        new Explanation(
                                "Open incidents that may alert, one line each.",
                                "/api/v1/incidents/ID of the brain has the evidence and the next step.",
                                NO_BRAIN),
                        Target.of(INCIDENT.in(Variable.JOBS)
                                .now()
                                .group(
                                        Labels.SEVERITY,
                                        Labels.KIND,
                                        Labels.JOB_ID,
                                        Labels.NODE,
                                        Labels.RANK,
                                        Labels.GPU,
                                        Labels.INCIDENT_ID))),
                Panel.of(
                        "Incidents over time",
                        new View.States(),
                        Looks.HEALTH,
                        Size.BAND,
                        new Explanation(
                                "A band for each incident while it is open, in the colour of its severity.",
                                "The first to begin is nearest to the cause. A band that ends when the brain's health"
                                        + " below ends is not over, it is not seen.",
                                NO_BRAIN),
                        Target.of(timeLine(), "{{kind}} {{job_id}} {{node}} {{rank}}")));
    }

    private static Target open(String severity) {
        return Target.of(
                Series.of(BrainMetrics.INCIDENTS)
                        .all()
                        .is(Labels.STATE, "open")
                        .is(Labels.SEVERITY, severity)
                        .now()
                        .max()
                        .orZero(),
                severity);
    }

    private static Expr timeLine() {
        return severity("P0", 3).or(severity("P1", 2)).or(severity("P2", 1));
    }

    private static Expr severity(String severity, int level) {
        return INCIDENT.in(Variable.JOBS)
                .is(Labels.SEVERITY, severity)
                .now()
                .group(Labels.KIND, Labels.JOB_ID, Labels.NODE, Labels.RANK, Labels.INCIDENT_ID)
                .times(Expr.of(level));
    }

    private static Row cost() {
        return Row.of(
                "What does it cost?",
                Panel.of(
                        "GPUs lost, by node",
                        View.stacked(),
                        HELD_UP,
                        Size.THIRD,
                        new Explanation(
                                "GPU seconds a second that others lose to ranks of the node that are named as late, the "
                                        + MOST + " most. An upper bound: they may compute beside.",
                                "5 means that five GPUs might as well be switched off.",
                                NO_BRAIN),
                        Target.of(lost().rate().sum(Labels.NODE).top(MOST), "{{node}}")),
                Panel.of(
                        "GPUs lost, by cause",
                        View.stacked(),
                        HELD_UP,
                        Size.THIRD,
                        new Explanation(
                                "The same by the kind of the incident that names the rank, or its node.",
                                "`straggler_gpu`: look at the GPU. `straggler_host`: at the host. `slow_node`: at what"
                                        + " its GPUs share.",
                                NO_BRAIN),
                        Target.of(lostByKind(), "{{kind}}")),
                Panel.of(
                        "Lost in the time shown",
                        View.lines(),
                        Look.of(Unit.SECONDS),
                        Size.THIRD,
                        new Explanation(
                                "GPU seconds lost to each rank over the time shown, the " + MOST + " most.",
                                "The first place to look at after a bad night.",
                                NO_BRAIN),
                        Target.of(
                                lost().increase()
                                        .sum(Labels.JOB_ID, Labels.NODE, Labels.RANK)
                                        .top(MOST),
                                "{{job_id}} rank {{rank}} {{node}}")));
    }

    private static Selector lost() {
        return Series.of(BrainMetrics.LOST).in(Variable.JOBS);
    }

    /// Two sums, since an incident names either a rank or a node.
    private static Expr lostByKind() {
        String rank = Expr.list(Labels.JOB_ID, Labels.RANK);
        String node = Expr.list(Labels.JOB_ID, Labels.NODE);
        Selector late = INCIDENT.in(Variable.JOBS);
        Expr ofRanks = lost().isNot(Labels.RANK, "")
                .rate()
                .sum(Labels.JOB_ID, Labels.RANK)
                .joined(
                        rank,
                        Labels.KIND,
                        Expr.one(
                                late.matches(Labels.KIND, "straggler_.*")
                                        .isNot(Labels.RANK, "")
                                        .now(),
                                rank,
                                Labels.KIND))
                .sum(Labels.KIND);
        Expr ofNodes = lost().rate()
                .sum(Labels.JOB_ID, Labels.NODE)
                .joined(
                        node,
                        Labels.KIND,
                        Expr.one(late.is(Labels.KIND, "slow_node").now(), node, Labels.KIND))
                .sum(Labels.KIND);
        return ofRanks.or(ofNodes);
    }

    private static Row time() {
        return Row.of(
                "Where does the time go?",
                Panel.of(
                        "Waiting for others, rank by rank",
                        new View.HeatMap(View.Scheme.BLUES),
                        Look.share(),
                        Size.TALL,
                        new Explanation(
                                "Part of its time that a rank waits in collectives until the last rank comes, transfers"
                                        + " taken out.",
                                "Who is late is the pale line among dark ones. `other` is ranks that found no room.",
                                NO_BRAIN),
                        Target.of(
                                Series.of(BrainMetrics.WAIT)
                                        .in(Variable.JOBS)
                                        .rate()
                                        .max(Labels.JOB_ID, Labels.RANK),
                                "{{job_id}} {{rank}}")),
                Panel.of(
                        "Step time",
                        View.lines(),
                        Looks.SECONDS,
                        Size.HALF,
                        new Explanation(
                                "P50 and P95 of the time of a step over five minutes, by job.",
                                "Steps are found where operations repeat. A level that rises is what people feel.",
                                NO_BRAIN),
                        Target.of(Recorded.STEP_P50.in(Variable.JOBS).now().max(Labels.JOB_ID), "P50 {{job_id}}"),
                        Target.of(Recorded.STEP_P95.in(Variable.JOBS).now().max(Labels.JOB_ID), "P95 {{job_id}}")),
                Panel.of(
                        "Transfers",
                        View.logarithmic(),
                        Looks.SECONDS,
                        Size.HALF,
                        new Explanation(
                                "P50 over five minutes of the time that an operation takes once all ranks are there, the "
                                        + MOST + " longest.",
                                "A level that rises while nobody comes late is a slow path.",
                                NO_BRAIN),
                        Target.of(
                                Recorded.TRANSFER_P50.in(Variable.JOBS).now().top(MOST),
                                "{{job_id}} {{collective}} {{comm}}")));
    }

    private static Row sight() {
        Selector matched = Series.of(BrainMetrics.MATCHED).in(Variable.JOBS);
        return Row.of(
                "How much does it see?",
                Panel.of(
                        "Ranks heard of",
                        View.lines(),
                        Look.share(),
                        Size.THIRD,
                        new Explanation(
                                "Share of the ranks of the job's communicators of which anything was heard.",
                                "100 % is right. Below, a rank that is not seen may be the culprit, and nobody is named.",
                                NO_BRAIN),
                        Target.of(
                                Series.of(BrainMetrics.COVERAGE)
                                        .in(Variable.JOBS)
                                        .now()
                                        .min(Labels.JOB_ID),
                                "{{job_id}}")),
                Panel.of(
                        "Operations matched",
                        View.stacked(),
                        Looks.PER_SECOND,
                        Size.THIRD,
                        new Explanation(
                                "Operations compared over ranks a second: `complete` where every rank told of it.",
                                "`partial` beside a fall of `complete`: agents are away, or batches are late.",
                                NO_BRAIN),
                        Target.of(matched.rate().sum(Labels.STATE), "{{state}}")),
                Panel.of(
                        "Jobs by state",
                        View.stacked(),
                        Looks.COUNT,
                        Size.THIRD,
                        new Explanation(
                                "Jobs that the brain knows, in one word each.",
                                "`unknown`: too little is seen of it to say that it is well.",
                                NO_BRAIN),
                        Target.of(Series.of(BrainMetrics.JOBS).all().now().max(Labels.STATE), "{{state}}")));
    }
}
