// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.sysfs;

import java.util.HashMap;
import java.util.Map;

/// Counters of devices as totals that never go back. A counter that is suddenly smaller has either run over at 32 bits,
/// which is counted on, or begun anew, and then what it shows came on top. A total begins at what the device shows.
///
/// Run over counts as such in the last and first quarter of 32 bits only: a reset from there is rare, and a
/// counter that moves half its range between two readings cannot be followed anyway.
public final class CounterTotals {
    /// Counters that are followed.
    static final int COUNTERS_MAX = 65_536;

    private static final long RANGE = 1L << 32;
    private static final long QUARTER = RANGE / 4;

    /// One counter.
    private static final class Total {
        private long last;
        private long before;
    }

    private final Map<String, Total> totals = new HashMap<>();
    private final Map<String, Long> resets = new HashMap<>();

    /// Follows nothing yet.
    public CounterTotals() {}

    /// The total of a counter of a device that shows `value` now.
    public long take(String device, String counter, long value) {
        String key = device + '|' + counter;
        Total total = totals.get(key);
        if (total == null) {
            if (totals.size() >= COUNTERS_MAX) {
                return value;
            }
            total = new Total();
            totals.put(key, total);
        } else if (value < total.last) {
            boolean hasRunOver = total.last >= RANGE - QUARTER && total.last < RANGE && value < QUARTER;
            total.before += hasRunOver ? RANGE : total.last;
            if (!hasRunOver) {
                resets.merge(device, 1L, Long::sum);
            }
        }
        total.last = value;
        return total.before + value;
    }

    /// How often a counter of the device began anew.
    public long resets(String device) {
        return resets.getOrDefault(device, 0L);
    }
}
