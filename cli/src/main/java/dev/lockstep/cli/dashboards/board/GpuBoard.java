// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

import static dev.lockstep.cli.dashboards.promql.Variable.GPU;
import static dev.lockstep.cli.dashboards.promql.Variable.NODE;

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
import dev.lockstep.cli.dashboards.promql.Series;
import java.util.List;

/// One GPU: what its rank does with NCCL and what DCGM measures, joined on the UUID.
final class GpuBoard {
    private GpuBoard() {}

    static Dashboard board() {
        return new Dashboard(
                "lockstep-gpu",
                "Lockstep / GPU",
                "One GPU: what its rank does with NCCL, and what DCGM measures on it, joined on the UUID.",
                List.of(Chooser.nodes(NODE), Chooser.gpus()),
                List.of(who(), work(), health(), links(), neighbours()));
    }

    private static Row who() {
        return Row.of("Who runs on it?", ranks(), ofDcgm());
    }

    private static Panel ranks() {
        return Panel.of(
                "Ranks on this GPU",
                new View.Rows(
                        List.of(
                                Column.label(Labels.JOB_ID, "Job").to("lockstep-job", "job"),
                                Column.label(Labels.RANK, "Rank"),
                                Column.label(Labels.GPU, "GPU"),
                                Column.label(Labels.PID, "Process"),
                                Column.label(Labels.SLURM_USER, "User"),
                                Column.label(Labels.K8S_POD, "Pod"),
                                Column.label(Labels.HOSTNAME, "Host, as it sees it"),
                                Column.label(Labels.PCI_BUS_ID, "PCI address"),
                                Column.label(Labels.NCCL_VERSION, "NCCL"),
                                Column.value(0, "Processes", Looks.COUNT)),
                        "Job"),
                Looks.COUNT,
                new Size(14, 5),
                new Explanation(
                        "The ranks whose process uses this GPU, and who they belong to.",
                        "Two jobs on one GPU slow each other down. Process is the id in its own container.",
                        Inspector.NO_GPU),
                Target.of(Joins.RANK
                        .in(NODE, GPU)
                        .now()
                        .sum(
                                Labels.JOB_ID,
                                Labels.RANK,
                                Labels.GPU,
                                Labels.PID,
                                Labels.SLURM_USER,
                                Labels.K8S_POD,
                                Labels.HOSTNAME,
                                Labels.PCI_BUS_ID,
                                Labels.NCCL_VERSION)));
    }

    private static Panel ofDcgm() {
        return Panel.of(
                "The same GPU for DCGM",
                new View.Rows(
                        List.of(
                                Column.label(Labels.DCGM_HOSTNAME, "Hostname"),
                                Column.label(Labels.HOSTNAME, "hostname"),
                                Column.label(Labels.GPU, "GPU"),
                                Column.label(Labels.DCGM_MODEL, "Model"),
                                Column.label(Labels.DCGM_DRIVER, "Driver"),
                                Column.value(0, "Temperature", Look.of(Unit.CELSIUS))),
                        "GPU"),
                Looks.COUNT,
                new Size(10, 5),
                new Explanation(
                        "What dcgm-exporter calls this GPU. Its label is `Hostname` or `hostname`, by its version and"
                                + " set-up; here both are read, and the UUID decides.",
                        "Empty: no dcgm-exporter is scraped, or a GPU in parts (MIG), whose UUIDs DCGM does not use.",
                        Inspector.NO_GPU),
                Target.of(dcgm(Foreign.GPU_TEMPERATURE)
                        .max(
                                Labels.DCGM_HOSTNAME,
                                Labels.HOSTNAME,
                                Labels.GPU,
                                Labels.DCGM_MODEL,
                                Labels.DCGM_DRIVER)));
    }

    private static Row work() {
        return Row.of(
                "Does it compute, communicate or wait?",
                Panel.of(
                        "NCCL beside the GPU's work",
                        View.lines(),
                        Look.share(),
                        Size.HALF,
                        new Explanation(
                                "Part of the time in which a collective ran, in which the rank waited for others, and"
                                        + " in which others waited for it; beside it DCGM's activity.",
                                "Others wait for it, and it computes: this GPU is slow. Others wait, and it does"
                                        + " nothing: its host is late. GPU utilisation reads 100 % while NCCL waits.",
                                Inspector.NO_GPU),
                        Target.of(ofGpu(Recorded.RANK_BUSY).max(), "NCCL"),
                        Target.of(ofGpu(Recorded.RANK_WAIT).max(), "waits for others"),
                        Target.of(ofGpu(Recorded.RANK_LATENESS).max(), "others wait for it"),
                        Target.of(dcgm(Foreign.TENSOR_ACTIVE).max(), "tensor cores"),
                        Target.of(dcgm(Foreign.SM_ACTIVE).max(), "SMs"),
                        Target.of(dcgm(Foreign.DRAM_ACTIVE).max(), "memory"),
                        Target.of(dcgm(Foreign.GPU_UTIL).max().over(Expr.of(100)), "GPU utilisation (DCGM)")),
                Panel.of(
                        "P99 by collective",
                        View.logarithmic(),
                        Looks.SECONDS,
                        Size.HALF,
                        new Explanation(
                                "P99 of the time in the kernel on this GPU over five minutes.",
                                "Shorter than on its peers: it comes last and waits for nobody, so it is the late one.",
                                Inspector.NO_GPU),
                        Target.of(ofGpu(Recorded.RANK_P99).max(Labels.COLLECTIVE), "{{collective}}")),
                Panel.of(
                        "Oldest operation in flight on this GPU",
                        View.lines(),
                        Looks.INFLIGHT_AGE,
                        Size.FULL,
                        new Explanation(
                                "Age of the oldest operation that is enqueued on this GPU and not done.",
                                "A straight line upwards: it waits in a collective. At 0 while others wait: it has not"
                                        + " entered.",
                                Inspector.NO_INFLIGHT),
                        Target.of(ofGpu(Recorded.RANK_INFLIGHT_AGE).max(Labels.RANK), "rank {{rank}}")));
    }

    private static Row health() {
        return Row.of(
                "Is the hardware well? (DCGM)",
                one("Power", Look.of(Unit.WATT), "Low beside full tensor activity: a power cap.", Foreign.POWER),
                one(
                        "Temperatures",
                        Look.of(Unit.CELSIUS).from(85, Color.ORANGE),
                        "Near the limit the clock falls, and everybody waits for this rank.",
                        Foreign.GPU_TEMPERATURE,
                        Foreign.MEMORY_TEMPERATURE),
                one(
                        "SM clock, MHz",
                        Looks.COUNT,
                        "It falls under load: throttled, by heat or by power.",
                        Foreign.SM_CLOCK),
                one(
                        "Framebuffer",
                        Look.of(Unit.MEBIBYTES),
                        "Free near 0: the next allocation fails.",
                        Foreign.FRAMEBUFFER_USED,
                        Foreign.FRAMEBUFFER_FREE),
                one(
                        "ECC errors since the reset",
                        Looks.SOME_IS_ODD,
                        "Uncorrected ones kill the job; many corrected ones foretell them.",
                        Foreign.ECC_UNCORRECTED,
                        Foreign.ECC_CORRECTED),
                one(
                        "Last XID",
                        Looks.SOME_IS_ODD,
                        "0 is none. 48, 63, 64, 74, 79, 94, 95: drain the node. 13, 31, 43: mostly the program.",
                        Foreign.XID));
    }

    private static Row links() {
        return Row.of(
                "What does it move?",
                Panel.of(
                        "Traffic that NCCL was asked to move",
                        View.lines(),
                        Looks.BYTES_PER_SECOND,
                        Size.THIRD,
                        new Explanation(
                                "Bytes of collectives, Send and Recv of this GPU's rank.",
                                "Beside NVLink and PCIe it tells which way they go.",
                                Inspector.NO_GPU),
                        Target.of(ofGpu(Recorded.RANK_TRAFFIC).max(), "NCCL")),
                one(
                        "NVLink, bytes a second",
                        Looks.BYTES_PER_SECOND,
                        "It follows the traffic of communicators inside the node.",
                        Foreign.NVLINK_SENT,
                        Foreign.NVLINK_RECEIVED),
                one(
                        "PCIe, bytes a second",
                        Looks.BYTES_PER_SECOND,
                        "It follows the traffic of communicators between nodes, and the data loader's.",
                        Foreign.PCIE_SENT,
                        Foreign.PCIE_RECEIVED));
    }

    private static Row neighbours() {
        return Row.of(
                "Is it alone, or its whole node?",
                neighbours("Temperature of all GPUs of the node", Foreign.GPU_TEMPERATURE, Look.of(Unit.CELSIUS)),
                neighbours("SM clock of all GPUs of the node, MHz", Foreign.SM_CLOCK, Looks.COUNT),
                Panel.of(
                        "Lateness of all GPUs of the node",
                        View.lines(),
                        Looks.LATE,
                        Size.THIRD,
                        new Explanation(
                                "Part of the time that others wait for the rank on each GPU of the node.",
                                "Several of one node: the host, its network or its cooling. One: the GPU.",
                                Inspector.NO_GPU),
                        Target.of(
                                Recorded.RANK_LATENESS.in(NODE).now().max(Labels.GPU, Labels.RANK),
                                "GPU {{gpu}} rank {{rank}}")));
    }

    /// Found by the host's name, in either spelling.
    private static Panel neighbours(String title, Series series, Look look) {
        Expr either = series.all()
                .matches(Labels.DCGM_HOSTNAME, NODE.reference())
                .now()
                .or(series.all().matches(Labels.HOSTNAME, NODE.reference()).now());
        return Panel.of(
                title,
                View.lines(),
                look,
                Size.THIRD,
                new Explanation(
                        series.name() + " of each GPU whose `Hostname` or `hostname` is the node's name.",
                        "One apart is that GPU. All apart from other nodes: the node. Empty where dcgm-exporter calls"
                                + " the node by another name than the agent; `lockstep agent --node` sets ours.",
                        "the same, DCGM needs nothing of NCCL here."),
                Target.of(either.max(Labels.GPU), "GPU {{gpu}}"));
    }

    private static Panel one(String title, Look look, String reading, Series... series) {
        Target[] targets = new Target[series.length];
        for (int i = 0; i < series.length; i++) {
            targets[i] = Target.of(dcgm(series[i]).max(), words(series[i]));
        }
        return Panel.of(
                title,
                View.lines(),
                look,
                Size.THIRD,
                new Explanation("What DCGM says of this GPU.", reading, Inspector.NO_GPU),
                targets);
    }

    /// `DCGM_FI_DEV_GPU_TEMP` without what all have.
    private static String words(Series series) {
        return series.name().replaceFirst("DCGM_FI_(DEV|PROF)_", "");
    }

    private static Expr dcgm(Series series) {
        return series.all().matches(Labels.DCGM_UUID, GPU.reference()).now();
    }

    /// A recorded series of the rank that runs on this GPU.
    private static Expr ofGpu(Series series) {
        return series.in(NODE)
                .now()
                .knownTo(Joins.JOB_RANK, Joins.RANK.in(NODE, GPU).now());
    }
}
