// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import static dev.lockstep.cli.dashboards.promql.Variable.COMMS;
import static dev.lockstep.cli.dashboards.promql.Variable.JOB;
import static dev.lockstep.cli.dashboards.promql.Variable.NODES;

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
import dev.lockstep.cli.dashboards.promql.Foreign;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Recorded;
import dev.lockstep.cli.dashboards.promql.Selector;
import dev.lockstep.cli.dashboards.promql.Series;
import dev.lockstep.core.metric.NcclMetrics;
import java.util.List;

/// One job: does it compute or communicate, in which communicators, how fast, and who waits?
final class JobBoard {
    private static final String COMM_LEGEND = "{{role}} {{comm_name}} {{comm}}";
    private static final Selector RANKS = Joins.RANK.in(JOB, NODES);

    /// From this share on a GPU counts as communicating, or as computing.
    private static final double MUCH = 0.3;

    private JobBoard() {}

    static Dashboard board() {
        return new Dashboard(
                "lockstep-job",
                "Lockstep / Job",
                "One job: does it compute or communicate, in which communicators, how fast, and who waits?",
                List.of(Chooser.jobs(JOB), Chooser.nodes(NODES, JOB), Chooser.communicators()),
                List.of(
                        bound(),
                        communicators(),
                        JobLatency.durations(),
                        JobLatency.bandwidth(),
                        waiting(),
                        JobHardware.gpus(),
                        JobHardware.network()));
    }

    private static Row bound() {
        Expr busy = Recorded.RANK_BUSY.in(JOB, NODES).now().avg();
        Expr waiting = Recorded.RANK_WAIT.in(JOB, NODES).now().avg();
        Expr tensor = Joins.ofRanks(Foreign.TENSOR_ACTIVE, RANKS).avg();
        return Row.of(
                "Compute or communication?",
                Panel.of(
                        "What the job is doing",
                        new View.States(),
                        Looks.COUNT
                                .says(0, "computes", Color.GREEN)
                                .says(1, "both at once", Color.BLUE)
                                .says(2, "communicates or waits", Color.ORANGE)
                                .says(3, "neither: host, data, checkpoint", Color.PURPLE),
                        new Size(Size.PAGE, 4),
                        new Explanation(
                                "NCCL's share of the time beside the activity of the tensor cores, mean over the GPUs;"
                                        + " each counts as much from 30 % on, a rule of thumb.",
                                "Orange: communication bound, or waiting for a rank; the next panel tells which. Blue:"
                                        + " overlapped, as it should be. Purple for long: look at the host. Empty without"
                                        + " dcgm-exporter.",
                                Inspector.NO_BUSY),
                        Target.of(bound(busy, tensor), "job")),
                shares(busy, waiting, tensor),
                Panel.of(
                        "Power of the GPUs",
                        View.lines(),
                        Look.of(Unit.WATT),
                        Size.HALF,
                        new Explanation(
                                "Power that the job's GPUs draw: least, mean and most.",
                                "Waiting in NCCL draws far less than computing, though GPU utilisation reads 100 %."
                                        + " Power that falls while the utilisation stays is a job that waits.",
                                Inspector.NO_GPU),
                        Target.of(Joins.ofRanks(Foreign.POWER, RANKS).min(), "least"),
                        Target.of(Joins.ofRanks(Foreign.POWER, RANKS).avg(), "mean"),
                        Target.of(Joins.ofRanks(Foreign.POWER, RANKS).max(), "most")));
    }

    private static Panel shares(Expr busy, Expr waiting, Expr tensor) {
        return Panel.of(
                "NCCL's share of the time beside the GPU's work",
                View.lines(),
                Look.share(),
                Size.HALF,
                new Explanation(
                        "Mean over the job's GPUs: time in which a collective ran, the part of it that is wait, the"
                                + " activity of tensor cores and SMs, and DCGM's GPU utilisation.",
                        "NCCL high, tensor low: communication bound. Wait near NCCL: a rank is late, not the network."
                                + " GPU utilisation reads 100 % while NCCL waits, since a kernel is running: do not"
                                + " trust it.",
                        "only the wait; " + Inspector.NO_BUSY),
                Target.of(busy, "NCCL"),
                Target.of(waiting, "of it waiting"),
                Target.of(tensor, "tensor cores"),
                Target.of(Joins.ofRanks(Foreign.SM_ACTIVE, RANKS).avg(), "SMs"),
                Target.of(Joins.ofRanks(Foreign.GPU_UTIL, RANKS).avg().over(Expr.of(100)), "GPU utilisation (DCGM)"));
    }

    /// 0 computes, 1 both, 2 communicates, 3 neither: 3 - 3t - b + 2bt, of b and t that are 0 or 1.
    private static Expr bound(Expr busy, Expr tensor) {
        Expr b = busy.isAbove(MUCH);
        Expr t = tensor.isAbove(MUCH);
        return Expr.of(3)
                .minus(Expr.of(3).times(t))
                .minus(b)
                .plus(Expr.of(2).times(b).times(t));
    }

    private static Row communicators() {
        String[] by = {Labels.COMM};
        return Row.of(
                "In which communicators?",
                Panel.of(
                        "Communicators",
                        new View.Rows(
                                List.of(
                                        Column.label(Labels.ROLE, "Role"),
                                        Column.label(Labels.COMM_NAME, "Name"),
                                        Column.label(Labels.COMM, "Communicator")
                                                .to("lockstep-ranks", "comm"),
                                        Column.label(Labels.NRANKS, "Ranks"),
                                        Column.label(Labels.NNODES, "Nodes"),
                                        Column.value(0, "Nodes that see it", Looks.COUNT),
                                        Column.value(1, "Calls a rank", Looks.PER_SECOND),
                                        Column.value(2, "Bus bandwidth", Looks.BYTES_PER_SECOND),
                                        Column.value(3, "Wait, mean", Looks.WAITING),
                                        Column.value(4, "Lateness, most", Looks.LATE)),
                                "Wait, mean"),
                        Looks.COUNT,
                        Size.FULL,
                        new Explanation(
                                "One line a communicator, of aligned collectives (AllReduce, AllGather, ReduceScatter)"
                                        + " in the last minute. Bus bandwidth is that of the rank that waits least.",
                                "Many communicators of one role should look alike. Nodes that see it, fewer than"
                                        + " nodes: a node is not watched. Bandwidth is apparent: waits are in it.",
                                "no bus bandwidth, since there is no busy time."),
                        Target.of(Recorded.COMMUNICATOR
                                .in(JOB, COMMS)
                                .now()
                                .max(Labels.COMM, Labels.COMM_NAME, Labels.ROLE, Labels.NRANKS, Labels.NNODES)),
                        Target.of(Recorded.MEMBER_CALLS.in(JOB, COMMS).now().avg(by)),
                        Target.of(Recorded.BUS_BANDWIDTH.in(JOB, COMMS).now().max(by)),
                        Target.of(Recorded.MEMBER_WAIT.in(JOB, COMMS).now().avg(by)),
                        Target.of(Recorded.MEMBER_LATENESS.in(JOB, COMMS).now().max(by))),
                roles());
    }

    private static Panel roles() {
        Expr busy = Series.of(NcclMetrics.COLLECTIVE_BUSY)
                .in(JOB, NODES, COMMS)
                .rate()
                .sum(Labels.JOB_ID, Labels.COMM);
        Expr ranks = RANKS.now().count().scalar();
        return Panel.of(
                "Time by role",
                View.stacked(),
                Look.of(Unit.SHARE),
                Size.FULL,
                new Explanation(
                        "Part of a rank's time in which communicators of a role were busy, mean over the ranks.",
                        "The largest area is where tuning pays. Above 100 % communicators run beside each other.",
                        Inspector.NO_BUSY),
                Target.of(Joins.named(busy).sum(Labels.ROLE).over(ranks), "{{role}}"));
    }

    private static Row waiting() {
        return Row.of(
                "Who waits, and for whom?",
                Panel.of(
                        "Wait by communicator",
                        View.lines(),
                        Look.share(),
                        Size.HALF,
                        new Explanation(
                                "Part of the time that a rank waits in the communicator for others, mean over ranks.",
                                "A late rank makes the others of its communicator wait, and through them further ones."
                                        + " The panel beside names the root.",
                                Inspector.SAME),
                        Target.of(
                                Joins.named(Recorded.MEMBER_WAIT
                                        .in(JOB, COMMS)
                                        .now()
                                        .avg(Labels.JOB_ID, Labels.COMM)),
                                COMM_LEGEND)),
                Panel.of(
                        "The one that holds the others up",
                        View.lines(),
                        Looks.LATE,
                        Size.HALF,
                        new Explanation(
                                "Of each communicator the rank that comes later than every other one, and by how much"
                                        + " of the time; ranks that wait elsewhere are victims and left out, and so are"
                                        + " stages of a pipeline.",
                                "A line that stays above 5 % is the culprit and an alert. Its GPU stands on the"
                                        + " dashboard GPU.",
                                Inspector.NO_RANK_COLUMN),
                        Target.of(
                                Recorded.CULPRIT.in(JOB, COMMS).now(),
                                "rank {{rank}} {{node}} GPU {{gpu}} (rank {{comm_rank}} of {{comm}})")),
                Panel.of(
                        "Oldest operation in flight",
                        View.lines(),
                        Looks.INFLIGHT_AGE,
                        Size.FULL,
                        new Explanation(
                                "Age of the oldest operation that is enqueued and not done: of the median rank, and of"
                                        + " the one that has waited longest.",
                                "Saw teeth are healthy. A straight line upwards is a hang: ranks at 0 have not entered"
                                        + " what the others wait in, see the dashboard Ranks.",
                                Inspector.NO_INFLIGHT),
                        Target.of(Recorded.JOB_INFLIGHT_AGE.in(JOB).highest().max(), "half the ranks at least"),
                        Target.of(
                                Recorded.RANK_INFLIGHT_AGE
                                        .in(JOB, NODES)
                                        .highest()
                                        .max(),
                                "longest")));
    }
}
