// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent;

import dev.lockstep.core.model.GpuIdentity;
import dev.lockstep.core.model.device.DeviceFault;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.DeviceReport;
import dev.lockstep.core.model.device.GpuCount;
import dev.lockstep.core.model.device.GpuGauge;
import dev.lockstep.core.model.device.GpuHealth;
import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.LinkKind;
import dev.lockstep.core.model.device.LinkRate;
import dev.lockstep.core.model.device.LinkSignal;
import dev.lockstep.core.model.device.LinkTotals;
import dev.lockstep.core.model.device.LinkTotals.Traffic;
import dev.lockstep.core.model.device.Throttle;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// Made-up hardware of a node, for tests.
public final class SampleHardware {
    private SampleHardware() {}

    /// A link, a GPU and a fault that tell all there is to tell.
    public static DeviceReport everything() {
        return new DeviceReport(List.of(nvlink(LinkError.RETRANSMIT, 7)), List.of(gpu()), List.of(xid(79, true)));
    }

    /// NVLink 5 of GPU 3, which has suffered so much.
    public static DeviceLink nvlink(LinkError error, long count) {
        return new DeviceLink(
                LinkKind.NVLINK,
                "gpu3/nvlink5",
                OptionalInt.of(3),
                new DeviceLink.Identity(
                        Optional.of("0000:1b:00.0"),
                        Optional.of("nvidia"),
                        Optional.of("570.86"),
                        Optional.of("G520"),
                        Optional.of("none")),
                new LinkRate(
                        Optional.of(true),
                        OptionalDouble.of(25e9),
                        OptionalDouble.of(25e9),
                        OptionalInt.of(2),
                        OptionalInt.of(2)),
                new LinkTotals(
                        new Traffic(OptionalLong.of(10), OptionalLong.of(20)),
                        new Traffic(OptionalLong.of(1), OptionalLong.of(2)),
                        Map.of(error, count),
                        Map.of(LinkSignal.XMIT_WAIT, 5L),
                        1));
    }

    /// GPU 3, at the limit of its power.
    public static GpuHealth gpu() {
        Map<GpuGauge, Double> gauges = new EnumMap<>(GpuGauge.class);
        for (GpuGauge gauge : GpuGauge.values()) {
            gauges.put(gauge, 0.5);
        }
        Map<GpuCount, Long> counts = new EnumMap<>(GpuCount.class);
        for (GpuCount count : GpuCount.values()) {
            counts.put(count, 2L);
        }
        return new GpuHealth(
                new GpuIdentity(OptionalInt.of(3), Optional.of("GPU-3"), Optional.of("0000:1b:00.0")),
                new GpuHealth.Identity(
                        Optional.of("NVIDIA H100"), Optional.of("96.00"), Optional.of("570.86"), Optional.of("c/1")),
                gauges,
                counts,
                Optional.of(Set.of(Throttle.POWER_CAP)));
    }

    /// An Xid of GPU 3.
    public static DeviceFault xid(int code, boolean isRoot) {
        return new DeviceFault(
                DeviceFault.Kind.XID,
                OptionalInt.of(code),
                Optional.of("0000:1b:00.0"),
                OptionalInt.of(3),
                isRoot,
                1,
                1_000);
    }
}
