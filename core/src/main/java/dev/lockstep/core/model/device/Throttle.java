// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.device;

import java.util.Locale;

/// Why a GPU runs below its clock.
public enum Throttle {
    /// It has nothing to do.
    IDLE(0x1, false),
    /// Somebody set a lower clock.
    APPLICATION_CLOCK(0x2, false),
    /// At the limit of its power: usual under load.
    POWER_CAP(0x4, false),
    /// The board's power or heat protection.
    HARDWARE_SLOWDOWN(0x8, true),
    /// With its group.
    SYNC_BOOST(0x10, false),
    /// Too hot, in the driver's view.
    SOFTWARE_THERMAL(0x20, true),
    /// Too hot, in the board's view.
    HARDWARE_THERMAL(0x40, true),
    /// The power supply asked for it.
    POWER_BRAKE(0x80, true),
    /// A display set it.
    DISPLAY_CLOCK(0x100, false);

    private final int bit;
    private final boolean isFault;

    Throttle(int bit, boolean isFault) {
        this.bit = bit;
        this.isFault = isFault;
    }

    /// The value of the label `reason`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether cooling or power is not what it should be.
    public boolean isFault() {
        return isFault;
    }

    /// Whether NVML's mask of reasons has it.
    public boolean isIn(long mask) {
        return (mask & bit) != 0;
    }
}
