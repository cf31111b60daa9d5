// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nic;

import dev.lockstep.agent.hardware.nic.CounterUse.Fault;
import dev.lockstep.agent.hardware.sysfs.CounterTotals;
import dev.lockstep.agent.hardware.sysfs.Sysfs;
import dev.lockstep.agent.reader.tree.Numbers;
import dev.lockstep.core.model.device.DeviceLink;
import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.LinkKind;
import dev.lockstep.core.model.device.LinkRate;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The PCIe link between a device and what stands above it: speed, width, and errors that the link reported.
final class PciLinks {
    private static final Pattern SPEED = Pattern.compile("(\\d{1,3}(?:\\.\\d)?) GT/s.*", Pattern.DOTALL);
    private static final Pattern ERROR = Pattern.compile("(\\w{1,32}) (\\d{1,18})");
    private static final double BITS = 8;

    /// Errors that the link corrects by itself, as `aer_dev_correctable` names them.
    private static final Map<String, LinkError> CORRECTED = Map.of(
            "RxErr", LinkError.SYMBOL,
            "BadTLP", LinkError.RECEIVE,
            "BadDLLP", LinkError.RECEIVE,
            "Rollover", LinkError.RETRANSMIT,
            "Timeout", LinkError.TIMEOUT);

    private final CounterTotals totals;

    PciLinks(CounterTotals totals) {
        this.totals = totals;
    }

    /// The link of the device whose folder this is; absent where it shows none, as in many virtual machines.
    Optional<DeviceLink> of(Path pciDevice, String name, OptionalInt gpu) {
        Optional<Path> device = Sysfs.target(pciDevice);
        if (device.isEmpty()) {
            return Optional.empty();
        }
        Path folder = device.get();
        LinkRate rate = rate(folder);
        if (rate.bytesPerSecond().isEmpty()) {
            return Optional.empty();
        }
        TotalsBuilder counted = new TotalsBuilder(totals, "pcie " + name);
        count(folder.resolve("aer_dev_correctable"), counted);
        count(folder.resolve("aer_dev_nonfatal"), counted);
        count(folder.resolve("aer_dev_fatal"), counted);
        DeviceLink.Identity identity =
                DeviceLink.Identity.at(folder.getFileName().toString());
        return Optional.of(new DeviceLink(LinkKind.PCIE, name, gpu, identity, rate, counted.totals()));
    }

    /// What both ends could do: a device that is faster than its slot is not downgraded.
    private static LinkRate rate(Path folder) {
        Path above = folder.resolve("..").normalize();
        Optional<Double> speed = speed(folder.resolve("current_link_speed"));
        OptionalInt lanes = lanes(folder.resolve("current_link_width"));
        Optional<Double> speedMax =
                lower(speed(folder.resolve("max_link_speed")), speed(above.resolve("max_link_speed")));
        OptionalInt lanesMax = lower(lanes(folder.resolve("max_link_width")), lanes(above.resolve("max_link_width")));
        return new LinkRate(Optional.empty(), bytes(speed, lanes), bytes(speedMax, lanesMax), lanes, lanesMax);
    }

    private static Optional<Double> speed(Path file) {
        return Sysfs.text(file)
                .map(SPEED::matcher)
                .filter(Matcher::matches)
                .map(found -> Double.valueOf(found.group(1)));
    }

    /// 0 stands for a link that is down, 63 and 255 for an unknown width.
    private static OptionalInt lanes(Path file) {
        OptionalLong lanes = Sysfs.number(file);
        boolean isWidth = lanes.isPresent() && lanes.getAsLong() > 0 && lanes.getAsLong() <= 32;
        return isWidth ? OptionalInt.of((int) lanes.getAsLong()) : OptionalInt.empty();
    }

    private static Optional<Double> lower(Optional<Double> one, Optional<Double> other) {
        return one.map(speed -> Math.min(speed, other.orElse(speed)));
    }

    private static OptionalInt lower(OptionalInt one, OptionalInt other) {
        return one.isPresent() ? OptionalInt.of(Math.min(one.getAsInt(), other.orElse(one.getAsInt()))) : one;
    }

    /// Generations 1 and 2 send 10 bits for 8, later ones 130 for 128, from 64 GT/s on 256 for 242.
    private static OptionalDouble bytes(Optional<Double> speed, OptionalInt lanes) {
        if (speed.isEmpty() || lanes.isEmpty()) {
            return OptionalDouble.empty();
        }
        double transfers = speed.get();
        double later = transfers < 64 ? 128.0 / 130 : 242.0 / 256;
        double coding = transfers < 8 ? 0.8 : later;
        return OptionalDouble.of(transfers * 1e9 * coding / BITS * lanes.getAsInt());
    }

    private static void count(Path file, TotalsBuilder counted) {
        Matcher errors = ERROR.matcher(Sysfs.text(file).orElse(""));
        String kind = file.getFileName().toString();
        while (errors.find()) {
            String name = errors.group(1);
            boolean isSum = name.startsWith("TOTAL_ERR") && !name.equals("TOTAL_ERR_COR");
            LinkError error = isSum ? LinkError.LOCAL : CORRECTED.get(name);
            OptionalLong value = Numbers.whole(errors.group(2));
            if (error != null && value.isPresent() && (isSum || kind.endsWith("_correctable"))) {
                counted.add(kind + "/" + name, new Fault(error), value.getAsLong());
            }
        }
    }
}
