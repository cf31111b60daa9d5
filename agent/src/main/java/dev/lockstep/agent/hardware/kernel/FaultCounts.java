// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.kernel;

import dev.lockstep.core.analysis.cause.gpu.FaultRoots;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent;
import dev.lockstep.core.model.device.DeviceFault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/// Counts messages of NVIDIA's driver, those that began something apart from those that followed. A message is judged
/// when it comes, by what came with it and before.
final class FaultCounts {
    /// Faults that are told apart.
    static final int FAULTS_MAX = 256;

    /// Messages that are remembered, to know what follows from them.
    static final int RECENT_MAX = 512;

    private record Key(DeviceFault.Kind kind, OptionalInt code, String pciBusId, boolean isRoot) {}

    private final Function<String, OptionalInt> gpuIndex;
    private final Map<Key, DeviceFault> faults = new LinkedHashMap<>();
    private List<GpuEvent> recent = List.of();
    private long refused;

    FaultCounts(Function<String, OptionalInt> gpuIndex) {
        this.gpuIndex = gpuIndex;
    }

    /// Messages that came just now.
    void add(List<GpuEvent> events, long wallNanos) {
        if (events.isEmpty()) {
            return;
        }
        List<GpuEvent> all = new ArrayList<>(recent);
        all.addAll(events);
        Set<GpuEvent> roots = FaultRoots.of(all);
        events.forEach(event -> count(event, roots.contains(event), wallNanos));
        recent = all.subList(Math.max(0, all.size() - RECENT_MAX), all.size());
    }

    private void count(GpuEvent event, boolean isRoot, long wallNanos) {
        DeviceFault.Kind kind = switch (event.kind()) {
            case XID -> DeviceFault.Kind.XID;
            case SXID -> DeviceFault.Kind.SXID;
            case OFF_BUS -> DeviceFault.Kind.OFF_BUS;
            case WEDGED -> DeviceFault.Kind.WEDGED;
        };
        String bus = event.pci().contains(":") ? event.pci() + ".0" : "";
        Key key = new Key(kind, event.number(), bus, isRoot);
        DeviceFault before = faults.get(key);
        if (before == null && faults.size() >= FAULTS_MAX) {
            refused++;
            return;
        }
        faults.put(
                key,
                new DeviceFault(
                        kind,
                        event.number(),
                        bus.isEmpty() ? Optional.empty() : Optional.of(bus),
                        bus.isEmpty() ? OptionalInt.empty() : gpuIndex.apply(bus),
                        isRoot,
                        before == null ? 1 : before.count() + 1,
                        wallNanos));
    }

    List<DeviceFault> faults() {
        return List.copyOf(faults.values());
    }

    /// Messages of faults that found no room.
    long refused() {
        return refused;
    }
}
