// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nic;

import dev.lockstep.agent.hardware.sysfs.CounterTotals;
import dev.lockstep.agent.hardware.sysfs.Sysfs;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.LinkKind;
import dev.lockstep.core.model.device.LinkRate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The ports under `class/infiniband`: InfiniBand, RoCE, EFA and Omni-Path.
final class RdmaPorts {
    /// RDMA devices of a node that are read.
    static final int DEVICES_MAX = 64;

    /// Ports of a device that are read.
    static final int PORTS_MAX = 8;

    /// Counters of a port that are read.
    static final int COUNTERS_MAX = 512;

    private static final double BYTES_PER_GIGABIT = 1e9 / 8;

    /// `400 Gb/sec (4X NDR)`, `2.5 Gb/sec (1X SDR)`.
    private static final Pattern RATE = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?) Gb/sec(?: \\((\\d{1,2})X\\b.*)?.*");

    private final CounterTotals totals;

    RdmaPorts(CounterTotals totals) {
        this.totals = totals;
    }

    /// The ports of one device, a folder of `class/infiniband`.
    List<DeviceLink> of(Path device) {
        List<DeviceLink> links = new ArrayList<>();
        Optional<String> driver = Sysfs.targetName(device.resolve("device/driver"));
        DeviceLink.Identity identity = new DeviceLink.Identity(
                Sysfs.pciAddress(device.resolve("device")),
                driver,
                Sysfs.text(device.resolve("fw_ver")),
                Sysfs.text(device.resolve("board_id")),
                netDevice(device));
        for (Path port : Sysfs.entries(device.resolve("ports"), PORTS_MAX)) {
            String name = device.getFileName() + ":" + port.getFileName();
            TotalsBuilder counted = new TotalsBuilder(totals, name);
            count(port.resolve("counters"), counted);
            count(port.resolve("hw_counters"), counted);
            LinkKind kind = kind(driver.orElse(""), name, Sysfs.text(port.resolve("link_layer")));
            links.add(new DeviceLink(kind, name, OptionalInt.empty(), identity, rate(port), counted.totals()));
        }
        return links;
    }

    private static Optional<String> netDevice(Path device) {
        return Sysfs.entries(device.resolve("device/net"), 1).stream()
                .map(path -> path.getFileName().toString())
                .findFirst();
    }

    /// A counter without a value (`N/A (no PMA)`) is left out.
    private static void count(Path folder, TotalsBuilder counted) {
        for (Path file : Sysfs.entries(folder, COUNTERS_MAX)) {
            String name = file.getFileName().toString();
            Optional<CounterUse> use = CounterNames.useOf(name);
            OptionalLong value = use.isPresent() ? Sysfs.number(file) : OptionalLong.empty();
            if (value.isPresent()) {
                counted.add(name, use.orElseThrow(), value.getAsLong());
            }
        }
    }

    private static LinkKind kind(String driver, String name, Optional<String> linkLayer) {
        if (driver.equals("efa") || name.startsWith("rdmap") || name.startsWith("efa")) {
            return LinkKind.EFA;
        }
        if (driver.startsWith("hfi") || name.startsWith("hfi")) {
            return LinkKind.OPA;
        }
        boolean isEthernet = linkLayer.orElse("").toLowerCase(Locale.ROOT).equals("ethernet");
        return isEthernet ? LinkKind.ROCE : LinkKind.IB;
    }

    private static LinkRate rate(Path port) {
        Optional<Boolean> isUp = Sysfs.text(port.resolve("state")).map(state -> state.startsWith("4"));
        Matcher rate = RATE.matcher(Sysfs.text(port.resolve("rate")).orElse(""));
        boolean isKnown = rate.matches() && isUp.orElse(true);
        OptionalDouble bytes = isKnown
                ? OptionalDouble.of(Double.parseDouble(rate.group(1)) * BYTES_PER_GIGABIT)
                : OptionalDouble.empty();
        OptionalInt lanes = isKnown && rate.group(2) != null ? Numbers.small(rate.group(2)) : OptionalInt.empty();
        return new LinkRate(isUp, bytes, OptionalDouble.empty(), lanes, OptionalInt.empty());
    }
}
