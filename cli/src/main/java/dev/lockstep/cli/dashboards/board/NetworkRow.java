// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import static dev.lockstep.cli.dashboards.promql.Variable.NODES;

import dev.lockstep.cli.dashboards.model.Color;
import dev.lockstep.cli.dashboards.model.Column;
import dev.lockstep.cli.dashboards.model.Explanation;
import dev.lockstep.cli.dashboards.model.Look;
import dev.lockstep.cli.dashboards.model.Panel;
import dev.lockstep.cli.dashboards.model.Row;
import dev.lockstep.cli.dashboards.model.Size;
import dev.lockstep.cli.dashboards.model.Target;
import dev.lockstep.cli.dashboards.model.View;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Recorded;
import dev.lockstep.cli.dashboards.promql.Selector;
import dev.lockstep.cli.dashboards.promql.Series;
import dev.lockstep.core.metric.LinkMetrics;
import dev.lockstep.core.metric.MetricFamily;
import java.util.List;

/// What NCCL moves over the network, from whom to whom, and where its steps wait.
final class NetworkRow {
    private static final int WORST = 10;

    /// From here on NcclLinkSlow fires.
    private static final double SLOW = 2;

    private static final String[] EDGE = {
        Labels.JOB_ID, Labels.COMM, Labels.NODE, Labels.RANK, Labels.COMM_RANK, Labels.PEER, Labels.NIC
    };
    private static final String LEGEND = "{{node}} rank {{rank}} ({{comm_rank}} to {{peer}}) NIC {{nic}}";
    private static final String FROM_PLUGIN =
            "nothing: the plugin counts it, for communicators that span nodes. NVIDIA's Inspector does not.";

    private NetworkRow() {}

    static Row of() {
        return Row.of(
                "What does NCCL's traffic between nodes wait for?",
                slowness(),
                lines(
                        "Time of a step on the network",
                        Looks.SECONDS,
                        "How long a step that was sent takes to its completion, the " + WORST + " slowest ways.",
                        "One above the others: NcclLinkSlow names it. All of them: the network is full.",
                        Target.of(Recorded.EDGE_TIME.in(NODES).now().max(EDGE).top(WORST), LEGEND)),
                Panel.of(
                        "Where steps wait",
                        View.stacked(),
                        Looks.COUNT,
                        Size.HALF,
                        new Explanation(
                                "Steps of the timed ones that wait at a moment, by what for: the own GPU, a peer without"
                                        + " room, the network.",
                                "`gpu_wait`: GPUs are late, not the network. `peer_wait`: the receiver's host or GPU."
                                        + " `send_wait`: the wire.",
                                FROM_PLUGIN),
                        Target.of(
                                of(LinkMetrics.STEP_SECONDS).rate().sum(Labels.DIRECTION, Labels.STATE),
                                "{{direction}} {{state}}")),
                lines(
                        "What NCCL sends by node and NIC",
                        Looks.BYTES_PER_SECOND,
                        "Bytes a second, by NCCL's number of the NIC where it says one.",
                        "NICs of a node should carry alike; one far below the others is not used or not used well.",
                        Target.of(
                                sent(LinkMetrics.BYTES)
                                        .rate()
                                        .sum(Labels.NODE, Labels.TRANSPORT, Labels.NIC)
                                        .top(2 * WORST),
                                "{{node}} {{transport}} NIC {{nic}}")),
                matrix());
    }

    private static Panel slowness() {
        return Panel.of(
                "Ways between ranks, against the median of their job",
                new View.HeatMap(View.Scheme.REDS),
                slow(),
                Size.FULL,
                new Explanation(
                        "Time of a step on each way from a rank to a peer on another node, against the median way.",
                        "One dark row: that way. Dark rows of one NIC, or of one NIC's number on all nodes: that NIC or"
                                + " rail.",
                        FROM_PLUGIN),
                Target.of(Recorded.EDGE_SLOWNESS.in(NODES).now().max(EDGE), LEGEND));
    }

    private static Panel matrix() {
        return Panel.of(
                "From whom to whom",
                new View.Rows(
                        List.of(
                                Column.label(Labels.JOB_ID, "Job"),
                                Column.label(Labels.NODE, "From node"),
                                Column.label(Labels.RANK, "Rank"),
                                Column.label(Labels.COMM_RANK, "In communicator"),
                                Column.label(Labels.PEER, "To"),
                                Column.label(Labels.NIC, "NIC"),
                                Column.label(Labels.COMM, "Communicator"),
                                Column.value(0, "Against the median", slow()),
                                Column.value(1, "Time of a step", Looks.SECONDS),
                                Column.value(2, "Sent", Looks.BYTES_PER_SECOND)),
                        "Against the median"),
                Looks.COUNT,
                Size.FULL,
                new Explanation(
                        "All ways between ranks of different nodes, the slowest first.",
                        "What the rows on top have in common, a sender, a receiver, a NIC, is where to look.",
                        FROM_PLUGIN),
                Target.of(Recorded.EDGE_SLOWNESS.in(NODES).now().max(EDGE)),
                Target.of(Recorded.EDGE_TIME.in(NODES).now().max(EDGE)),
                Target.of(sent(LinkMetrics.BYTES).rate().sum(EDGE)));
    }

    private static Look slow() {
        return Looks.COUNT.from(SLOW, Color.RED);
    }

    private static Panel lines(String title, Look look, String meaning, String reading, Target target) {
        return Panel.of(title, View.lines(), look, Size.HALF, new Explanation(meaning, reading, FROM_PLUGIN), target);
    }

    private static Selector sent(MetricFamily family) {
        return of(family).is(Labels.DIRECTION, "send").isNot(Labels.PEER, "other");
    }

    private static Selector of(MetricFamily family) {
        return Series.of(family).in(NODES);
    }
}
