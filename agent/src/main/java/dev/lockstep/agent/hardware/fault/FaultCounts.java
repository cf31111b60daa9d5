// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.fault;

import dev.lockstep.core.analysis.cause.gpu.FaultRoots;
import dev.lockstep.core.analysis.cause.gpu.GpuEvent;
import dev.lockstep.core.analysis.clue.Moment;
import dev.lockstep.core.analysis.clue.Source;
import dev.lockstep.core.model.device.DeviceFault;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/// Counts messages of NVIDIA's driver, those that began something apart from those that followed. A message is judged
/// when it comes, by what came with it and before.
public final class FaultCounts {
    /// Faults that are told apart.
    static final int FAULTS_MAX = 256;

    /// Messages that are remembered, to know what follows from them.
    static final int RECENT_MAX = 512;

    private static final String FUNCTION = ".0";

    private record Key(DeviceFault.Kind kind, OptionalInt code, String pciBusId, boolean isRoot) {}

    private final Function<String, OptionalInt> gpuIndex;
    private final Map<Key, DeviceFault> faults = new LinkedHashMap<>();
    private List<GpuEvent> recent = List.of();
    private long refused;

    /// Counts nothing yet; `gpuIndex` finds the NVML index of a PCI address.
    public FaultCounts(Function<String, OptionalInt> gpuIndex) {
        this.gpuIndex = gpuIndex;
    }

    /// An Xid of which only the number is known, seen just now.
    ///
    /// @param pciBusId `0000:1b:00.0`
    public static GpuEvent xid(String pciBusId, int xid, Instant now) {
        return new GpuEvent(
                new Source("nvml", 1),
                Optional.of(new Moment(now.toString(), now.toEpochMilli(), Moment.Clock.WALL)),
                "",
                GpuEvent.Kind.XID,
                pciBusId.endsWith(FUNCTION) ? pciBusId.substring(0, pciBusId.length() - FUNCTION.length()) : pciBusId,
                OptionalInt.of(xid),
                OptionalLong.empty(),
                "",
                OptionalInt.empty(),
                OptionalInt.empty(),
                GpuEvent.Fatality.UNSAID,
                "",
                "Xid " + xid);
    }

    /// Messages that came just now.
    public void add(List<GpuEvent> events, long wallNanos) {
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
        String bus = event.pci().contains(":") ? event.pci() + FUNCTION : "";
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

    /// All that were counted.
    public List<DeviceFault> faults() {
        return List.copyOf(faults.values());
    }

    /// Messages of faults that found no room.
    public long refused() {
        return refused;
    }
}
