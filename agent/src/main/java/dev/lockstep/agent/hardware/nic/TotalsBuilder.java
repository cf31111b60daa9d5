// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.agent.hardware.nic;

import dev.lockstep.agent.hardware.nic.CounterUse.Moved;
import dev.lockstep.agent.hardware.sysfs.CounterTotals;
import dev.lockstep.core.model.device.LinkError;
import dev.lockstep.core.model.device.LinkSignal;
import dev.lockstep.core.model.device.LinkTotals;
import dev.lockstep.core.model.device.LinkTotals.Traffic;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/// Adds the counters of one link up: several names of a driver may stand for the same thing.
final class TotalsBuilder {
    private static final int RANKS = 3;

    private final CounterTotals totals;
    private final String link;
    private final Map<LinkError, Long> errors = new EnumMap<>(LinkError.class);
    private final Map<LinkSignal, Long> signals = new EnumMap<>(LinkSignal.class);
    private final Map<Moved, Long> moved = new HashMap<>();

    /// `link` names it among all that `totals` follows.
    TotalsBuilder(CounterTotals totals, String link) {
        this.totals = totals;
        this.link = link;
    }

    void add(String counter, CounterUse use, long value) {
        long total = totals.take(link, counter, value);
        switch (use) {
            case CounterUse.Fault(LinkError error) -> errors.merge(error, total, Long::sum);
            case CounterUse.Sign(LinkSignal signal) -> signals.merge(signal, total, Long::sum);
            case Moved what -> moved.merge(what, total * what.unit(), Long::sum);
        }
    }

    LinkTotals totals() {
        return new LinkTotals(traffic(true), traffic(false), errors, signals, totals.resets(link));
    }

    private Traffic traffic(boolean isBytes) {
        return new Traffic(best(true, isBytes), best(false, isBytes));
    }

    private OptionalLong best(boolean isSent, boolean isBytes) {
        for (int rank = 0; rank < RANKS; rank++) {
            for (Map.Entry<Moved, Long> each : moved.entrySet()) {
                Moved what = each.getKey();
                if (what.rank() == rank && what.isSent() == isSent && what.isBytes() == isBytes) {
                    return OptionalLong.of(each.getValue());
                }
            }
        }
        return OptionalLong.empty();
    }
}
