// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.core.model.device;

import java.util.Map;
import java.util.OptionalLong;

/// What a link moved and suffered. Totals never go back, whatever the device's own counters do; what the device does
/// not count is absent.
///
/// @param resets how often a counter of the device began anew
public record LinkTotals(
        Traffic bytes, Traffic packets, Map<LinkError, Long> errors, Map<LinkSignal, Long> signals, long resets) {
    /// Nothing is counted.
    public static final LinkTotals NONE = new LinkTotals(Traffic.NONE, Traffic.NONE, Map.of(), Map.of(), 0);

    /// In both directions.
    public record Traffic(OptionalLong sent, OptionalLong received) {
        /// Not counted.
        public static final Traffic NONE = new Traffic(OptionalLong.empty(), OptionalLong.empty());
    }

    public LinkTotals {
        errors = Map.copyOf(errors);
        signals = Map.copyOf(signals);
    }

    /// How many errors of one sort, 0 where they are not counted.
    public long of(LinkError error) {
        return errors.getOrDefault(error, 0L);
    }
}
