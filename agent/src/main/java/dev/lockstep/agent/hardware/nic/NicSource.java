// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nic;

import dev.lockstep.agent.hardware.sysfs.CounterTotals;
import dev.lockstep.agent.hardware.sysfs.Sysfs;
import dev.lockstep.agent.source.Reading;
import dev.lockstep.agent.source.Source;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.DeviceReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// What sysfs shows of the links of a node: ports of NICs, Ethernet interfaces, PCIe links of NICs and GPUs.
///
/// ```
/// lockstep_device_link_up{node="node-a",kind="ib",device="mlx5_0:1"} 1
/// lockstep_device_link_errors_total{node="node-a",kind="ib",device="mlx5_0:1",error="symbol"} 3
/// ```
public final class NicSource implements Source {
    /// Links that are shown.
    static final int LINKS_MAX = 512;

    private final Path sysfs;
    private final CounterTotals totals = new CounterTotals();
    private final RdmaPorts rdma = new RdmaPorts(totals);
    private final NetInterfaces net = new NetInterfaces(totals);
    private final PciLinks pci = new PciLinks(totals);
    private long refused;

    /// Reads under `sysfs`, which is `/sys` or where a container has it.
    public NicSource(Path sysfs) {
        this.sysfs = sysfs;
    }

    @Override
    public String name() {
        return "nic";
    }

    @Override
    public Reading read(Instant now) {
        if (!Files.isDirectory(sysfs)) {
            return new Reading.Absent("no directory " + sysfs);
        }
        List<DeviceLink> links = new ArrayList<>();
        for (Path device : Sysfs.entries(sysfs.resolve("class/infiniband"), RdmaPorts.DEVICES_MAX)) {
            links.addAll(rdma.of(device));
            pci.of(device.resolve("device"), device.getFileName().toString(), OptionalInt.empty())
                    .ifPresent(links::add);
        }
        for (Path each : Sysfs.entries(sysfs.resolve("class/net"), NetInterfaces.INTERFACES_MAX)) {
            net.of(each).ifPresent(links::add);
        }
        List<Path> gpus = PciGpus.in(sysfs);
        for (int gpu = 0; gpu < gpus.size(); gpu++) {
            pci.of(gpus.get(gpu), "gpu" + gpu, OptionalInt.of(gpu)).ifPresent(links::add);
        }
        DeviceReport report = DeviceReport.ofLinks(bounded(links));
        return links.isEmpty()
                ? new Reading.Absent("neither NICs nor GPUs under " + sysfs)
                : Reading.Fresh.ofDevices(report, refusals());
    }

    private List<DeviceLink> bounded(List<DeviceLink> links) {
        refused += Math.max(0, links.size() - LINKS_MAX);
        return links.subList(0, Math.min(links.size(), LINKS_MAX));
    }

    private Map<String, Long> refusals() {
        return refused == 0 ? Map.of() : Map.of("links_over_limit", refused);
    }

    @Override
    public void close() {
        // Nothing is held open.
    }
}
