// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import static dev.lockstep.cli.dashboards.promql.Variable.COMMS;
import static dev.lockstep.cli.dashboards.promql.Variable.JOB;
import static dev.lockstep.cli.dashboards.promql.Variable.NODES;

import dev.lockstep.cli.dashboards.model.Chooser;
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
import dev.lockstep.cli.dashboards.promql.Series;
import dev.lockstep.core.metric.ChannelMetrics;
import java.util.List;

/// The ranks of one job beside each other: which is late, which is slow, which carries more?
final class RanksBoard {
    private static final String[] BY_RANK = {Labels.RANK, Labels.NODE, Labels.GPU};
    private static final int RANKING_MAX = 50;
    private static final int CHANNELS_MAX = 20;

    private RanksBoard() {}

    static Dashboard board() {
        return new Dashboard(
                "lockstep-ranks",
                "Lockstep / Ranks",
                "The ranks of one job beside each other. In collectives whose ends align, the late rank has the"
                        + " SHORTEST time: it waits for nobody.",
                List.of(Chooser.jobs(JOB), Chooser.nodes(NODES, JOB), Chooser.communicators()),
                List.of(ranking(), overTime(), load(), channels()));
    }

    private static Row ranking() {
        return Row.of(
                "Which rank is late?",
                Panel.of(
                        "Ranks by lateness",
                        new View.Rows(
                                List.of(
                                        Column.label(Labels.RANK, "Rank"),
                                        Column.label(Labels.NODE, "Node").to("lockstep-gpu", "node"),
                                        Column.label(Labels.GPU, "GPU"),
                                        Column.value(0, "Others wait for it", Looks.LATE),
                                        Column.value(1, "Waits itself", Looks.WAITING),
                                        Column.value(2, "Busy with NCCL", Look.share()),
                                        Column.value(3, "Slowest function's P99", Looks.SECONDS),
                                        Column.value(4, "Traffic", Looks.BYTES_PER_SECOND)),
                                "Others wait for it"),
                        Looks.COUNT,
                        Size.TALL,
                        new Explanation(
                                "The " + RANKING_MAX
                                        + " latest ranks. Others wait for it: the part of the time by which"
                                        + " its peers' mean time in aligned collectives is longer than its own, in the"
                                        + " communicator where this is most.",
                                "The culprit has much on the left and little beside it: the late rank has the shortest"
                                        + " time. A rank that is late and waits too is a victim of somebody else.",
                                Inspector.NO_RANK),
                        Target.of(Recorded.RANK_LATENESS
                                .in(JOB, NODES)
                                .now()
                                .max(BY_RANK)
                                .top(RANKING_MAX)),
                        Target.of(Recorded.RANK_WAIT.in(JOB, NODES).now().max(BY_RANK)),
                        Target.of(Recorded.RANK_BUSY.in(JOB, NODES).now().max(BY_RANK)),
                        Target.of(Recorded.RANK_P99.in(JOB, NODES).now().max(BY_RANK)),
                        Target.of(Recorded.RANK_TRAFFIC.in(JOB, NODES).now().max(BY_RANK))),
                members());
    }

    private static Panel members() {
        String[] by = {Labels.JOB_ID, Labels.COMM, Labels.COMM_RANK, Labels.RANK, Labels.NODE, Labels.GPU};
        return Panel.of(
                "Ranks of communicators by lateness",
                new View.Rows(
                        List.of(
                                Column.label(Labels.JOB_ID, "Job"),
                                Column.label(Labels.COMM, "Communicator"),
                                Column.label(Labels.COMM_RANK, "Its rank"),
                                Column.label(Labels.RANK, "Rank"),
                                Column.label(Labels.NODE, "Node").to("lockstep-gpu", "node"),
                                Column.label(Labels.GPU, "GPU"),
                                Column.label(Labels.UUID, "UUID").to("lockstep-gpu", "uuid"),
                                Column.value(0, "Others wait for it", Looks.LATE),
                                Column.value(1, "Arrives later by", Looks.SECONDS),
                                Column.value(2, "Mean time", Looks.SECONDS),
                                Column.value(3, "Waits itself", Looks.WAITING)),
                        "Others wait for it"),
                Looks.COUNT,
                Size.FULL,
                new Explanation(
                        "The same for each communicator. Arrives later by: the longest mean time of its ranks less its"
                                + " own, an operation.",
                        "Late by as much in all its communicators: the GPU or the host. Late in one only: what happens"
                                + " between that one's operations.",
                        Inspector.NO_RANK_COLUMN),
                Target.of(Joins.withGpu(Recorded.MEMBER_LATENESS
                        .in(JOB, NODES, COMMS)
                        .now()
                        .max(by)
                        .top(RANKING_MAX))),
                Target.of(Recorded.MEMBER_LATENESS_SECONDS
                        .in(JOB, NODES, COMMS)
                        .now()
                        .max(by)),
                Target.of(Recorded.MEMBER_MEAN.in(JOB, NODES, COMMS).now().max(by)),
                Target.of(Recorded.MEMBER_WAIT.in(JOB, NODES, COMMS).now().max(by)));
    }

    private static Row overTime() {
        return Row.of(
                "Since when, and always the same one?",
                map(
                        "Lateness, rank by rank",
                        View.Scheme.REDS,
                        Look.of(Unit.SHARE),
                        Recorded.RANK_LATENESS.in(JOB, NODES).highest(),
                        "Part of the time that others wait for the rank, the highest since the column before.",
                        "One dark line is a culprit, and where it begins is when it began. Marks that wander are noise"
                                + " or the load; a whole block is a node."),
                map(
                        "Wait, rank by rank",
                        View.Scheme.BLUES,
                        Look.of(Unit.SHARE),
                        Recorded.RANK_WAIT.in(JOB, NODES).highest(),
                        "Part of the time that the rank waits in collectives, the highest since the column before.",
                        "The culprit is the pale line among dark ones."),
                map(
                        "Longest P99, rank by rank",
                        View.Scheme.ORANGES,
                        Looks.SECONDS,
                        Recorded.RANK_P99.in(JOB, NODES).highest(),
                        "The slowest function's P99 over five minutes, the highest since the column before.",
                        "Dark from one moment on over all ranks: they wait for one, or the network is slow. The late"
                                + " rank stays pale."));
    }

    private static Panel map(String title, View.Scheme scheme, Look look, Expr values, String shows, String reading) {
        return Panel.of(
                title,
                new View.HeatMap(scheme),
                look,
                Size.TALL,
                new Explanation(shows + " A peak is never averaged away.", reading, Inspector.NO_RANK),
                Target.of(values.max(Labels.RANK), "{{rank}}"));
    }

    private static Row load() {
        return Row.of(
                "Which rank carries more?",
                Panel.of(
                        "Traffic by rank",
                        View.lines(),
                        Looks.BYTES_PER_SECOND,
                        Size.HALF,
                        new Explanation(
                                "Bytes a second that the rank moves by collectives, Send and Recv.",
                                "Ranks of one role lie together. One apart does other work, and will be late or wait.",
                                Inspector.NO_RANK),
                        Target.of(Recorded.RANK_TRAFFIC.in(JOB, NODES).now().max(Labels.RANK), "rank {{rank}}")),
                Panel.of(
                        "Traffic since the ranks began",
                        View.lines(),
                        Look.of(Unit.BYTES),
                        Size.HALF,
                        new Explanation(
                                "Bytes that the rank has moved since it began.",
                                "Lines that part are an imbalance that lasts. A line that stays level is a rank that"
                                        + " has stopped.",
                                Inspector.NO_RANK),
                        Target.of(
                                Recorded.RANK_TRAFFIC_TOTAL.in(JOB, NODES).now().max(Labels.RANK), "rank {{rank}}")),
                Panel.of(
                        "Imbalance of traffic",
                        View.lines(),
                        Looks.COUNT,
                        Size.HALF,
                        new Explanation(
                                "Traffic of the rank with most over that of the mean rank.",
                                "1 is balanced. A mixture of experts, or stages of a pipeline, have more by design.",
                                Inspector.SAME),
                        Target.of(Recorded.JOB_IMBALANCE.in(JOB).now().max(), "most over mean")),
                Panel.of(
                        "Oldest operation in flight, by rank",
                        View.lines(),
                        Looks.INFLIGHT_AGE,
                        Size.HALF,
                        new Explanation(
                                "Age of the oldest operation that the rank has enqueued and that is not done.",
                                "In a hang: those at 0 have not entered what the others wait in. Look at them, not at"
                                        + " the many.",
                                Inspector.NO_INFLIGHT),
                        Target.of(
                                Recorded.RANK_INFLIGHT_AGE
                                        .in(JOB, NODES)
                                        .highest()
                                        .max(Labels.RANK),
                                "rank {{rank}}")));
    }

    private static Row channels() {
        String[] by = {Labels.RANK, Labels.NODE, Labels.COMM, Labels.CHANNEL};
        String legend = "rank {{rank}} {{node}} channel {{channel}} of {{comm}}";
        Expr lag =
                Series.of(ChannelMetrics.STOP_LAG).in(JOB, NODES, COMMS).rate().sum(by);
        Expr operations = Series.of(ChannelMetrics.OPERATIONS)
                .in(JOB, NODES, COMMS)
                .rate()
                .sum(by);
        return Row.of(
                "Is one channel, one rail, slow?",
                Panel.of(
                        "Slowest channels",
                        View.lines(),
                        Looks.SECONDS,
                        Size.HALF,
                        new Explanation(
                                "Mean time of an operation on a channel over five minutes, the " + CHANNELS_MAX
                                        + " longest of communicators that span nodes.",
                                "Channels of one communicator should lie together. One above them on several ranks is a"
                                        + " slow rail. `other` is channels that are not shown one by one.",
                                Inspector.NO_CHANNELS),
                        Target.of(
                                Recorded.CHANNEL_MEAN
                                        .in(JOB, NODES, COMMS)
                                        .now()
                                        .max(by)
                                        .top(CHANNELS_MAX),
                                legend)),
                Panel.of(
                        "Channels that wait for the slowest",
                        View.lines(),
                        Looks.SECONDS,
                        Size.HALF,
                        new Explanation(
                                "How far a channel stops ahead of its operation's last one, mean of an operation, the "
                                        + CHANNELS_MAX + " longest.",
                                "It grows on all channels but the slow one: the one that is missing here is the slow"
                                        + " one.",
                                Inspector.NO_CHANNELS),
                        Target.of(lag.over(operations).top(CHANNELS_MAX), legend)));
    }
}
