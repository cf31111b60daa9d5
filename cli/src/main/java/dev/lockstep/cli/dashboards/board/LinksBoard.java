// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.dashboards.board;

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
import dev.lockstep.cli.dashboards.model.View;
import dev.lockstep.cli.dashboards.promql.Expr;
import dev.lockstep.cli.dashboards.promql.Labels;
import dev.lockstep.cli.dashboards.promql.Recorded;
import dev.lockstep.cli.dashboards.promql.Selector;
import dev.lockstep.cli.dashboards.promql.Series;
import dev.lockstep.cli.rules.model.DeviceSorts;
import dev.lockstep.core.metric.DeviceGpuMetrics;
import dev.lockstep.core.metric.DeviceLinkMetrics;
import dev.lockstep.core.metric.MetricFamily;
import java.util.List;

/// Links of devices and what their GPUs suffer: NICs, NVLink, PCIe, whoever uses them.
final class LinksBoard {
    private static final int WORST = 10;
    private static final String LINK = "{{node}} {{device}}";
    private static final String WITHOUT_NCCL = "the same: the hardware is read whether or not a job runs.";

    private LinksBoard() {}

    static Dashboard board() {
        return new Dashboard(
                "lockstep-links",
                "Lockstep / Links and hardware",
                "NICs, NVLink, PCIe and GPUs of nodes: how far they are used, what they suffer, what differs.",
                List.of(Chooser.watched()),
                List.of(use(), NetworkRow.of(), suffering(), standing(), gpus(), TroublePanels.told()));
    }

    private static Row use() {
        return Row.of(
                "How far are links used?",
                Panel.of(
                        "Utilisation by device",
                        new View.HeatMap(View.Scheme.BLUES),
                        Look.share(),
                        Size.FULL,
                        new Explanation(
                                "Bytes a second of the busier direction over what the link can carry, for each link.",
                                "One row paler than its peers: that rail carries less. One darker: the others wait for it.",
                                WITHOUT_NCCL),
                        Target.of(Recorded.LINK_UTILISATION.in(NODES).now().max(Labels.NODE, Labels.DEVICE), LINK)),
                lines(
                        "Busiest links",
                        Looks.BYTES_PER_SECOND,
                        "Bytes a second of the busier direction, the " + WORST + " busiest links.",
                        "At its capacity: the network is what the job waits for.",
                        Target.of(
                                Recorded.LINK_TRAFFIC
                                        .in(NODES)
                                        .now()
                                        .max(Labels.NODE, Labels.DEVICE)
                                        .top(WORST),
                                LINK)),
                lines(
                        "Signs of congestion",
                        Looks.PER_SECOND,
                        "Congestion notifications, marked packets and waits for credit, the " + WORST + " most.",
                        "On all links of a rail: the network is full. It is no fault of the link.",
                        Target.of(
                                of(DeviceLinkMetrics.CONGESTION)
                                        .rate()
                                        .sum(Labels.NODE, Labels.DEVICE, Labels.SIGNAL)
                                        .top(WORST),
                                LINK + " {{signal}}")));
    }

    private static Row suffering() {
        return Row.of(
                "What do they suffer?",
                lines(
                        "Errors and retries that cost time",
                        Looks.PER_SECOND,
                        "Errors and retries a second over five minutes, the " + WORST + " worst links.",
                        "One far above the others: LockstepLinkErrors names it.",
                        Target.of(
                                Recorded.LINK_ERRORS
                                        .in(NODES)
                                        .now()
                                        .max(Labels.NODE, Labels.DEVICE)
                                        .top(WORST),
                                LINK)),
                lines(
                        "Errors by sort",
                        Looks.PER_SECOND,
                        "Errors a second of all chosen nodes, by what they are.",
                        "`receive`, `symbol`: cables. `timeout`, `retransmit`: loss on the way.",
                        Target.of(
                                of(DeviceLinkMetrics.ERRORS).rate().sum(Labels.KIND, Labels.ERROR),
                                "{{kind}} {{error}}")),
                Panel.of(
                        "Links down",
                        new View.States(),
                        Looks.COUNT.says(0, "down", Color.RED).says(1, "up", Color.GREEN),
                        Size.FULL,
                        new Explanation(
                                "Links that were down in the time shown.",
                                "Red between green: it flaps. Red for ever: nothing is plugged in there, perhaps.",
                                WITHOUT_NCCL),
                        Target.of(of(DeviceLinkMetrics.UP).now().min(Labels.NODE, Labels.DEVICE), LINK)));
    }

    private static Row standing() {
        String device = Expr.list(Labels.NODE, Labels.KIND, Labels.DEVICE);
        return Row.of(
                "What differs?",
                Panel.of(
                        "Links, what they carry and what they are",
                        new View.Rows(
                                List.of(
                                        Column.label(Labels.NODE, "Node"),
                                        Column.label(Labels.DEVICE, "Device"),
                                        Column.label(Labels.KIND, "Kind"),
                                        Column.label(Labels.DRIVER, "Driver"),
                                        Column.label(Labels.FIRMWARE, "Firmware"),
                                        Column.label(Labels.PCI_BUS_ID, "PCI address"),
                                        Column.value(0, "Capacity", Looks.BYTES_PER_SECOND)),
                                "Node"),
                        Looks.COUNT,
                        Size.FULL,
                        new Explanation(
                                "Each link with what it can carry as it stands, its driver and firmware.",
                                "One firmware or capacity that differs from its peers' is worth a look.",
                                WITHOUT_NCCL),
                        Target.of(of(DeviceLinkMetrics.CAPACITY)
                                .now()
                                .joined(
                                        device,
                                        Expr.list(Labels.DRIVER, Labels.FIRMWARE, Labels.PCI_BUS_ID),
                                        Expr.one(
                                                of(DeviceLinkMetrics.INFO).now(),
                                                device,
                                                Expr.list(Labels.DRIVER, Labels.FIRMWARE, Labels.PCI_BUS_ID))))),
                lines(
                        "PCIe below what card and slot can do",
                        Look.share(),
                        "What the PCIe link carries over what both ends could.",
                        "Half: half of the lanes are gone. An idle GPU lowers its speed.",
                        Target.of(
                                of(DeviceLinkMetrics.CAPACITY)
                                        .is(Labels.KIND, "pcie")
                                        .now()
                                        .max(Labels.NODE, Labels.DEVICE)
                                        .overEach(
                                                Expr.list(Labels.NODE, Labels.DEVICE),
                                                of(DeviceLinkMetrics.CAPACITY_MAX)
                                                        .is(Labels.KIND, "pcie")
                                                        .now()
                                                        .max(Labels.NODE, Labels.DEVICE)),
                                LINK)));
    }

    private static Row gpus() {
        return Row.of(
                "What befell GPUs?",
                lines(
                        "Faults that the driver reported",
                        Looks.SOME_IS_ODD,
                        "Xids, SXids, and GPUs off the bus, those that began something; of programs too.",
                        "48, 74, 79, 94, 95: hardware. 13, 31, 43: mostly the program.",
                        Target.of(
                                of(DeviceGpuMetrics.FAULTS)
                                        .is(Labels.CAUSE, "itself")
                                        .now()
                                        .sum(Labels.NODE, Labels.GPU, Labels.EVENT, Labels.CODE),
                                "{{node}} GPU {{gpu}} {{event}} {{code}}")),
                lines(
                        "Held back by heat or power",
                        Looks.NONE_IS_GOOD,
                        "GPUs whose clock is held down, but for idling and the power cap.",
                        "All ranks wait for the slowest GPU.",
                        Target.of(
                                of(DeviceGpuMetrics.THROTTLED)
                                        .matches(Labels.REASON, DeviceSorts.HEAT_OR_POWER)
                                        .now()
                                        .max(Labels.NODE, Labels.GPU, Labels.REASON)
                                        .above(0),
                                "{{node}} GPU {{gpu}} {{reason}}")));
    }

    private static Panel lines(String title, Look look, String meaning, String reading, Target target) {
        return Panel.of(title, View.lines(), look, Size.HALF, new Explanation(meaning, reading, WITHOUT_NCCL), target);
    }

    private static Selector of(MetricFamily family) {
        return Series.of(family).in(NODES);
    }
}
