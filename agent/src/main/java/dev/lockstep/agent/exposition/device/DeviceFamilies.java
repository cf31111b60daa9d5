// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.exposition.device;

import dev.lockstep.agent.exposition.series.Families;
import dev.lockstep.agent.snapshot.SourceSnapshot;
import dev.lockstep.core.model.device.DeviceReport;
import java.util.List;

/// What all sources say of the node's hardware.
public final class DeviceFamilies {
    private final LinkFamilies links;
    private final GpuFamilies gpus;

    /// Puts it into `families`.
    public DeviceFamilies(Families families, String node) {
        links = new LinkFamilies(families, node);
        gpus = new GpuFamilies(families, node);
    }

    /// All of it; the source that comes first speaks for a link or GPU that two name, and for all faults.
    public void add(List<SourceSnapshot> sources) {
        for (SourceSnapshot source : sources) {
            source.devices().links().forEach(links::add);
            source.devices().gpus().forEach(gpus::add);
        }
        DeviceReport.faultsOfFirst(sources.stream().map(SourceSnapshot::devices).toList())
                .forEach(gpus::add);
    }
}
