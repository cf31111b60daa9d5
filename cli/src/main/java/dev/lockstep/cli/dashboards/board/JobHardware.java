// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import static dev.lockstep.cli.dashboards.promql.Variable.JOB;
import static dev.lockstep.cli.dashboards.promql.Variable.NODES;

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
import dev.lockstep.cli.dashboards.promql.Foreign;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Selector;
import dev.lockstep.cli.dashboards.promql.Series;

/// The rows of one job's hardware: what DCGM says of its GPUs, and node_exporter of its nodes' networks.
final class JobHardware {
    private static final Selector RANKS = Joins.RANK.in(JOB, NODES);
    private static final String NO_DEVICE = "lo|veth.*|docker.*|cali.*|cni.*|flannel.*|lxc.*";

    private JobHardware() {}

    static Row gpus() {
        return Row.of(
                "What do its GPUs say? (DCGM)",
                spread("SM activity", Foreign.SM_ACTIVE, Look.share(), "Low on all: the job does not compute."),
                spread(
                        "Tensor core activity",
                        Foreign.TENSOR_ACTIVE,
                        Look.share(),
                        "The work that pays. 50 % is good for a large model."),
                spread(
                        "GPU utilisation",
                        Foreign.GPU_UTIL,
                        Look.of(Unit.PERCENT).upTo(100),
                        "A kernel was running, no more: it reads 100 % while NCCL waits."),
                spread(
                        "Temperature",
                        Foreign.GPU_TEMPERATURE,
                        Look.of(Unit.CELSIUS).from(85, Color.ORANGE),
                        "One far above the others will be slowed down, and everybody waits for it."),
                spread(
                        "Framebuffer used",
                        Foreign.FRAMEBUFFER_USED,
                        Look.of(Unit.MEBIBYTES),
                        "Ranks of one stage should use the same."),
                spread(
                        "SM clock (MHz)",
                        Foreign.SM_CLOCK,
                        Looks.COUNT,
                        "The lowest below the others: that GPU is throttled and the likely late rank."),
                errors(),
                both("NVLink", Foreign.NVLINK_SENT, Foreign.NVLINK_RECEIVED, "traffic inside nodes"),
                both("PCIe", Foreign.PCIE_SENT, Foreign.PCIE_RECEIVED, "traffic to the host and the NICs"));
    }

    static Row network() {
        return Row.of(
                "What do its nodes' networks say? (node_exporter)",
                Panel.of(
                        "Ethernet and RoCE",
                        View.lines(),
                        Looks.BYTES_PER_SECOND,
                        Size.THIRD,
                        network(
                                "Bytes that the nodes' network devices moved, containers' and loopback left out.",
                                "RDMA bypasses these counters on many cards: 0 beside much NCCL traffic is usual."),
                        Target.of(Joins.ofNodes(physical(Foreign.NETWORK_SENT)), "{{node}} sent"),
                        Target.of(Joins.ofNodes(physical(Foreign.NETWORK_RECEIVED)), "{{node}} received")),
                Panel.of(
                        "InfiniBand",
                        View.lines(),
                        Looks.BYTES_PER_SECOND,
                        Size.THIRD,
                        network(
                                "Bytes that the nodes' InfiniBand ports moved, RDMA included.",
                                "Nodes of one job should look alike. Empty without InfiniBand."),
                        Target.of(Joins.ofNodes(Foreign.INFINIBAND_SENT.all()), "{{node}} sent"),
                        Target.of(Joins.ofNodes(Foreign.INFINIBAND_RECEIVED.all()), "{{node}} received")),
                Panel.of(
                        "Network errors",
                        View.lines(),
                        Looks.PER_SECOND,
                        Size.THIRD,
                        network(
                                "Errors of network devices, and of InfiniBand ports with links that went down.",
                                "0 is right. A node with errors is the first to suspect where bandwidth is low."),
                        Target.of(Joins.ofNodes(physical(Foreign.NETWORK_SENT_ERRORS)), "{{node}} sending"),
                        Target.of(Joins.ofNodes(physical(Foreign.NETWORK_RECEIVED_ERRORS)), "{{node}} receiving"),
                        Target.of(Joins.ofNodes(Foreign.INFINIBAND_ERRORS.all()), "{{node}} InfiniBand receiving"),
                        Target.of(Joins.ofNodes(Foreign.INFINIBAND_LINK_DOWN.all()), "{{node}} InfiniBand link down")));
    }

    /// Least, mean and most over the job's GPUs: one that differs shows, whatever their number.
    private static Panel spread(String title, Series series, Look look, String reading) {
        Expr values = Joins.ofRanks(series, RANKS);
        return Panel.of(
                title,
                View.lines(),
                look,
                Size.THIRD,
                new Explanation(
                        series.name() + " of the GPUs on which the chosen job's ranks run: least, mean and most.",
                        reading,
                        Inspector.NO_GPU),
                Target.of(values.min(), "least"),
                Target.of(values.avg(), "mean"),
                Target.of(values.max(), "most"));
    }

    private static Panel errors() {
        return Panel.of(
                "Errors of GPUs",
                View.lines(),
                Looks.SOME_IS_ODD,
                Size.THIRD,
                new Explanation(
                        "ECC errors since the GPU was last reset, corrected and not, of all GPUs of the job, and GPUs"
                                + " whose last XID is not 0.",
                        "Uncorrected ones kill a job. An XID that appears is the cause of what happens next; the"
                                + " dashboard GPU says which.",
                        Inspector.NO_GPU),
                Target.of(Joins.ofRanks(Foreign.ECC_UNCORRECTED, RANKS).sum(), "ECC uncorrected"),
                Target.of(Joins.ofRanks(Foreign.ECC_CORRECTED, RANKS).sum(), "ECC corrected"),
                Target.of(Joins.ofRanks(Foreign.XID, RANKS).above(0).count().orZero(), "GPUs with an XID"));
    }

    private static Panel both(String title, Series sent, Series received, String what) {
        return Panel.of(
                title,
                View.lines(),
                Looks.BYTES_PER_SECOND,
                Size.THIRD,
                new Explanation(
                        "Bytes that DCGM counts on " + title + ", all GPUs of the job together: " + what + ".",
                        "It should rise and fall with the traffic that NCCL was asked to move. Headers are in it.",
                        Inspector.NO_GPU),
                Target.of(Joins.ofRanks(sent, RANKS).sum(), "sent"),
                Target.of(Joins.ofRanks(received, RANKS).sum(), "received"));
    }

    private static Explanation network(String shows, String reading) {
        return new Explanation(
                shows + " Joined on the label `node` of node_exporter's target, else on the host's name.",
                reading,
                Inspector.SAME);
    }

    private static Selector physical(Series series) {
        return series.all().matchesNot(Labels.DEVICE, NO_DEVICE);
    }
}
