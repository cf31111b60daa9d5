// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nic;

import dev.lockstep.agent.hardware.nic.CounterUse.Fault;
import dev.lockstep.agent.hardware.nic.CounterUse.Moved;
import dev.lockstep.agent.hardware.sysfs.CounterTotals;
import dev.lockstep.agent.hardware.sysfs.Sysfs;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.LinkKind;
import dev.lockstep.core.model.device.LinkRate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The Ethernet interfaces under `class/net` that stand for hardware: those of devices, and bonds of them. IP over
/// InfiniBand is left out, its port says it all.
final class NetInterfaces {
    /// Interfaces of a node that are looked at: a node with many containers has thousands of virtual ones.
    static final int INTERFACES_MAX = 4096;

    private static final int ETHERNET = 1;
    private static final double BYTES_PER_MEGABIT = 1e6 / 8;

    /// Files of an interface, and what they count.
    private static final Map<String, CounterUse> COUNTERS = new LinkedHashMap<>();

    static {
        COUNTERS.put("statistics/tx_bytes", new Moved(true, true, 0, 1));
        COUNTERS.put("statistics/rx_bytes", new Moved(false, true, 0, 1));
        COUNTERS.put("statistics/tx_packets", new Moved(true, false, 0, 1));
        COUNTERS.put("statistics/rx_packets", new Moved(false, false, 0, 1));
        COUNTERS.put("statistics/tx_dropped", new Fault(LinkError.DISCARD_SEND));
        COUNTERS.put("statistics/rx_dropped", new Fault(LinkError.DISCARD_RECEIVE));
        COUNTERS.put("statistics/rx_missed_errors", new Fault(LinkError.BUFFER));
        COUNTERS.put("statistics/rx_errors", new Fault(LinkError.RECEIVE));
        COUNTERS.put("statistics/tx_errors", new Fault(LinkError.LOCAL));
        COUNTERS.put("carrier_down_count", new Fault(LinkError.DOWN));
    }

    private final CounterTotals totals;

    NetInterfaces(CounterTotals totals) {
        this.totals = totals;
    }

    /// The link of an interface, if it stands for hardware.
    Optional<DeviceLink> of(Path folder) {
        boolean isBond = Files.isDirectory(folder.resolve("bonding"));
        boolean isHardware = isBond || Files.exists(folder.resolve("device"));
        OptionalLong type = isHardware ? Sysfs.number(folder.resolve("type")) : OptionalLong.empty();
        if (type.isEmpty() || type.getAsLong() != ETHERNET) {
            return Optional.empty();
        }
        String name = folder.getFileName().toString();
        TotalsBuilder counted = new TotalsBuilder(totals, "net " + name);
        COUNTERS.forEach((file, use) -> {
            OptionalLong value = Sysfs.number(folder.resolve(file));
            if (value.isPresent()) {
                counted.add(file, use, value.getAsLong());
            }
        });
        DeviceLink.Identity identity = new DeviceLink.Identity(
                Sysfs.pciAddress(folder.resolve("device")),
                isBond ? Optional.of("bonding") : Sysfs.targetName(folder.resolve("device/driver")),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return Optional.of(
                new DeviceLink(LinkKind.ETHERNET, name, OptionalInt.empty(), identity, rate(folder), counted.totals()));
    }

    /// The speed cannot be read while the link is down.
    private static LinkRate rate(Path folder) {
        Optional<Boolean> isUp = Sysfs.text(folder.resolve("operstate")).map(state -> state.equals("up"));
        OptionalLong megabits = Sysfs.number(folder.resolve("speed"));
        OptionalDouble bytes = megabits.isPresent() && megabits.getAsLong() > 0
                ? OptionalDouble.of(megabits.getAsLong() * BYTES_PER_MEGABIT)
                : OptionalDouble.empty();
        return new LinkRate(isUp, bytes, OptionalDouble.empty(), OptionalInt.empty(), OptionalInt.empty());
    }
}
