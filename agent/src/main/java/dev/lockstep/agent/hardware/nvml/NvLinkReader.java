// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nvml;

import dev.lockstep.agent.hardware.sysfs.CounterTotals;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.LinkKind;
import dev.lockstep.core.model.device.LinkRate;
import dev.lockstep.core.model.device.LinkTotals;
import dev.lockstep.core.model.device.LinkTotals.Traffic;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Asks a GPU about its NVLinks. A link that has never been up while the agent runs and suffered nothing is not there:
/// a board may leave some of them unconnected.
final class NvLinkReader {
    /// NVLinks of a GPU that are asked about.
    static final int LINKS_MAX = 18;

    private static final int SPEED_MBPS = 90;
    private static final int SENT_KIB = 138;
    private static final int RECEIVED_KIB = 139;
    /// The B of NVML's `MBPS` is a byte: an H100 says 26,562 of a link of 26.6 GB/s.
    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final long KIB = 1024;

    /// NVML's counters of a link, by their number.
    private static final List<LinkError> ERRORS =
            List.of(LinkError.RETRANSMIT, LinkError.RECOVERY, LinkError.SYMBOL, LinkError.RECEIVE, LinkError.LOCAL);

    private final GpuReader gpu;
    private final CounterTotals totals;
    private final boolean[] wasUp = new boolean[LINKS_MAX];

    NvLinkReader(GpuReader gpu, CounterTotals totals) {
        this.gpu = gpu;
        this.totals = totals;
    }

    List<DeviceLink> read() {
        List<DeviceLink> links = new ArrayList<>();
        for (int link = 0; link < LINKS_MAX; link++) {
            OptionalLong state = gpu.device().small("nvmlDeviceGetNvLinkState", link);
            if (state.isPresent()) {
                boolean isUp = state.getAsLong() == 1;
                wasUp[link] |= isUp;
                if (wasUp[link]) {
                    links.add(link(link, isUp));
                }
            }
        }
        return links;
    }

    private DeviceLink link(int link, boolean isUp) {
        String name = gpu.name() + "/nvlink" + link;
        Map<LinkError, Long> errors = new EnumMap<>(LinkError.class);
        for (int counter = 0; counter < ERRORS.size(); counter++) {
            OptionalLong value = gpu.device().large("nvmlDeviceGetNvLinkErrorCounter", link, counter);
            if (value.isPresent()) {
                errors.put(ERRORS.get(counter), totals.take(name, "error" + counter, value.getAsLong()));
            }
        }
        Traffic bytes = new Traffic(bytes(name, SENT_KIB, link), bytes(name, RECEIVED_KIB, link));
        OptionalLong speed = isUp ? gpu.device().field(SPEED_MBPS, link) : OptionalLong.empty();
        LinkRate rate = new LinkRate(
                Optional.of(isUp),
                speed.isPresent() && speed.getAsLong() > 0
                        ? OptionalDouble.of(speed.getAsLong() * BYTES_PER_MEGABYTE)
                        : OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                OptionalInt.empty());
        return new DeviceLink(
                LinkKind.NVLINK,
                name,
                gpu.gpu().index(),
                DeviceLink.Identity.UNKNOWN,
                rate,
                new LinkTotals(bytes, Traffic.NONE, errors, Map.of(), totals.resets(name)));
    }

    private OptionalLong bytes(String name, int field, int link) {
        OptionalLong kib = gpu.device().field(field, link);
        return kib.isPresent()
                ? OptionalLong.of(totals.take(name, "field" + field, kib.getAsLong()) * KIB)
                : OptionalLong.empty();
    }
}
